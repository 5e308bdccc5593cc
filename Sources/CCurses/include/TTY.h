/// Small things about terminals whose C form is a variadic function or a macro, and writing to one without waiting for it.
#pragma once
#include <stdbool.h>
#include <sys/types.h>

/// The window's size as the terminal says; false when it does not know.
bool tty_size(int descriptor, int *rows, int *columns);

/// Whether this process may not use the terminal as it likes: another job has it. False where it is not the terminal of this
/// process's session, since then nobody decides about it.
bool tty_is_in_background(int descriptor);

/// How many bytes can be read without waiting; 0 on error or end.
int tty_available(int descriptor);

/// Opens the terminal of a descriptor once more, so that writing to it does not block: whether it does belongs to what was
/// opened, and the first is shared with the shell, which must not find its own changed.
///
/// Where that cannot be done, returns a copy that blocks; `tty_write` takes both. −1 where there are no more descriptors.
int tty_reopen(int descriptor);

// The following are safe in a signal handler.

/// Writes as much as the terminal has room for, and returns how much that is; −1 when the terminal is gone.
ssize_t tty_write(int descriptor, const void *bytes, size_t count);

/// Writes all of it, unless the terminal takes too long; `false` then. A terminal that is gone takes everything.
bool tty_write_within(int descriptor, const void *bytes, size_t count, int milliseconds);

/// Throws away what was written and not been read yet, and writes this in its place, for which there is room then.
void tty_discard(int descriptor, const void *bytes, size_t count);
