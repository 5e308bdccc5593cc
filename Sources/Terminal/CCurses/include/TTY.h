/// Terminal functions whose C form is variadic or a macro, and writing to a terminal without blocking.
#pragma once
#include <stdbool.h>
#include <sys/types.h>

/// Gets the window's size; false if the terminal does not know it.
bool tty_size(int descriptor, int *rows, int *columns);

/// Returns whether another job has the terminal, so that this process may not use it. False if it is not the terminal of this
/// process's session, because then no job control applies.
bool tty_is_in_background(int descriptor);

/// Lets a process group have the terminal, also from the background. Returns whether it has it.
bool tty_set_foreground(int descriptor, pid_t group);

/// Returns the number of bytes that can be read without blocking; 0 on error or end.
int tty_available(int descriptor);

/// Opens the terminal of a descriptor again, so that writing to it does not block: the flag belongs to the open file, which
/// is shared with the shell and must not change.
///
/// On failure returns a copy that blocks; `tty_write` accepts both. −1 if no descriptors are left.
int tty_reopen(int descriptor);

// The following are safe in a signal handler.

/// Writes as much as the terminal has room for, and returns the number of bytes; −1 if the terminal is gone.
ssize_t tty_write(int descriptor, const void *bytes, size_t count);

/// Writes everything unless the terminal takes too long; then returns `false`. A terminal that is gone takes everything.
bool tty_write_within(int descriptor, const void *bytes, size_t count, int milliseconds);

/// Discards written output that has not been read yet, and writes this instead, for which there is room then.
void tty_discard(int descriptor, const void *bytes, size_t count);
