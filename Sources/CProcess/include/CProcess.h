/// Starting a program: what Swift's view of spawn.h lacks, since it is declared for GNU sources only.
#pragma once
#include <stdbool.h>
#include <sys/types.h>

/// Starts a program that is looked up in `PATH`.
///
/// It gets three descriptors and no other, whatever this process has open and whether or not that is marked to be closed;
/// and no signal is blocked or ignored in it.
///
/// - `arguments`, `environment`: vectors of C strings with a null at their ends.
/// - `streams`: the descriptors that become its 0, 1 and 2; −1 for `/dev/null`.
/// - `own_session`: gives it a session and so a group of its own, without a terminal.
///
/// Returns its id, or −1 with the reason in `errno`.
pid_t process_start(char *const arguments[], char *const environment[], const int streams[3], bool own_session);

/// Marks every descriptor from 3 on to be closed when this process becomes another program: what `process_start` does where
/// the C library has no way to close them in the child (glibc before 2.34).
///
/// Returns false where the system does not tell which there are.
bool process_mark_descriptors(void);
