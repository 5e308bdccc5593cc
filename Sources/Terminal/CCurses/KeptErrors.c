#define _GNU_SOURCE
#include "CCurses.h"
#include <fcntl.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <unistd.h>

static int terminal = -1;
/// The same terminal for writing without blocking forever.
static int writer = -1;
static int memory = -1;
/// How long the end waits for a terminal that does not read.
enum { patience_in_milliseconds = 150 };
static atomic_bool is_keeping;

void kept_errors_begin(void) {
  if (is_keeping || !isatty(STDERR_FILENO)) return;
  memory = memfd_create("standard error", MFD_CLOEXEC);
  terminal = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
  writer = tty_reopen(STDERR_FILENO);
  if (memory < 0 || terminal < 0 || writer < 0 || dup2(memory, STDERR_FILENO) < 0) {
    close(memory);
    close(terminal);
    close(writer);
    return;
  }
  atomic_store(&is_keeping, true);
}

void kept_errors_end(void) {
  if (!atomic_exchange(&is_keeping, false)) return;
  dup2(terminal, STDERR_FILENO);
  static char bytes[64 * 1024];
  off_t end = lseek(memory, 0, SEEK_END), most = sizeof bytes;
  ssize_t count = pread(memory, bytes, sizeof bytes, end > most ? end - most : 0);
  if (count > 0) tty_write_within(writer, bytes, (size_t)count, patience_in_milliseconds);
  close(memory);
  close(terminal);
  close(writer);
}
