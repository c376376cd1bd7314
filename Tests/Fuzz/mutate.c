#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAXIMUM_SIZE ((size_t)256 << 10)

void buffer_reserve(buffer *bytes, size_t capacity)
{
    if (capacity <= bytes->capacity) {
        return;
    }
    bytes->data = realloc(bytes->data, capacity);
    if (bytes->data == NULL) {
        fputs("fuzz: out of memory\n", stderr);
        exit(3);
    }
    bytes->capacity = capacity;
}

void buffer_assign(buffer *bytes, const uint8_t *data, size_t size)
{
    buffer_reserve(bytes, size + 1);
    memcpy(bytes->data, data, size);
    bytes->size = size;
}

static void put(uint8_t *data, field place, uint32_t value)
{
    for (int i = 0; i < place.width; i++) {
        int shift = 8 * (place.is_big_endian ? place.width - 1 - i : i);
        data[place.offset + (size_t)i] = (uint8_t)(value >> shift);
    }
}

static uint32_t get(const uint8_t *data, field place)
{
    uint32_t value = 0;
    for (int i = 0; i < place.width; i++) {
        int shift = 8 * (place.is_big_endian ? place.width - 1 - i : i);
        value |= (uint32_t)data[place.offset + (size_t)i] << shift;
    }
    return value;
}

/* A length or size becomes a little more or less, or one of the numbers at the edges. */
static void tweak_field(buffer *bytes, const structure *known, size_t start, rng *random)
{
    static const uint32_t edges[] = {0, 1, 2, 3, 0x7f, 0x80, 0xff, 0x100, 0x7fff, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff};
    if (known->field_count == 0) {
        return;
    }
    field place = known->fields[rng_below(random, known->field_count)];
    if (place.offset < start || place.offset + place.width > bytes->size) {
        return;
    }
    uint32_t value = get(bytes->data, place) + (uint32_t)rng_below(random, 9) - 4;
    if (rng_one_in(random, 2)) {
        value = edges[rng_below(random, sizeof edges / sizeof edges[0])];
    }
    put(bytes->data, place, value);
}

static void open_gap(buffer *bytes, size_t at, size_t count)
{
    buffer_reserve(bytes, bytes->size + count + 1);
    memmove(bytes->data + at + count, bytes->data + at, bytes->size - at);
    bytes->size += count;
}

static void insert_copy(buffer *bytes, size_t start, rng *random)
{
    size_t from = start + rng_below(random, bytes->size - start);
    size_t to = start + rng_below(random, bytes->size - start);
    size_t count = 1 + rng_below(random, bytes->size - from < 600 ? bytes->size - from : 600);
    if (count > bytes->size - from || bytes->size + count > MAXIMUM_SIZE) {
        return;
    }
    uint8_t copy[601];
    memcpy(copy, bytes->data + from, count);
    open_gap(bytes, to, count);
    memcpy(bytes->data + to, copy, count);
}

static void insert_noise(buffer *bytes, size_t start, rng *random)
{
    size_t to = start + rng_below(random, bytes->size - start);
    size_t count = 1 + rng_below(random, 32);
    open_gap(bytes, to, count);
    for (size_t i = 0; i < count; i++) {
        bytes->data[to + i] = (uint8_t)rng_next(random);
    }
}

static void copy_over(buffer *bytes, size_t start, rng *random)
{
    size_t from = start + rng_below(random, bytes->size - start);
    size_t to = start + rng_below(random, bytes->size - start);
    size_t room = bytes->size - (from > to ? from : to);
    memmove(bytes->data + to, bytes->data + from, 1 + rng_below(random, room));
}

static void delete_block(buffer *bytes, size_t start, rng *random)
{
    size_t from = start + rng_below(random, bytes->size - start);
    size_t count = 1 + rng_below(random, bytes->size - from < 300 ? bytes->size - from : 300);
    if (count > bytes->size - from) {
        return;
    }
    memmove(bytes->data + from, bytes->data + from + count, bytes->size - from - count);
    bytes->size -= count;
}

/* The rest of another file, from any place. */
static void splice(buffer *bytes, size_t start, const seed_set *seeds, rng *random)
{
    const buffer *other = &seeds->files[rng_below(random, seeds->count)];
    size_t from = rng_below(random, other->size);
    size_t to = start + rng_below(random, bytes->size - start);
    size_t count = other->size - from;
    buffer_reserve(bytes, to + count + 1);
    memcpy(bytes->data + to, other->data + from, count);
    bytes->size = to + count;
}

static void set_byte(buffer *bytes, size_t start, rng *random)
{
    static const uint8_t edges[] = {0x00, 0x01, 0x7f, 0x80, 0xff};
    size_t at = start + rng_below(random, bytes->size - start);
    bytes->data[at] = rng_one_in(random, 2) ? edges[rng_below(random, sizeof edges)] : (uint8_t)rng_next(random);
}

static void mutate_once(buffer *bytes, const structure *known, size_t start, const seed_set *seeds, rng *random)
{
    if (bytes->size <= start) {
        return;
    }
    switch (rng_below(random, 16)) {
    case 0: case 1: case 2: case 3:
        bytes->data[start + rng_below(random, bytes->size - start)] ^= (uint8_t)(1u << rng_below(random, 8));
        break;
    case 4: case 5: case 6: set_byte(bytes, start, random); break;
    case 7: case 8: case 9: tweak_field(bytes, known, start, random); break;
    case 10: delete_block(bytes, start, random); break;
    case 11: insert_copy(bytes, start, random); break;
    case 12: insert_noise(bytes, start, random); break;
    case 13: copy_over(bytes, start, random); break;
    case 14: bytes->size = start + rng_below(random, bytes->size - start + 1); break;
    default: splice(bytes, start, seeds, random); break;
    }
}

void mutate(const char *format, const seed_set *seeds, rng *random, buffer *out)
{
    const buffer *seed = &seeds->files[rng_below(random, seeds->count)];
    buffer_assign(out, seed->data, seed->size);
    structure known;
    structure_find(format, out->data, out->size, &known);
    /* Two of three keep what the header is made of, so that what comes behind it is reached. */
    size_t start = rng_one_in(random, 3) ? 0 : known.header_end;
    size_t count = 1 + rng_below(random, rng_one_in(random, 2) ? 2 : 8);
    for (size_t i = 0; i < count; i++) {
        mutate_once(out, &known, start, seeds, random);
    }
    if (!rng_one_in(random, 8)) {
        structure_mend(format, out->data, out->size);
    }
}
