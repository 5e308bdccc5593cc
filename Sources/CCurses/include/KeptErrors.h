/// Standard error while the screen is up: it goes to a file in memory, so that nothing scribbles on the screen, and is
/// written to the terminal when the screen is gone.
#pragma once
#include <stdbool.h>

/// Does nothing when standard error is not a terminal; then it disturbs nobody.
void kept_errors_begin(void);

/// Standard error is the terminal again, and what was written meanwhile (the last 64 KiB of it) follows. Safe in a signal
/// handler.
void kept_errors_end(void);
