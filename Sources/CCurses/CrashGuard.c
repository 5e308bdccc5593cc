#define _GNU_SOURCE
#include "CCurses.h"
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const int fatal[] = {SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGBUS, SIGSEGV, SIGSYS, SIGQUIT};
enum { fatal_count = sizeof fatal / sizeof fatal[0] };
static struct sigaction previous[fatal_count];
static bool are_handlers_set;

static atomic_bool is_armed;
static int terminal;
static struct termios modes;
static char bytes[1024];
static size_t count;
static char stack[64 * 1024];
/// How long a crash waits for a terminal that does not read.
enum { patience_in_milliseconds = 150 };

/// Uses only functions that POSIX lists as safe in a signal handler.
static void restore(void) {
  // Two threads may crash at once; one of them restores.
  if (!atomic_exchange(&is_armed, false)) return;
  if (!tty_write_within(terminal, bytes, count, patience_in_milliseconds)) tty_discard(terminal, bytes, count);
  tcsetattr(terminal, TCSANOW, &modes);
  kept_errors_end();
}

static void on_crash(int number, siginfo_t *info, void *context) {
  restore();
  struct sigaction next = {.sa_handler = SIG_DFL};
  for (int i = 0; i < fatal_count; i++) {
    sigaction(fatal[i], &previous[i], NULL);
    if (fatal[i] == number) next = previous[i];
  }
  if (next.sa_flags & SA_SIGINFO) {
    next.sa_sigaction(number, info, context);
  } else if (next.sa_handler != SIG_DFL && next.sa_handler != SIG_IGN) {
    next.sa_handler(number);
  } else if (info->si_code <= 0) {
    // Sent by a process (`abort`, `kill`): raised again with the default action when this handler returns. A fault of the
    // processor need not be raised, because the instruction faults again.
    raise(number);
  }
}

void crash_guard_arm(int descriptor, const struct termios *wanted, const char *prepared, size_t length) {
  atomic_store(&is_armed, false);
  terminal = descriptor;
  modes = *wanted;
  count = length < sizeof bytes ? length : sizeof bytes;
  memcpy(bytes, prepared, count);

  stack_t current;
  if (sigaltstack(NULL, &current) == 0 && (current.ss_flags & SS_DISABLE)) {
    sigaltstack(&(stack_t){.ss_sp = stack, .ss_size = sizeof stack}, NULL);
  }
  if (!are_handlers_set) {
    are_handlers_set = true;
    atexit(restore);
    struct sigaction action = {.sa_sigaction = on_crash, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    sigemptyset(&action.sa_mask);
    sigset_t wanted;
    sigemptyset(&wanted);
    for (int i = 0; i < fatal_count; i++) {
      sigaction(fatal[i], &action, &previous[i]);
      sigaddset(&wanted, fatal[i]);
    }
    // A parent may have blocked them, and the mask survives `exec`.
    pthread_sigmask(SIG_UNBLOCK, &wanted, NULL);
  }
  atomic_store(&is_armed, true);
}

void crash_guard_disarm(void) { atomic_store(&is_armed, false); }
