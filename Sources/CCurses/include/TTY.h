/// Small things about terminals and children whose C form is a variadic function or a macro.
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

/// Starts a program found in `PATH` with the given arguments and this process's environment.
///
/// Detached, it has a session of its own, and reads and writes nothing; else it has this process's terminal. Either way the
/// signals that this process catches are its own again.
///
/// Returns its id, or −1 with the reason in `errno`.
pid_t tty_start_program(char *const arguments[], bool detached);
