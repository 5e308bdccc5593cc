#define _GNU_SOURCE
#include "CCurses.h"
#include <fcntl.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <unistd.h>

static int terminal = -1;
static int memory = -1;
static atomic_bool is_keeping;

void kept_errors_begin(void) {
  if (is_keeping || !isatty(STDERR_FILENO)) return;
  memory = memfd_create("standard error", MFD_CLOEXEC);
  terminal = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
  if (memory < 0 || terminal < 0 || dup2(memory, STDERR_FILENO) < 0) {
    close(memory);
    close(terminal);
    return;
  }
  atomic_store(&is_keeping, true);
}

void kept_errors_end(void) {
  if (!atomic_exchange(&is_keeping, false)) return;
  dup2(terminal, STDERR_FILENO);
  off_t end = lseek(memory, 0, SEEK_END);
  off_t most = 64 * 1024;
  lseek(memory, end > most ? end - most : 0, SEEK_SET);
  char bytes[4096];
  for (ssize_t count; (count = read(memory, bytes, sizeof bytes)) > 0;) {
    if (write(terminal, bytes, (size_t)count) < 0) break;
  }
  close(memory);
  close(terminal);
}
