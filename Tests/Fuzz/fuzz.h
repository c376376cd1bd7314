/* Mutated files through the raw contract: what the parts of the program share. */
#ifndef LAZULI_FUZZ_H
#define LAZULI_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <lazuli/lazuli.h>

/** A generator of numbers (splitmix64): the same seed gives the same input everywhere. */
typedef struct {
    uint64_t state;
} rng;

uint64_t rng_next(rng *random);
/** 0 ..< bound; 0 when the bound is 0. */
size_t rng_below(rng *random, size_t bound);
/** True once in `count` times. */
bool rng_one_in(rng *random, size_t count);

/** Bytes with room to grow. */
typedef struct {
    uint8_t *data;
    size_t size;
    size_t capacity;
} buffer;

void buffer_reserve(buffer *bytes, size_t capacity);
void buffer_assign(buffer *bytes, const uint8_t *data, size_t size);

/** Files that mutants are made of, sorted by name. */
typedef struct {
    buffer *files;
    size_t count;
} seed_set;

/** A number within a file that says how long or how large something is. */
typedef struct {
    size_t offset;
    uint8_t width;
    bool is_big_endian;
} field;

#define MAXIMUM_FIELDS 512

/** What is known of a file's structure. */
typedef struct {
    field fields[MAXIMUM_FIELDS];
    size_t field_count;
    /** Where what the decoder needs for its header ends. */
    size_t header_end;
} structure;

void structure_find(const char *format, const uint8_t *data, size_t size, structure *found);
/** Makes checksums right again, where the format has them in front of everything. */
void structure_mend(const char *format, uint8_t *data, size_t size);

/** Fills `out` with a mutant of one of the seeds. */
void mutate(const char *format, const seed_set *seeds, rng *random, buffer *out);

/** What came of one input. */
typedef struct {
    bool is_past_header;
    bool is_complete;
    /** What the plugin did against the contract; NULL when nothing. */
    const char *broken_rule;
} outcome;

/** Decodes one input, with everything a host may do chosen by `random`. */
outcome drive(const lzl_decoder_api *api, const char *format, const uint8_t *data, size_t size, rng *random);
/** Encodes one picture, and decodes a file that came to its end. */
outcome drive_encoder(const lzl_encoder_api *api, const lzl_decoder_api *decoder, const char *format, rng *random);

#endif
