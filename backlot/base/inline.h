// Inlining that does not depend on the compiler's mood, for small functions in hot loops that hand structs of
// numbers to each other: through memory instead of registers they would cost twice.
#pragma once

#define BACKLOT_INLINE inline __attribute__((always_inline))
