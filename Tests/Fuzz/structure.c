/* Where the lengths and sizes of PNG, GIF and JPEG files are. */
#include "fuzz.h"

#include <string.h>

static void add(structure *found, size_t offset, uint8_t width, bool is_big_endian)
{
    if (found->field_count < MAXIMUM_FIELDS) {
        found->fields[found->field_count++] = (field){offset, width, is_big_endian};
    }
}

static uint32_t big_endian(const uint8_t *data, int width)
{
    uint32_t value = 0;
    for (int i = 0; i < width; i++) {
        value = value << 8 | data[i];
    }
    return value;
}

/* The size of the PNG chunk at `offset`, with length, type and checksum; 0 when it is not whole. */
static size_t chunk_size(const uint8_t *data, size_t size, size_t offset)
{
    if (offset > size || size - offset < 12) {
        return 0;
    }
    size_t length = big_endian(data + offset, 4);
    return length <= size - offset - 12 ? length + 12 : 0;
}

static void find_png(const uint8_t *data, size_t size, structure *found)
{
    size_t offset = 8;
    bool is_header = true;
    for (size_t step; (step = chunk_size(data, size, offset)) > 0; offset += step) {
        const uint8_t *type = data + offset + 4;
        add(found, offset, 4, true);
        if (memcmp(type, "IHDR", 4) == 0 || memcmp(type, "fcTL", 4) == 0) {
            for (size_t at = offset + 8; at + 8 <= offset + step; at += 4) {
                add(found, at, 4, true);
            }
        }
        if (memcmp(type, "IDAT", 4) == 0 && is_header) {
            is_header = false;
            found->header_end = offset + 8;
        }
    }
}

/* Sub-blocks from `offset` to behind their terminator. */
static size_t find_sub_blocks(const uint8_t *data, size_t size, size_t offset, structure *found)
{
    while (offset < size && data[offset] != 0) {
        add(found, offset, 1, false);
        offset += 1 + (size_t)data[offset];
    }
    return offset + 1;
}

static size_t color_table_size(uint8_t flags)
{
    return flags & 0x80 ? (size_t)3 << ((flags & 7) + 1) : 0;
}

static void find_gif(const uint8_t *data, size_t size, structure *found)
{
    if (size < 13) {
        return;
    }
    add(found, 6, 2, false);
    add(found, 8, 2, false);
    size_t offset = 13 + color_table_size(data[10]);
    bool is_header = true;
    while (offset + 11 < size && (data[offset] == 0x21 || data[offset] == 0x2c)) {
        if (data[offset] == 0x21) {
            offset = find_sub_blocks(data, size, offset + 2, found);
            continue;
        }
        for (size_t at = offset + 1; at < offset + 9; at += 2) {
            add(found, at, 2, false);
        }
        offset += 10 + color_table_size(data[offset + 9]);
        if (is_header) {
            found->header_end = offset < size ? offset : size;
            is_header = false;
        }
        add(found, offset, 1, false);
        offset = find_sub_blocks(data, size, offset + 1, found);
    }
}

static void find_jpeg(const uint8_t *data, size_t size, structure *found)
{
    size_t offset = 2;
    while (offset + 4 <= size && data[offset] == 0xff) {
        uint8_t marker = data[offset + 1];
        add(found, offset + 2, 2, true);
        if (marker >= 0xc0 && marker <= 0xc2) {
            add(found, offset + 5, 2, true);
            add(found, offset + 7, 2, true);
        }
        offset += 2 + (size_t)big_endian(data + offset + 2, 2);
        if (marker == 0xda) {
            found->header_end = offset < size ? offset : size;
            return;
        }
    }
}

void structure_find(const char *format, const uint8_t *data, size_t size, structure *found)
{
    found->field_count = 0;
    found->header_end = size < 64 ? size : 64;
    if (strcmp(format, "png") == 0) {
        find_png(data, size, found);
    } else if (strcmp(format, "gif") == 0) {
        find_gif(data, size, found);
    } else if (strcmp(format, "jpeg") == 0) {
        find_jpeg(data, size, found);
    }
    while (found->field_count > 0) {
        const field *last = &found->fields[found->field_count - 1];
        if (last->offset + last->width <= size) {
            break;
        }
        found->field_count -= 1;
    }
}

static uint32_t crc(const uint8_t *data, size_t size)
{
    uint32_t value = 0xffffffffu;
    for (size_t i = 0; i < size; i++) {
        value ^= data[i];
        for (int bit = 0; bit < 8; bit++) {
            value = value >> 1 ^ (value & 1 ? 0xedb88320u : 0);
        }
    }
    return ~value;
}

void structure_mend(const char *format, uint8_t *data, size_t size)
{
    if (strcmp(format, "png") != 0) {
        return;
    }
    size_t offset = 8;
    for (size_t step; (step = chunk_size(data, size, offset)) > 0; offset += step) {
        uint32_t value = crc(data + offset + 4, step - 8);
        for (int i = 0; i < 4; i++) {
            data[offset + step - 4 + (size_t)i] = (uint8_t)(value >> (24 - 8 * i));
        }
    }
}
