#define _GNU_SOURCE
#include "CProcess.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

bool process_mark_descriptors(void) {
  DIR *folder = opendir("/proc/self/fd");
  if (!folder) return false;
  for (struct dirent *entry; (entry = readdir(folder));) {
    int descriptor = atoi(entry->d_name);
    if (descriptor > STDERR_FILENO) fcntl(descriptor, F_SETFD, FD_CLOEXEC);
  }
  closedir(folder);
  return true;
}

/// Makes the child close all descriptors from 3 on. glibc uses close_range(2), and if the kernel lacks it, the list in
/// `/proc/self/fd`.
static int close_others(posix_spawn_file_actions_t *files) {
#if defined(__GLIBC_PREREQ) && __GLIBC_PREREQ(2, 34)
  return posix_spawn_file_actions_addclosefrom_np(files, STDERR_FILENO + 1);
#else
  (void)files;
  return process_mark_descriptors() ? 0 : ENOSYS;
#endif
}

static int set_streams(posix_spawn_file_actions_t *files, const int streams[3]) {
  for (int number = 0; number < 3; number++) {
    // A descriptor that stays in place loses its close-on-exec flag.
    int error = streams[number] >= 0
                    ? posix_spawn_file_actions_adddup2(files, streams[number], number)
                    : posix_spawn_file_actions_addopen(files, number, "/dev/null", number == 0 ? O_RDONLY : O_WRONLY, 0);
    if (error) return error;
  }
  return close_others(files);
}

pid_t process_start(char *const arguments[], char *const environment[], const int streams[3], bool own_session) {
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_t files;
  sigset_t none, all;
  sigemptyset(&none);
  // All bits, which sigfillset does not set: glibc reserves two signals, which its posix_spawn makes the child ignore unless
  // they are in the set. A shell leaves them at their default.
  memset(&all, 0xFF, sizeof all);
  posix_spawnattr_init(&attributes);
  posix_spawn_file_actions_init(&files);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setflags(
      &attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | (own_session ? POSIX_SPAWN_SETSID : 0));
  pid_t process = -1;
  int error = set_streams(&files, streams);
  if (!error) error = posix_spawnp(&process, arguments[0], &files, &attributes, arguments, environment);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  errno = error;
  return error ? -1 : process;
}

int process_memory_file(const void *bytes, size_t count) {
  int file = memfd_create("input", MFD_CLOEXEC);
  for (size_t written = 0; file >= 0 && written < count;) {
    ssize_t step = write(file, (const char *)bytes + written, count - written);
    if (step < 0 && errno == EINTR) continue;
    if (step <= 0) {
      int error = errno;
      close(file);
      errno = error;
      return -1;
    }
    written += (size_t)step;
  }
  if (file >= 0) lseek(file, 0, SEEK_SET);
  return file;
}
