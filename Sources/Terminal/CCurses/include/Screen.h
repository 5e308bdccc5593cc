/// The parts of ncurses' screen that Swift cannot reach: `newterm` on descriptors, and keys from a pad. Nothing is drawn through
/// ncurses.
///
/// Only `screen_open` sets the terminal's modes, and nothing here writes to it: output is taken with `screen_take`.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Takes over the terminal: `newterm`, raw mode, no echo. (`initscr` would end the program if it fails.) The caller keeps the
/// descriptors. Returns false on failure.
///
/// - `rows`, `columns`: the size to draw in, at most 32,767; 0 leaves it to the terminal's description.
bool screen_open(const char *term, int input, int output, int rows, int columns);

/// Releases everything. The screen must have been left, and the output of that taken.
void screen_close(void);

/// Leaves ncurses' screen temporarily; `screen_return` returns to it and clears it.
void screen_leave(void);
void screen_return(void);

/// The number of bytes that ncurses has written since they were last taken; and taking them, at most `room` bytes, after
/// which the rest is lost. Returns how many were taken.
size_t screen_count(void);
size_t screen_take(void *bytes, size_t room);

int screen_columns(void);
int screen_rows(void);
/// `resize_term`: `resizeterm` would queue KEY_RESIZE each time.
void screen_resize(int rows, int columns);

/// Returns the next byte (0–255) or key code (larger) that was typed, −1 if there is none. The bytes of a broken or unknown
/// sequence are returned as they are.
int screen_read_key(void);

/// Makes the sequences of this key come as plain bytes.
void screen_forget_key(int code);

/// Lets the keypad's sequences in application mode come as plain bytes. Descriptions give some of them to cursor and function
/// keys, although terminals send them for digits and signs.
void screen_forget_keypad(void);

/// Copies the sequence of a key code, at most `room` bytes; the first, if there are several. Returns the number of bytes, 0 if the
/// key has no sequence.
size_t screen_key_sequence(int code, char *bytes, size_t room);

/// terminfo's name of a key code, such as `kUP5`; NULL for none.
const char *screen_key_name(int code);
