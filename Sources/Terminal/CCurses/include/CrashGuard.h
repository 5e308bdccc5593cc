/// Handlers for fatal signals, which restore the terminal and then let the crash continue, so that Swift's backtrace appears
/// on a readable screen.
#pragma once
#include <stddef.h>
#include <termios.h>

/// Until `crash_guard_disarm`, a fatal signal or `exit` writes `bytes` (at most 1024) to the terminal and sets its modes.
/// Everything is prepared here, because a handler may neither allocate nor use terminfo. The calling thread gets an alternate
/// stack, so that a stack overflow can be handled.
void crash_guard_arm(int terminal, const struct termios *modes, const char *bytes, size_t count);

void crash_guard_disarm(void);
