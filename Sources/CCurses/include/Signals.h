/// Signals as something that a loop can wait for: the handlers do no more than set a bit and write an eventfd.
#pragma once
#include <stdbool.h>
#include <stdint.h>

/// Catches SIGWINCH, SIGTSTP, SIGCONT, SIGTERM, SIGHUP and SIGINT (the last three unless they are being ignored), and
/// returns a descriptor that is readable once one has come; −1 when there is none to be had.
int signals_catch(void);

/// What came since the last call: bit n for signal n.
uint32_t signals_take(void);

/// Waits until one has come, no longer than that.
void signals_wait(int milliseconds);

/// What was there before `signals_catch` is there again.
void signals_release(void);

/// While it is held, what this thread does to the terminal from the background does not stop the process (SIGTTOU).
void signals_hold_terminal_stop(bool held);

/// Stops the process as the shell's job control expects it, with its whole job or alone, and returns when it is continued.
void signals_stop_process(bool whole_job);
