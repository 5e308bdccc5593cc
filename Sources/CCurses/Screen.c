#define _GNU_SOURCE
#include "CCurses.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <wchar.h>

static SCREEN *screen;
static FILE *input, *output;
/// Keys are read from a pad: reading from `stdscr` would refresh it each time.
static WINDOW *keys;
/// A file in memory that collects a frame, and another descriptor of the terminal; -1 where there is none.
static int frame = -1, terminal = -1;

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
  if (frame >= 0) close(frame);
  if (terminal >= 0) close(terminal);
  frame = terminal = -1;
}

bool screen_open(const char *term, int in, int out) {
  input = open_copy(in, "r");
  output = open_copy(out, "w");
  // Without one of the two, ncurses writes by itself.
  frame = memfd_create("frame", MFD_CLOEXEC);
  terminal = fcntl(out, F_DUPFD_CLOEXEC, 0);
  if (input && output) screen = newterm(term, output, input);
  if (!screen) {
    close_files();
    return false;
  }
  set_term(screen);
  // Before each line it draws ncurses would look whether a key has been typed; one frame is never worth breaking off.
  typeahead(-1);
  raw();
  noecho();
  nonl();
  // After an escape ncurses would wait for the rest of a key, and nothing else would be done meanwhile: the caller waits.
  set_escdelay(0);
  keys = newpad(1, 1);
  keypad(keys, TRUE);
  nodelay(keys, TRUE);
  scrollok(stdscr, FALSE);
  return true;
}

void screen_close(void) {
  if (!screen) return;
  // Leaving the second screen twice would put the cursor back where it was before the first time.
  if (!isendwin()) endwin();
  delwin(keys);
  delscreen(screen);
  screen = NULL;
  keys = NULL;
  close_files();
}

void screen_leave(void) { endwin(); }

void screen_return(void) {
  // ncurses returns to the program's modes, and to its own screen, with the next update.
  clearok(curscr, TRUE);
  wnoutrefresh(stdscr);
  doupdate();
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

/// Fills in one complex character, and says how many columns it takes.
///
/// A glyph whose width the C library sees differently (a newer emoji, say) would shift everything to its right, so a
/// replacement stands for it, and the caller fills the rest with spaces. Marks that take a column of their own would cut
/// the character off, since `setcchar` stops there.
static int complex_character(const struct screen_cell *cell, cchar_t *character) {
  wchar_t text[CCHARW_MAX + 1] = {0};
  // What is written most needs not be looked up.
  bool is_ascii = cell->scalars[0] >= ' ' && cell->scalars[0] < 0x7F;
  int width = is_ascii ? 1 : wcwidth((wchar_t)cell->scalars[0]);
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
    // Blanks and lines are rows of equal cells.
    if (length > 0 && cells[i].width == 1 && cells[i - 1].width == 1 &&
        memcmp(&cells[i], &cells[i - 1], offsetof(struct screen_cell, width)) == 0) {
      run[length] = run[length - 1];
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

static void write_all(int descriptor, const char *bytes, size_t count) {
  while (count > 0) {
    ssize_t written = write(descriptor, bytes, count);
    if (written > 0) {
      bytes += written;
      count -= (size_t)written;
    } else if (errno == EAGAIN) {
      struct pollfd ready = {.fd = descriptor, .events = POLLOUT};
      poll(&ready, 1, -1);
    } else if (errno != EINTR) {
      // The terminal is gone, which its hang-up tells the loop.
      return;
    }
  }
}

/// Begins to collect what ncurses writes, which it would write in pieces, one at each movement of the cursor: each of them
/// would wake the terminal. ncurses has no word for that, so its descriptor leads to the file in memory for as long.
///
/// False where ncurses writes by itself: where there is no such file, and where it first has to return to its screen, for
/// which it needs the terminal.
static bool begin_collecting(void) {
  return frame >= 0 && terminal >= 0 && !isendwin() && dup3(frame, fileno(output), O_CLOEXEC) >= 0;
}

/// Gives ncurses the terminal back, and writes what was collected.
static void end_collecting(void) {
  dup3(terminal, fileno(output), O_CLOEXEC);
  char bytes[8192];
  off_t count = lseek(frame, 0, SEEK_CUR);
  for (off_t done = 0; done < count;) {
    size_t wanted = (size_t)(count - done) < sizeof bytes ? (size_t)(count - done) : sizeof bytes;
    ssize_t got = pread(frame, bytes, wanted, done);
    if (got <= 0) break;
    write_all(terminal, bytes, (size_t)got);
    done += got;
  }
  lseek(frame, 0, SEEK_SET);
}

/// A frame is being collected, or written as it comes; `screen_show` ends both.
static bool collects, begun;

static void begin_frame(const char *before) {
  if (begun) return;
  begun = true;
  collects = begin_collecting();
  write_all(fileno(output), before, strlen(before));
}

static void write_changes(void) {
  wnoutrefresh(stdscr);
  doupdate();
}

void screen_begin_links(const char *before) {
  begin_frame(before);
  // Characters that moved to another place in their line would take their links along, which nobody has written down.
  idcok(stdscr, FALSE);
  leaveok(stdscr, TRUE);
  write_changes();
}

void screen_draw_link(int row, int column, const struct screen_cell *cells, int count, const char *open, const char *close) {
  // The cursor is there before the link begins: what ncurses writes to move it must not become part of it.
  leaveok(stdscr, FALSE);
  wmove(stdscr, row, column);
  write_changes();
  leaveok(stdscr, TRUE);
  write_all(fileno(output), open, strlen(open));
  screen_draw(row, column, cells, count);
  write_changes();
  write_all(fileno(output), close, strlen(close));
}

void screen_show(int row, int column, const char *before, const char *after) {
  begin_frame(before);
  begun = false;
  if (row >= 0) wmove(stdscr, row, column);
  // A hidden cursor may stay where the last character left it.
  leaveok(stdscr, row < 0);
  // Not every terminal can hide its cursor; then it stays where it is.
  curs_set(row >= 0 ? 1 : 0);
  write_changes();
  write_all(fileno(output), after, strlen(after));
  if (collects) end_collecting();
}

void screen_repaint(void) { clearok(curscr, TRUE); }

int screen_read_key(void) { return wgetch(keys); }

void screen_forget_key(int code) { define_key(NULL, code); }

const char *screen_key_name(int code) { return keyname(code); }
