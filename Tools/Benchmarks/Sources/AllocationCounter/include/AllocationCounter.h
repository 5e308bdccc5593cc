#pragma once

/// Counts the allocations of all threads from now on.
void allocation_counter_start(void);

/// Stops counting.
///
/// Returns how many blocks have been asked for since the start; a block that had to grow counts again.
long allocation_counter_stop(void);
