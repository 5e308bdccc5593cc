/// A crash must not leave the user with a broken terminal: handlers for the fatal signals put it back, and then let the
/// crash go on as it would have, so that Swift's backtrace still appears, on a readable screen.
#pragma once
#include <stddef.h>
#include <termios.h>

/// From now on, and until `crash_guard_disarm`, a fatal signal or `exit` writes `bytes` (at most 1024) to the terminal and
/// sets its modes. All is prepared here, since a handler may neither allocate nor ask terminfo. The calling thread gets an
/// alternate stack, so that an overflow of its own can be handled.
void crash_guard_arm(int terminal, const struct termios *modes, const char *bytes, size_t count);

void crash_guard_disarm(void);
