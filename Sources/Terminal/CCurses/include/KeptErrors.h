/// Redirects standard error while the screen is up to a file in memory, so that nothing is written over the screen. It is
/// written to the terminal when the screen is gone.
#pragma once
#include <stdbool.h>

/// Does nothing if standard error is not a terminal.
void kept_errors_begin(void);

/// Restores standard error and writes the redirected output (the last 64 KiB of it). Safe in a signal handler.
void kept_errors_end(void);
