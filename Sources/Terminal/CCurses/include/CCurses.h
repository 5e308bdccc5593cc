/// The C parts of the `Terminal` module that Swift cannot import: ncurses' macros, globals and complex characters; terminfo;
/// and everything that must be safe in a signal handler.
#pragma once

#ifndef _XOPEN_SOURCE_EXTENDED
#define _XOPEN_SOURCE_EXTENDED 1
#endif
#ifndef NCURSES_WIDECHAR
#define NCURSES_WIDECHAR 1
#endif
#include <ncurses.h>

#include "CrashGuard.h"
#include "KeptErrors.h"
#include "Screen.h"
#include "Signals.h"
#include "Terminfo.h"
#include "TTY.h"
