#include "CCurses.h"
#include <string.h>
#include <term.h>

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

size_t terminfo_copy(const char *name, char *bytes, size_t room) {
  const char *value = terminfo_string(name);
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

void terminfo_move(int row, int column, int (*put)(int)) {
  const char *address = terminfo_string("cup");
  if (address) tputs(tparm(address, row, column), 1, put);
}
