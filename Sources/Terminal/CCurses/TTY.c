#define _GNU_SOURCE
#include "CCurses.h"
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

bool tty_size(int descriptor, int *rows, int *columns) {
  struct winsize size;
  if (ioctl(descriptor, TIOCGWINSZ, &size) != 0 || size.ws_row == 0 || size.ws_col == 0) return false;
  *rows = size.ws_row;
  *columns = size.ws_col;
  return true;
}

bool tty_is_in_background(int descriptor) {
  pid_t group = tcgetpgrp(descriptor);
  return group >= 0 && group != getpgrp();
}

bool tty_set_foreground(int descriptor, pid_t group) {
  // tcsetpgrp(3) stops a caller in the background with SIGTTOU unless the signal is blocked.
  sigset_t stop, before;
  sigemptyset(&stop);
  sigaddset(&stop, SIGTTOU);
  pthread_sigmask(SIG_BLOCK, &stop, &before);
  bool has_set = tcsetpgrp(descriptor, group) == 0;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return has_set;
}

int tty_available(int descriptor) {
  int count = 0;
  return ioctl(descriptor, FIONREAD, &count) == 0 ? count : 0;
}

int tty_reopen(int descriptor) {
  // The first name opens the terminal itself, subject to its permissions; the other opens the terminal of this session, which
  // all its processes may use, as after `su`.
  char *name = NULL;
  int flags = O_RDWR | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, copy = -1;
  if (asprintf(&name, "/proc/self/fd/%d", descriptor) >= 0) {
    copy = open(name, flags);
    free(name);
  }
  if (copy < 0 && tcgetsid(descriptor) == getsid(0)) copy = open("/dev/tty", flags);
  return copy < 0 ? fcntl(descriptor, F_DUPFD_CLOEXEC, 0) : copy;
}

/// Waits until there is room, or the terminal is gone.
static bool has_room(int descriptor, int milliseconds) {
  struct pollfd room = {.fd = descriptor, .events = POLLOUT};
  return poll(&room, 1, milliseconds) > 0;
}

ssize_t tty_write(int descriptor, const void *bytes, size_t count) {
  bool blocks = !(fcntl(descriptor, F_GETFL) & O_NONBLOCK);
  size_t done = 0;
  while (done < count) {
    // Where writing may block, a single byte does not, as long as no other process writes.
    if (blocks && !has_room(descriptor, 0)) break;
    ssize_t written = write(descriptor, (const char *)bytes + done, blocks ? 1 : count - done);
    if (written >= 0) {
      done += (size_t)written;
    } else if (errno == EAGAIN) {
      break;
    } else if (errno != EINTR) {
      return -1;
    }
  }
  return (ssize_t)done;
}

static int64_t milliseconds_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

bool tty_write_within(int descriptor, const void *bytes, size_t count, int milliseconds) {
  int64_t end = milliseconds_now() + milliseconds;
  while (true) {
    ssize_t written = tty_write(descriptor, bytes, count);
    if (written < 0) return true;
    bytes = (const char *)bytes + written;
    count -= (size_t)written;
    if (count == 0) return true;
    int64_t rest = end - milliseconds_now();
    if (rest <= 0) return false;
    has_room(descriptor, (int)rest);
  }
}

void tty_discard(int descriptor, const void *bytes, size_t count) {
  tcflush(descriptor, TCOFLUSH);
  tty_write(descriptor, bytes, count);
}
