#include "CBuild.h"

// The linker of the release build puts another in its place, so that nothing is compiled again for a new commit.
__attribute__((weak)) const char *build_commit(void) { return ""; }
