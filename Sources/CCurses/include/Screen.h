/// The parts of ncurses' screen that Swift cannot reach: `newterm` on descriptors, `stdscr`, attributes, sequences of complex
/// characters.
///
/// Only `screen_open` writes to the terminal or sets its modes: other output is taken with `screen_take`.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A glyph to draw: a base character and up to four marks, followed by 0.
struct screen_cell {
  uint32_t scalars[5];
  /// A set of `screen_attribute`.
  uint32_t attributes;
  /// A colour pair from `screen_set_pair`; 0 is the terminal's default colours.
  int pair;
  /// Columns: 1 or 2; 0 for the right half of the wide glyph before it.
  uint8_t width;
};

enum screen_attribute {
  SCREEN_BOLD = 1,
  SCREEN_DIM = 2,
  SCREEN_REVERSE = 4,
  SCREEN_UNDERLINE = 8,
  SCREEN_ITALIC = 16,
  /// Only for `screen_write_cells`: ncurses has no such attribute.
  SCREEN_STRUCK = 32,
};

/// Takes over the terminal: `newterm`, raw mode, no echo. (`initscr` would end the program if it fails.) The caller keeps the
/// descriptors. Returns false on failure.
///
/// - `rows`, `columns`: the size to draw in, at most 32,767; 0 leaves it to the terminal's description.
bool screen_open(const char *term, int input, int output, int rows, int columns);

/// Releases everything. The screen must have been left, and the output of that taken.
void screen_close(void);

/// Leaves ncurses' screen temporarily; `screen_return` returns to it and paints every cell.
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

/// Enables colours on the terminal's default colours; false if the terminal has none.
bool screen_start_colours(void);
int screen_colour_count(void);
int screen_pair_count(void);
/// Colours by number, −1 for the default one.
bool screen_set_pair(int pair, int foreground, int background);

/// Draws `count` columns, from glyph to glyph, onto ncurses' virtual screen.
void screen_draw(int row, int column, const struct screen_cell *cells, int count);

/// Whether the terminal can strike text through.
bool screen_strikes(void);

/// Begins a frame, which `screen_show` ends, with `before`. If `moves`, ncurses may move characters within their line.
void screen_begin(const char *before, bool moves);

/// Writes what was drawn so far.
void screen_write(void);

/// Writes what was drawn so far and moves the cursor, after which `screen_write_cells` may follow, and then `screen_end_cells`
/// with the same place: ncurses writes cells again also to move the cursor over them.
void screen_begin_cells(int row, int column);

/// Writes cells between two sequences, whether the screen shows them already or not. ncurses knows nothing of it, so they must
/// be what was drawn there.
void screen_write_cells(int row, int column, const struct screen_cell *cells, int count, const char *open, const char *close);

void screen_end_cells(int row, int column);

/// Ends a frame: writes the changes, and moves the cursor, or hides it if `row` is negative, and then writes `after`.
void screen_show(int row, int column, const char *after);

/// Makes the next `screen_show` paint every cell.
void screen_repaint(void);

/// Returns the next byte (0–255) or key code (larger) that was typed, −1 if there is none. The bytes of a broken or unknown
/// sequence are returned as they are.
int screen_read_key(void);

/// Makes the sequences of this key come as plain bytes.
void screen_forget_key(int code);

/// Lets the keypad's sequences in application mode come as plain bytes. Descriptions give some of them to cursor and function
/// keys, although terminals send them for digits and signs.
void screen_forget_keypad(void);

/// terminfo's name of a key code, such as `kUP5`; NULL for none.
const char *screen_key_name(int code);
