// Leaves out of Foundation's ICU data what this program never asks for: 30 MB of 34.
//
//     trim-icu DATA TRIMMED
//
// Kept are the root of every table and English, time zones, and what belongs to no language. Left out are other languages,
// converters between character sets, transliterations and the dictionaries that find words in scripts without spaces.
//
// A package is a header, then the number of items, for each the offsets of its name and of its data from that number, the
// names, and the data, sorted by name. Source: ICU's source/common/ucmndata.h and source/tools/toolutil/package.cpp.
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_one_of(const char *name, size_t length, const char *const *names) {
  for (; *names; names++)
    if (strlen(*names) == length && memcmp(name, *names, length) == 0) return true;
  return false;
}

// The path of an item is the package's name, a folder where it is in one, and its own name.
static bool is_kept(const char *path) {
  static const char *const tables[] = {"root", "en", "en_US", "en_US_POSIX", "en_001", "pool", "res_index",
                                       "tzdbNames", "ucadata", NULL};
  static const char *const breaks[] = {"root", "en", "char", "word", "line", "sent", "title", "res_index", NULL};
  const char *name = strchr(path, '/') + 1;
  const char *slash = strchr(name, '/');
  const char *file = slash ? slash + 1 : name;
  const char *dot = strrchr(file, '.');
  size_t stem = dot ? (size_t)(dot - file) : strlen(file);
  if (slash) {
    if (strncmp(name, "translit/", 9) == 0 || strncmp(name, "rbnf/", 5) == 0) return false;
    return is_one_of(file, stem, strncmp(name, "brkitr/", 7) == 0 ? breaks : tables);
  }
  if (dot && strcmp(dot, ".cnv") == 0) return false;
  // A language's name is short or has an underscore; "supplementalData" is none.
  if (dot && strcmp(dot, ".res") == 0)
    return is_one_of(file, stem, tables) || (stem > 5 && memchr(file, '_', stem) == NULL);
  return true;
}

static uint32_t word(const unsigned char *bytes) {
  uint32_t value;
  memcpy(&value, bytes, sizeof value);
  return value;
}

static int fail(const char *what) {
  fprintf(stderr, "trim-icu: %s\n", what);
  return 1;
}

int main(int count, char **arguments) {
  if (count != 3) return fail("needs the names of two files");
  FILE *input = fopen(arguments[1], "rb");
  if (!input || fseek(input, 0, SEEK_END) != 0) return fail("cannot read the data");
  long length = ftell(input);
  if (length < 64) return fail("the data is too short");
  unsigned char *data = malloc((size_t)length);
  rewind(input);
  if (!data || fread(data, 1, (size_t)length, input) != (size_t)length) return fail("cannot read the data");
  fclose(input);

  uint16_t header;
  memcpy(&header, data, sizeof header);
  // Little endian, and a package of items.
  if (data[2] != 0xDA || data[3] != 0x27 || data[8] != 0 || memcmp(data + 12, "CmnD", 4) != 0)
    return fail("this is no package of ICU's for this machine");
  const unsigned char *start = data + header;
  uint32_t items = word(start);
  size_t size = (size_t)length - header;

  uint32_t *kept = malloc((items + 1) * sizeof *kept);
  uint32_t number = 0;
  size_t names = 0;
  for (uint32_t i = 0; i < items; i++) {
    const char *path = (const char *)start + word(start + 4 + 8 * i);
    if (!is_kept(path)) continue;
    kept[number++] = i;
    names += strlen(path) + 1;
  }

  FILE *output = fopen(arguments[2], "wb");
  if (!output) return fail("cannot write the result");
  fwrite(data, 1, header, output);
  fwrite(&number, sizeof number, 1, output);
  // The table of contents, with the places that names and data will have: data begins at multiples of sixteen.
  uint32_t name_offset = 4 + 8 * number;
  uint32_t data_offset = (uint32_t)((name_offset + names + 15) & ~(size_t)15);
  for (uint32_t k = 0; k < number; k++) {
    uint32_t i = kept[k];
    const char *path = (const char *)start + word(start + 4 + 8 * i);
    uint32_t from = word(start + 8 + 8 * i);
    uint32_t to = i + 1 < items ? word(start + 8 + 8 * (i + 1)) : (uint32_t)size;
    fwrite(&name_offset, sizeof name_offset, 1, output);
    fwrite(&data_offset, sizeof data_offset, 1, output);
    name_offset += (uint32_t)strlen(path) + 1;
    data_offset += (to - from + 15) & ~(uint32_t)15;
  }
  static const char padding[16];
  for (uint32_t k = 0; k < number; k++) {
    const char *path = (const char *)start + word(start + 4 + 8 * kept[k]);
    fwrite(path, 1, strlen(path) + 1, output);
  }
  size_t written = 4 + 8 * (size_t)number + names;
  fwrite(padding, 1, (16 - written % 16) % 16, output);
  for (uint32_t k = 0; k < number; k++) {
    uint32_t i = kept[k];
    uint32_t from = word(start + 8 + 8 * i);
    uint32_t to = i + 1 < items ? word(start + 8 + 8 * (i + 1)) : (uint32_t)size;
    fwrite(start + from, 1, to - from, output);
    fwrite(padding, 1, (16 - (to - from) % 16) % 16, output);
  }
  if (fclose(output) != 0) return fail("cannot write the result");
  return 0;
}
