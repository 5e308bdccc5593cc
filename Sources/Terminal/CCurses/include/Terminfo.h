/// terminfo's capabilities by name. (`term.h` defines macros such as `lines` and `columns`, which would disturb importers.)
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum terminfo_result { TERMINFO_FOUND, TERMINFO_UNKNOWN, TERMINFO_NO_DATABASE };

/// Loads the description of a terminal. Writes nothing to the terminal.
enum terminfo_result terminfo_load(const char *term, int descriptor);

/// −1 if the terminal does not have the capability.
int terminfo_number(const char *name);

/// NULL if the terminal does not have the capability.
const char *terminfo_string(const char *name);

/// Copies a capability without its padding marks (`$<5>`), at most `room` bytes. Returns the number of bytes.
size_t terminfo_copy(const char *name, char *bytes, size_t room);

/// The same for a capability with up to two numbers.
size_t terminfo_format(const char *name, int first, int second, char *bytes, size_t room);

/// False if the terminal does not have the capability.
bool terminfo_flag(const char *name);

/// The columns of a character according to the C library and its locale; -1 if it cannot be displayed.
int terminfo_width(uint32_t scalar);
