#pragma once

#include <stddef.h>

/// The commit that the program was built from and its date, `8c5fa6f 2026-11-22`; empty if unknown.
const char *build_commit(void);

/// Gives back the memory of the table by which the loader has adjusted addresses, 3.5 MB in the release that nothing reads again.
/// The pages are the file's: should something read them all the same, it finds what was there.
///
/// Returns how many bytes these are, 0 where there are none.
size_t build_forget_relocations(void);
