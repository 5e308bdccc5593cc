/// terminfo's capabilities, by name. (`term.h` itself defines macros such as `lines` and `columns`, which no importer wants.)
#pragma once
#include <stdbool.h>
#include <stddef.h>

enum terminfo_result { TERMINFO_FOUND, TERMINFO_UNKNOWN, TERMINFO_NO_DATABASE };

/// Loads the description of a terminal. It writes nothing to the terminal.
enum terminfo_result terminfo_load(const char *term, int descriptor);

/// −1 where the terminal does not say.
int terminfo_number(const char *name);

/// NULL where the terminal cannot do it.
const char *terminfo_string(const char *name);

/// Copies a capability without its padding marks (`$<5>`), at most `room` bytes; returns how many.
size_t terminfo_copy(const char *name, char *bytes, size_t room);
