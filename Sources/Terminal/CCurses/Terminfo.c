#define _GNU_SOURCE
#include "CCurses.h"
#include <string.h>
#include <term.h>
#include <wchar.h>

enum terminfo_result terminfo_load(const char *term, int descriptor) {
  int result = 0;
  if (setupterm((char *)term, descriptor, &result) == OK) return TERMINFO_FOUND;
  return result < 0 ? TERMINFO_NO_DATABASE : TERMINFO_UNKNOWN;
}

int terminfo_number(const char *name) {
  int value = tigetnum((char *)name);
  return value < 0 ? -1 : value;
}

const char *terminfo_string(const char *name) {
  char *value = tigetstr((char *)name);
  // tigetstr returns (char *)-1 for a name that is not a string capability.
  return value == (char *)-1 ? NULL : value;
}

bool terminfo_flag(const char *name) { return tigetflag((char *)name) > 0; }

/// Copies a sequence without its padding marks.
static size_t copy(const char *value, char *bytes, size_t room) {
  size_t count = 0;
  while (value && *value && count < room) {
    const char *padding_end = value[0] == '$' && value[1] == '<' ? strchr(value, '>') : NULL;
    if (padding_end) {
      value = padding_end + 1;
    } else {
      bytes[count++] = *value++;
    }
  }
  return count;
}

size_t terminfo_copy(const char *name, char *bytes, size_t room) { return copy(terminfo_string(name), bytes, room); }

size_t terminfo_format(const char *name, int first, int second, char *bytes, size_t room) {
  const char *value = terminfo_string(name);
  return value ? copy(tparm(value, first, second), bytes, room) : 0;
}

int terminfo_width(uint32_t scalar) { return wcwidth((wchar_t)scalar); }
