// Lets the linker leave out public functions that nothing calls, by copies of object files in which they are not to be retained.
//
//     let-go FOLDER <names of files >names of files
//
// Swift's compiler has every public function of a module retained (SHF_GNU_RETAIN), since another module could call it. In a program
// whose modules are all there the linker sees who calls what. Descriptions of types, which are looked up while a program runs, stay
// as they are. A file that is no object for a 64-bit machine of little-endian order is named as it is, and so is one without such
// functions.
#include <elf.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef SHF_GNU_RETAIN
#define SHF_GNU_RETAIN (1 << 21)
#endif

static char *read_all(const char *name, size_t *size) {
  FILE *file = fopen(name, "rb");
  if (!file) return NULL;
  char *bytes = NULL;
  if (fseek(file, 0, SEEK_END) == 0) {
    long length = ftell(file);
    rewind(file);
    bytes = length > 0 ? malloc((size_t)length) : NULL;
    if (bytes && fread(bytes, 1, (size_t)length, file) != (size_t)length) {
      free(bytes);
      bytes = NULL;
    }
    *size = length > 0 ? (size_t)length : 0;
  }
  fclose(file);
  return bytes;
}

// Whether something was changed.
static bool let_go(char *bytes, size_t size) {
  Elf64_Ehdr header;
  if (size < sizeof header) return false;
  memcpy(&header, bytes, sizeof header);
  if (memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_ident[EI_CLASS] != ELFCLASS64 ||
      header.e_ident[EI_DATA] != ELFDATA2LSB || header.e_type != ET_REL || header.e_shentsize != sizeof(Elf64_Shdr) ||
      header.e_shoff > size - sizeof(Elf64_Shdr))
    return false;
  Elf64_Shdr section;
  memcpy(&section, bytes + header.e_shoff, sizeof section);
  // Where there are many, the first section tells how many.
  size_t count = header.e_shnum ? header.e_shnum : section.sh_size;
  if (count > (size - header.e_shoff) / sizeof section) return false;
  bool changed = false;
  for (size_t i = 0; i < count; i++) {
    char *place = bytes + header.e_shoff + i * sizeof section;
    memcpy(&section, place, sizeof section);
    if (!(section.sh_flags & SHF_EXECINSTR) || !(section.sh_flags & SHF_GNU_RETAIN)) continue;
    section.sh_flags &= ~(Elf64_Xword)SHF_GNU_RETAIN;
    memcpy(place, &section, sizeof section);
    changed = true;
  }
  return changed;
}

int main(int count, char **arguments) {
  if (count != 2) return 2;
  char *line = NULL;
  size_t capacity = 0;
  ssize_t length;
  for (size_t number = 0; (length = getline(&line, &capacity, stdin)) > 0; number++) {
    if (line[length - 1] == '\n') line[length - 1] = '\0';
    size_t size = 0;
    char *bytes = read_all(line, &size);
    if (!bytes || !let_go(bytes, size)) {
      puts(line);
    } else {
      char name[4096];
      snprintf(name, sizeof name, "%s/%zu.o", arguments[1], number);
      FILE *file = fopen(name, "wb");
      if (!file || fwrite(bytes, 1, size, file) != size || fclose(file) != 0) return 1;
      puts(name);
    }
    free(bytes);
  }
  free(line);
  return 0;
}
