#include "CBuild.h"

// The release build links another object instead, so that a new commit recompiles nothing.
__attribute__((weak)) const char *build_commit(void) { return ""; }
