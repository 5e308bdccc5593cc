/// Starts programs. Swift's import of spawn.h lacks functions that are declared only for GNU sources.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/// Starts a program that is looked up in `PATH`.
///
/// It gets three descriptors and no other, whatever this process has open and whatever its close-on-exec flags are; no signal
/// is blocked or ignored in it.
///
/// - `arguments`, `environment`: arrays of C strings that end with a null pointer.
/// - `streams`: the descriptors that become its 0, 1 and 2; −1 for `/dev/null`.
/// - `own_session`: gives it a session, and so a process group, of its own, without a terminal.
///
/// Returns its id, or −1 with the reason in `errno`.
pid_t process_start(char *const arguments[], char *const environment[], const int streams[3], bool own_session);

/// Sets the close-on-exec flag of every descriptor from 3 on, which `process_start` does if the C library cannot close them
/// in the child (glibc before 2.34).
///
/// Returns false if the open descriptors cannot be listed.
bool process_mark_descriptors(void);

/// Returns the descriptor of a file in memory that has `count` bytes and is read from its beginning, or −1 with the reason in
/// `errno`. It is gone when it is closed everywhere.
int process_memory_file(const void *bytes, size_t count);
