#pragma once

/// The commit that the program was built from and its date, `8c5fa6f 2026-11-22`; empty if unknown.
const char *build_commit(void);
