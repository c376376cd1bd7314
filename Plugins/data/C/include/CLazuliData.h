/* Decoding in place: what comes out is never longer than what went in. */
#ifndef CLAZULI_DATA_H
#define CLAZULI_DATA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define LZLDATA_HIDDEN __attribute__((visibility("hidden")))

/** Percent-decode of the URL Standard; answers how many bytes are left. */
LZLDATA_HIDDEN size_t lzldata_percent_decode(uint8_t *bytes, size_t count);

/** Forgiving-base64 decode of the Infra Standard; `*count` becomes the number of bytes. False: it is none. */
LZLDATA_HIDDEN bool lzldata_base64_decode(uint8_t *bytes, size_t *count);

#endif
