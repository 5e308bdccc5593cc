/// Signals as events that a loop can wait for: the handlers only set a bit and write an eventfd.
#pragma once
#include <stdbool.h>
#include <stdint.h>

/// Catches SIGWINCH, SIGTSTP, SIGCONT, SIGTERM, SIGHUP and SIGINT (the last three unless they are ignored), and returns a
/// descriptor that is readable after one has come; −1 on failure.
int signals_catch(void);

/// Returns the signals since the last call: bit n for signal n.
uint32_t signals_take(void);

/// Waits for a signal, at most for the given time.
void signals_wait(int milliseconds);

/// Restores the handlers from before `signals_catch`.
void signals_release(void);

/// While set, terminal operations of this thread in the background do not stop the process (SIGTTOU).
void signals_hold_terminal_stop(bool held);

/// While set, the process ignores SIGQUIT, as system(3) does: Ctrl-\ is meant for the program that has the terminal, although it
/// is sent to the whole job. A child is started with the default action.
void signals_ignore_quit(bool ignored);

/// Stops the process as the shell's job control expects, with its whole job or alone, and returns when it is continued.
void signals_stop_process(bool whole_job);
