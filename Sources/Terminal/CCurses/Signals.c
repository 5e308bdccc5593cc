#define _GNU_SOURCE
#include "CCurses.h"
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/eventfd.h>
#include <unistd.h>

static const int caught[] = {SIGWINCH, SIGTSTP, SIGCONT, SIGTERM, SIGHUP, SIGINT};
enum { caught_count = sizeof caught / sizeof caught[0] };
static struct sigaction previous[caught_count];
static sigset_t mask_before;

static int event = -1;
static atomic_uint arrived;

static void on_signal(int number) {
  int error = errno;
  atomic_fetch_or(&arrived, 1u << number);
  uint64_t one = 1;
  if (write(event, &one, sizeof one) < 0) { /* Only when the count is full, and then it is readable as well. */ }
  errno = error;
}

static void set_handler(int number, struct sigaction *old) {
  struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART | SA_ONSTACK};
  sigemptyset(&action.sa_mask);
  sigaction(number, &action, old);
}

int signals_catch(void) {
  if (event >= 0) return event;
  event = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
  if (event < 0) return -1;
  atomic_store(&arrived, 0);
  sigset_t wanted;
  sigemptyset(&wanted);
  for (int i = 0; i < caught_count; i++) {
    set_handler(caught[i], &previous[i]);
    sigaddset(&wanted, caught[i]);
    bool ends = caught[i] == SIGTERM || caught[i] == SIGHUP || caught[i] == SIGINT;
    // `nohup` and shells without job control ignore them on purpose.
    if (ends && previous[i].sa_handler == SIG_IGN) sigaction(caught[i], &previous[i], NULL);
  }
  // A parent may have blocked them, and the mask survives `exec`: the program would never notice a resize.
  pthread_sigmask(SIG_UNBLOCK, &wanted, &mask_before);
  return event;
}

uint32_t signals_take(void) {
  uint64_t count;
  if (read(event, &count, sizeof count) < 0) { /* Nothing written since: the bits say the rest. */ }
  return atomic_exchange(&arrived, 0);
}

void signals_wait(int milliseconds) {
  struct pollfd ready = {.fd = event, .events = POLLIN};
  poll(&ready, 1, milliseconds);
}

void signals_hold_terminal_stop(bool held) {
  sigset_t stop;
  sigemptyset(&stop);
  sigaddset(&stop, SIGTTOU);
  pthread_sigmask(held ? SIG_BLOCK : SIG_UNBLOCK, &stop, NULL);
}

void signals_ignore_quit(bool ignored) {
  static struct sigaction before;
  static bool is_ignored;
  if (ignored == is_ignored) return;
  is_ignored = ignored;
  struct sigaction nothing = {.sa_handler = SIG_IGN};
  sigemptyset(&nothing.sa_mask);
  if (ignored) sigaction(SIGQUIT, &nothing, &before);
  else sigaction(SIGQUIT, &before, NULL);
}

void signals_release(void) {
  if (event < 0) return;
  pthread_sigmask(SIG_SETMASK, &mask_before, NULL);
  for (int i = 0; i < caught_count; i++) sigaction(caught[i], &previous[i], NULL);
  close(event);
  event = -1;
}

void signals_stop_process(bool whole_job) {
  struct sigaction ignored = {.sa_handler = SIG_IGN}, standard = {.sa_handler = SIG_DFL}, ours;
  sigset_t stop, mask;
  sigemptyset(&ignored.sa_mask);
  sigemptyset(&standard.sa_mask);
  sigemptyset(&stop);
  sigaddset(&stop, SIGTSTP);
  sigaction(SIGTSTP, &ignored, &ours);
  // A job may consist of several processes (`make run`): the shell waits for all of them to stop. This process ignores the
  // signal, because any of its threads might receive it at any later time.
  if (whole_job) kill(0, SIGTSTP);
  // A signal to the thread itself has taken effect when this returns: the process was stopped and continued.
  sigaction(SIGTSTP, &standard, NULL);
  pthread_sigmask(SIG_UNBLOCK, &stop, &mask);
  raise(SIGTSTP);
  pthread_sigmask(SIG_SETMASK, &mask, NULL);
  sigaction(SIGTSTP, &ours, NULL);
}
