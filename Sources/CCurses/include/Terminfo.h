/// terminfo's capabilities by name. (`term.h` defines macros such as `lines` and `columns`, which would disturb importers.)
#pragma once
#include <stdbool.h>
#include <stddef.h>

enum terminfo_result { TERMINFO_FOUND, TERMINFO_UNKNOWN, TERMINFO_NO_DATABASE };

/// Loads the description of a terminal. Writes nothing to the terminal.
enum terminfo_result terminfo_load(const char *term, int descriptor);

/// −1 if the terminal does not have the capability.
int terminfo_number(const char *name);

/// NULL if the terminal does not have the capability.
const char *terminfo_string(const char *name);

/// Copies a capability without its padding marks (`$<5>`), at most `room` bytes. Returns the number of bytes.
size_t terminfo_copy(const char *name, char *bytes, size_t room);

/// Puts, byte by byte, what moves the cursor to a place from wherever it is.
void terminfo_move(int row, int column, int (*put)(int));
