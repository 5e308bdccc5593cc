/// ncurses' screen, where Swift cannot reach it: `newterm` on descriptors, `stdscr`, attributes, runs of complex characters.
///
/// Nothing here but `screen_open` writes to the terminal or sets its modes: what is to be written is taken with `screen_take`.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A glyph to be drawn: a base character and up to four marks, 0 where there are fewer.
struct screen_cell {
  uint32_t scalars[5];
  /// Of `screen_attribute`.
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
};

/// Takes the terminal over: `newterm`, raw mode, no echo. (`initscr` would end the program when it fails.)
/// The descriptors stay the caller's. False when ncurses cannot.
bool screen_open(const char *term, int input, int output);

/// Lets go of everything. The screen must have been left, and taken what that wrote.
void screen_close(void);

/// Leaves ncurses' screen for a while; `screen_return` returns to it and paints every cell.
void screen_leave(void);
void screen_return(void);

/// How many bytes ncurses has written since they were last taken, and takes them: at most as many as there is room for, the
/// rest is lost. Returns how many there are.
size_t screen_count(void);
size_t screen_take(void *bytes, size_t room);

int screen_columns(void);
int screen_rows(void);
/// `resize_term`: `resizeterm` would queue KEY_RESIZE each time.
void screen_resize(int rows, int columns);

/// Starts colours upon the terminal's own default colours; false where the terminal cannot.
bool screen_start_colours(void);
int screen_colour_count(void);
int screen_pair_count(void);
/// Colours by number, −1 for the default one.
bool screen_set_pair(int pair, int foreground, int background);

/// Draws `count` columns, from glyph to glyph, onto ncurses' virtual screen.
void screen_draw(int row, int column, const struct screen_cell *cells, int count);

/// Begins a frame with links, before its `screen_show`: writes what was drawn so far, `before` in front of it.
void screen_begin_links(const char *before);

/// Draws cells between two sequences, and nothing else between them: the terminal takes the cells as a link.
void screen_draw_link(int row, int column, const struct screen_cell *cells, int count, const char *open, const char *close);

/// Writes what changed, and puts the cursor at a place, or hides it when `row` is negative. `before` and `after` are written
/// on either side of it.
void screen_show(int row, int column, const char *before, const char *after);

/// The next `screen_show` paints every cell.
void screen_repaint(void);

/// The next byte (0–255) or key code (above) that was typed, −1 when there is none. A byte of a broken or unknown sequence
/// comes as it is.
int screen_read_key(void);

/// From now on the sequences of this key come as plain bytes.
void screen_forget_key(int code);

/// terminfo's name of a key code, such as `kUP5`; NULL for none.
const char *screen_key_name(int code);
