#define _GNU_SOURCE
#include "CCurses.h"
#include <fcntl.h>
#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <wchar.h>

static SCREEN *screen;
static FILE *input, *output;
/// Keys are read from a pad, because reading from `stdscr` would refresh it each time.
static WINDOW *keys;
/// The file in memory that ncurses writes to after `screen_open`.
///
/// ncurses writes in pieces, one for each movement of the cursor, each of which would wake the terminal; and it blocks on a
/// terminal that does not read. Neither can be changed, so its descriptor leads to this file, and the caller takes the output
/// with `screen_take`. So the terminal's modes belong to the caller, too: ncurses can no longer set them.
static int memory = -1;

static FILE *open_copy(int descriptor, const char *mode) {
  int copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
  if (copy < 0) return NULL;
  FILE *file = fdopen(copy, mode);
  if (!file) close(copy);
  return file;
}

static void close_files(void) {
  if (input) fclose(input);
  if (output) fclose(output);
  input = output = NULL;
  if (memory >= 0) close(memory);
  memory = -1;
}

/// Sets a variable that ncurses takes for a size in place of the terminal's own, or unsets it.
static void set_size(const char *name, int size) {
  char text[12];
  snprintf(text, sizeof text, "%d", size);
  if (size > 0) setenv(name, text, 1);
  else unsetenv(name);
}

bool screen_open(const char *term, int in, int out, int rows, int columns) {
  input = open_copy(in, "r");
  output = open_copy(out, "w");
  memory = memfd_create("screen", MFD_CLOEXEC);
  // ncurses asks the terminal for its size, and crashes where that is too large for its own numbers.
  set_size("LINES", rows);
  set_size("COLUMNS", columns);
  if (input && output && memory >= 0) screen = newterm(term, output, input);
  set_size("LINES", 0);
  set_size("COLUMNS", 0);
  if (!screen) {
    close_files();
    return false;
  }
  set_term(screen);
  // Before each line ncurses would check for typed keys; interrupting a frame is never worth it.
  typeahead(-1);
  raw();
  noecho();
  nonl();
  // After an escape ncurses would block for the rest of a key; the caller waits instead.
  set_escdelay(0);
  keys = newpad(1, 1);
  keypad(keys, TRUE);
  nodelay(keys, TRUE);
  scrollok(stdscr, FALSE);
  // Either `keypad` or this writes what ncurses begins with, the lines that scroll among it: with the first frame it would come
  // too late for a size that is new by then. On `linux`, which has no keypad mode, nothing else does.
  curs_set(0);
  dup3(memory, fileno(output), O_CLOEXEC);
  return true;
}

void screen_close(void) {
  if (!screen) return;
  // Leaving the second screen twice would move the cursor to where it was before the first time.
  if (!isendwin()) endwin();
  delwin(keys);
  delscreen(screen);
  screen = NULL;
  keys = NULL;
  close_files();
}

void screen_leave(void) { endwin(); }

void screen_return(void) {
  // ncurses returns to its own screen with the next update, but does not restore the keypad mode until a key is read.
  clearok(curscr, TRUE);
  wnoutrefresh(stdscr);
  doupdate();
  keypad(keys, TRUE);
}

size_t screen_count(void) {
  off_t count = memory < 0 ? 0 : lseek(memory, 0, SEEK_CUR);
  return count > 0 ? (size_t)count : 0;
}

size_t screen_take(void *bytes, size_t room) {
  ssize_t count = pread(memory, bytes, room, 0);
  lseek(memory, 0, SEEK_SET);
  return count > 0 ? (size_t)count : 0;
}

int screen_columns(void) { return COLS; }
int screen_rows(void) { return LINES; }
void screen_resize(int rows, int columns) { resize_term(rows, columns); }

bool screen_start_colours(void) { return start_color() == OK && use_default_colors() == OK; }
int screen_colour_count(void) { return COLORS; }
int screen_pair_count(void) { return COLOR_PAIRS; }

bool screen_set_pair(int pair, int foreground, int background) {
  return init_extended_pair(pair, foreground, background) == OK;
}

