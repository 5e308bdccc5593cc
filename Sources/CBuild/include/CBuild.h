#pragma once

/// The commit that the program was built from and its date, `8c5fa6f 2026-11-22`; empty where the build does not know.
const char *build_commit(void);
