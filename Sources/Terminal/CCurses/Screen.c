#define _GNU_SOURCE
#include "CCurses.h"
#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static SCREEN *screen;
static FILE *input, *output;
/// Keys are read from a pad, because reading from `stdscr` would refresh it each time.
static WINDOW *keys;
/// The file in memory that ncurses writes to.
///
/// ncurses blocks on a terminal that does not read, which cannot be changed, so its descriptor leads to this file, and the
/// caller takes the output with `screen_take`. So the terminal's modes belong to the caller, too: ncurses can no longer set
/// them.
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
  // Until here the terminal's modes were set, and nothing was written.
  dup3(memory, fileno(output), O_CLOEXEC);
  keys = newpad(1, 1);
  keypad(keys, TRUE);
  nodelay(keys, TRUE);
  scrollok(stdscr, FALSE);
  // Either `keypad` or this writes what ncurses begins with, the lines that scroll among it: with the first frame it would come
  // too late for a size that is new by then. On `linux`, which has no keypad mode, nothing else does.
  curs_set(0);
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

size_t screen_key_sequence(int code, char *bytes, size_t room) {
  char *sequence = keybound(code, 0);
  size_t count = sequence ? strnlen(sequence, room) : 0;
  if (count) memcpy(bytes, sequence, count);
  free(sequence);
  return count;
}

const char *screen_key_name(int code) { return keyname(code); }