static attr_t attributes(uint32_t wanted) {
  attr_t attributes = A_NORMAL;
  if (wanted & SCREEN_BOLD) attributes |= A_BOLD;
  if (wanted & SCREEN_DIM) attributes |= A_DIM;
  if (wanted & SCREEN_REVERSE) attributes |= A_REVERSE;
  if (wanted & SCREEN_UNDERLINE) attributes |= A_UNDERLINE;
  if (wanted & SCREEN_ITALIC) attributes |= A_ITALIC;
  return attributes;
}

/// Fills in a complex character and returns its width in columns.
///
/// A glyph whose width the C library sees differently (such as a newer emoji) would shift everything to its right. A
/// replacement character stands for it, and the caller fills the rest with spaces. Marks that take a column of their own
/// would cut the character off, because `setcchar` stops there.
static int complex_character(const struct screen_cell *cell, cchar_t *character) {
  wchar_t text[CCHARW_MAX + 1] = {0};
  // The most frequent characters need no lookup.
  bool is_letter = cell->scalars[0] >= ' ' && cell->scalars[0] < 0x7F;
  int width = is_letter ? 1 : wcwidth((wchar_t)cell->scalars[0]);
  if (width == cell->width) {
    text[0] = (wchar_t)cell->scalars[0];
    for (int i = 1, end = 1; i < CCHARW_MAX && cell->scalars[i]; i++) {
      if (wcwidth((wchar_t)cell->scalars[i]) == 0) text[end++] = (wchar_t)cell->scalars[i];
    }
  } else {
    text[0] = wcwidth(0xFFFD) == 1 ? 0xFFFD : L'?';
    width = 1;
  }
  int pair = cell->pair;
  setcchar(character, text, attributes(cell->attributes), (short)pair, &pair);
  return width;
}

static bool is_ascii(const struct screen_cell *cell) {
  return cell->scalars[0] >= ' ' && cell->scalars[0] < 0x7F && cell->scalars[1] == 0 && cell->width == 1;
}

/// Returns whether the complex character of `next` is that of `cell`, except for the letter if both are letters.
static bool is_repeated(const struct screen_cell *cell, const struct screen_cell *next) {
  if (cell->attributes != next->attributes || cell->pair != next->pair) return false;
  if (is_ascii(cell) && is_ascii(next)) return true;
  return cell->width == 1 && next->width == 1 && memcmp(cell->scalars, next->scalars, sizeof cell->scalars) == 0;
}

void screen_draw(int row, int column, const struct screen_cell *cells, int count) {
  enum { most = 256 };
  cchar_t run[most + 1];
  int length = 0, start = column;
  for (int i = 0; i < count; i++) {
    if (cells[i].width == 0) continue;
    if (length + 2 > most) {
      mvwadd_wchnstr(stdscr, row, start, run, length);
      length = 0;
      start = column + i;
    }
    // Blanks, lines and most words are sequences of cells that differ only in a letter.
    if (length > 0 && is_repeated(&cells[i - 1], &cells[i])) {
      run[length] = run[length - 1];
      if (is_ascii(&cells[i])) run[length].chars[0] = (wchar_t)cells[i].scalars[0];
      length++;
      continue;
    }
    int width = complex_character(&cells[i], &run[length++]);
    if (width < cells[i].width) {
      struct screen_cell space = cells[i];
      space.scalars[0] = ' ';
      space.scalars[1] = 0;
      space.width = 1;
      complex_character(&space, &run[length++]);
    }
  }
  if (length) mvwadd_wchnstr(stdscr, row, start, run, length);
}

/// Appends to the output of ncurses, whose own buffer is empty between two updates.
static void add_bytes(const char *bytes, size_t count) {
  for (ssize_t written; count > 0 && (written = write(memory, bytes, count)) > 0; count -= (size_t)written) bytes += written;
}

static void add(const char *text) { add_bytes(text, strlen(text)); }

static void write_changes(void) {
  wnoutrefresh(stdscr);
  doupdate();
}

void screen_begin(const char *before, bool moves) {
  add(before);
  idcok(stdscr, moves);
}

void screen_write(void) {
  leaveok(stdscr, TRUE);
  write_changes();
}

/// What `screen_write_cells` has put together and not yet added.
static char pending[4096];
static size_t pending_count;

static void add_pending(void) {
  add_bytes(pending, pending_count);
  pending_count = 0;
}

static int put(int byte) {
  if (pending_count == sizeof pending) add_pending();
  pending[pending_count++] = (char)byte;
  return byte;
}

