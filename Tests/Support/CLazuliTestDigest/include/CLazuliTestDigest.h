/* SHA-256 (FIPS 180-4) for tests. In C, since unoptimised Swift needs minutes for what the cases hold. */
#ifndef CLAZULI_TEST_DIGEST_H
#define CLAZULI_TEST_DIGEST_H

#include <stddef.h>
#include <stdint.h>

void lzltest_sha256(const uint8_t *bytes, size_t count, uint8_t digest[32]);

#endif
