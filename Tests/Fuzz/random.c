#include "fuzz.h"

uint64_t rng_next(rng *random)
{
    random->state += 0x9e3779b97f4a7c15ull;
    uint64_t value = random->state;
    value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9ull;
    value = (value ^ (value >> 27)) * 0x94d049bb133111ebull;
    return value ^ (value >> 31);
}

size_t rng_below(rng *random, size_t bound)
{
    return bound == 0 ? 0 : (size_t)(rng_next(random) % bound);
}

bool rng_one_in(rng *random, size_t count)
{
    return rng_below(random, count) == 0;
}