static void put_text(const char *text) {
  while (*text) put(*text++);
}

// Extended capabilities, which ncurses itself does not use (user_caps(5)).
static const char *strike_capability(const char *name) {
  const char *sequence = tigetstr(name);
  return sequence == (const char *)-1 ? NULL : sequence;
}

bool screen_strikes(void) { return strike_capability("smxx") && strike_capability("rmxx"); }

static void put_strike(bool begins) {
  const char *sequence = strike_capability(begins ? "smxx" : "rmxx");
  if (sequence) put_text(sequence);
}

static void put_character(const cchar_t *character) {
  wchar_t text[CCHARW_MAX + 1] = {0};
  attr_t attributes;
  short pair;
  int wide_pair;
  if (getcchar(character, text, &attributes, &pair, &wide_pair) != OK) text[0] = L' ';
  mbstate_t state = {0};
  for (int i = 0; i < CCHARW_MAX && text[i]; i++) {
    char bytes[MB_LEN_MAX];
    size_t count = wcrtomb(bytes, text[i], &state);
    if (count == (size_t)-1) break;
    for (size_t j = 0; j < count; j++) put(bytes[j]);
  }
}

void screen_begin_cells(int row, int column) {
  // ncurses must know where the cursor is, and `screen_end_cells` brings it back there.
  leaveok(stdscr, FALSE);
  wmove(stdscr, row, column);
  write_changes();
}

void screen_write_cells(int row, int column, const struct screen_cell *cells, int count, const char *open, const char *close) {
  // Where the last place of the screen would scroll it, ncurses has a way around, and that place keeps what ncurses wrote.
  bool scrolls = tigetflag("am") > 0 && tigetflag("xenl") <= 0;
  if (scrolls && row == LINES - 1 && column + count == COLS) count -= cells[count - 1].width == 0 ? 2 : 1;
  if (count <= 0) return;
  terminfo_move(row, column, put);
  put_text(open);
  // ncurses leaves the terminal with no attributes after each update.
  uint32_t attributes_now = 0;
  int pair_now = 0;
  for (int i = 0; i < count; i++) {
    if (cells[i].width == 0) continue;
    if (cells[i].attributes != attributes_now || cells[i].pair != pair_now) {
      // A change of other attributes may end it.
      if (attributes_now & SCREEN_STRUCK) put_strike(false);
      // To give up a pair's colours, ncurses writes into its own buffer, whatever function it is given (`reset_color_pair`):
      // there they would end after all the cells. What ends all attributes ends the colours too, and goes where it is to go.
      int no_pair = 0;
      if (pair_now != 0 && cells[i].pair != pair_now) vid_puts(A_NORMAL, 0, &no_pair, put);
      attributes_now = cells[i].attributes;
      pair_now = cells[i].pair;
      vid_puts(attributes(attributes_now), (short)pair_now, &pair_now, put);
      if (attributes_now & SCREEN_STRUCK) put_strike(true);
    }
    cchar_t character;
    int width = complex_character(&cells[i], &character);
    put_character(&character);
    if (width < cells[i].width) put(' ');
  }
  int no_pair = 0;
  if (attributes_now & SCREEN_STRUCK) put_strike(false);
  if (attributes_now != 0 || pair_now != 0) vid_puts(A_NORMAL, 0, &no_pair, put);
  put_text(close);
}

void screen_end_cells(int row, int column) {
  terminfo_move(row, column, put);
  add_pending();
}

void screen_show(int row, int column, const char *after) {
  if (row >= 0) wmove(stdscr, row, column);
  // A hidden cursor may stay after the last character.
  leaveok(stdscr, row < 0);
  // Not every terminal can hide its cursor; then it stays visible.
  curs_set(row >= 0 ? 1 : 0);
  write_changes();
  add(after);
}

void screen_repaint(void) { clearok(curscr, TRUE); }

int screen_read_key(void) { return wgetch(keys); }

void screen_forget_key(int code) { define_key(NULL, code); }

void screen_forget_keypad(void) {
  char sequence[] = "\033O?";
  for (const char *sign = "jklmnopqrstuvwxyXI "; *sign; sign++) {
    sequence[2] = *sign;
    // A code of 0 takes the sequence away from the key that has it.
    define_key(sequence, 0);
  }
}

const char *screen_key_name(int code) { return keyname(code); }
