#define _GNU_SOURCE
#include "CBuild.h"

#include <link.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

// The start of the loaded file, which the linker defines in every program, as it does _DYNAMIC, its table for the loader.
extern const char __ehdr_start[] __attribute__((visibility("hidden")));

size_t build_forget_relocations(void) {
  uintptr_t base = (uintptr_t)__ehdr_start;
  uintptr_t start = 0;
  size_t size = 0;
  for (const ElfW(Dyn) *entry = _DYNAMIC; entry->d_tag != DT_NULL; entry++) {
    if (entry->d_tag == DT_RELA) start = entry->d_un.d_ptr;
    if (entry->d_tag == DT_RELASZ) size = entry->d_un.d_val;
  }
  if (start == 0) return 0;
  // Some versions of the loader write the address in place of the offset.
  if (start < base) start += base;
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  uintptr_t first = (start + page - 1) / page * page;
  uintptr_t end = (start + size) / page * page;
  if (end <= first || madvise((void *)first, end - first, MADV_DONTNEED) != 0) return 0;
  return end - first;
}
