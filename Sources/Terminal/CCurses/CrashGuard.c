#define _GNU_SOURCE
#include "CCurses.h"
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// Signals of faults and of requests for a core dump.
static const int faults[] = {SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGBUS, SIGSEGV, SIGSYS, SIGQUIT};
/// All other signals whose default action ends a process (signal(7)), without those that Signals.c catches and SIGPIPE, which
/// is ignored; the real-time signals belong to them.
static const int ends[] = {SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGSTKFLT, SIGIO, SIGPWR, SIGXCPU, SIGXFSZ};
enum { fault_count = sizeof faults / sizeof faults[0], end_count = sizeof ends / sizeof ends[0] };
/// The handlers before, by the signals' numbers.
static struct sigaction previous[_NSIG];
static bool is_guarded[_NSIG];
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

static bool faults_again(int number) {
  return number == SIGILL || number == SIGFPE || number == SIGBUS || number == SIGSEGV;
}

static void on_crash(int number, siginfo_t *info, void *context) {
  restore();
  for (int i = 1; i < _NSIG; i++) {
    if (is_guarded[i]) sigaction(i, &previous[i], NULL);
  }
  struct sigaction next = previous[number];
  if (next.sa_flags & SA_SIGINFO) {
    next.sa_sigaction(number, info, context);
  } else if (next.sa_handler != SIG_DFL && next.sa_handler != SIG_IGN) {
    next.sa_handler(number);
  } else if (info->si_code <= 0 || !faults_again(number)) {
    // Sent by a process (`abort`, `kill`), by a timer or a limit: raised again with the default action when this handler
    // returns. A fault of the processor need not be raised, because the instruction faults again.
    raise(number);
  }
}

static void guard(int number, const struct sigaction *action) {
  sigaction(number, action, &previous[number]);
  is_guarded[number] = true;
}

/// Guards a signal that ends the process, unless the parent has chosen to ignore it, or a library or a profiler has taken it.
static void guard_end(int number, const struct sigaction *action) {
  struct sigaction current;
  if (sigaction(number, NULL, &current) != 0 || current.sa_flags & SA_SIGINFO || current.sa_handler != SIG_DFL) return;
  guard(number, action);
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
    for (int i = 0; i < fault_count; i++) {
      guard(faults[i], &action);
      sigaddset(&wanted, faults[i]);
    }
    for (int i = 0; i < end_count; i++) guard_end(ends[i], &action);
    for (int number = SIGRTMIN; number <= SIGRTMAX; number++) guard_end(number, &action);
    // A parent may have blocked them, and the mask survives `exec`.
    pthread_sigmask(SIG_UNBLOCK, &wanted, NULL);
  }
  atomic_store(&is_armed, true);
}

void crash_guard_disarm(void) { atomic_store(&is_armed, false); }
