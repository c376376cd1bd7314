#include "CLazuliData.h"

static int hex_value(uint8_t digit) {
    if (digit >= '0' && digit <= '9') return digit - '0';
    digit |= 0x20;
    return digit >= 'a' && digit <= 'f' ? digit - 'a' + 10 : -1;
}

size_t lzldata_percent_decode(uint8_t *bytes, size_t count) {
    uint8_t *first = count > 0 ? memchr(bytes, '%', count) : NULL;
    if (!first) return count;
    size_t out = (size_t)(first - bytes);
    for (size_t in = out; in < count; in++) {
        int high = -1, low = -1;
        if (bytes[in] == '%' && count - in > 2) {
            high = hex_value(bytes[in + 1]);
            low = hex_value(bytes[in + 2]);
        }
        if (high >= 0 && low >= 0) {
            bytes[out++] = (uint8_t)(high << 4 | low);
            in += 2;
        } else {
            bytes[out++] = bytes[in];
        }
    }
    return out;
}

static bool is_space(uint8_t byte) {
    return byte == ' ' || byte == '\t' || byte == '\n' || byte == '\f' || byte == '\r';
}

static int base64_value(uint8_t byte) {
    if (byte >= 'A' && byte <= 'Z') return byte - 'A';
    if (byte >= 'a' && byte <= 'z') return byte - 'a' + 26;
    if (byte >= '0' && byte <= '9') return byte - '0' + 52;
    return byte == '+' ? 62 : byte == '/' ? 63 : -1;
}

/* 64: no digit; 65: white space. */
static void fill_table(uint8_t table[256]) {
    for (int byte = 0; byte < 256; byte++) {
        int value = base64_value((uint8_t)byte);
        table[byte] = value >= 0 ? (uint8_t)value : is_space((uint8_t)byte) ? 65 : 64;
    }
}

static size_t without_spaces(const uint8_t table[256], uint8_t *bytes, size_t count) {
    size_t kept = 0;
    for (size_t index = 0; index < count; index++) {
        if (table[bytes[index]] != 65) bytes[kept++] = bytes[index];
    }
    return kept;
}

bool lzldata_base64_decode(uint8_t *bytes, size_t *count) {
    uint8_t table[256];
    fill_table(table);
    size_t length = without_spaces(table, bytes, *count);
    if (length > 0 && length % 4 == 0 && bytes[length - 1] == '=') {
        length -= bytes[length - 2] == '=' ? 2 : 1;
    }
    if (length % 4 == 1) return false;
    uint32_t bits = 0;
    size_t out = 0;
    for (size_t in = 0; in < length; in++) {
        uint8_t value = table[bytes[in]];
        if (value > 63) return false;
        bits = bits << 6 | value;
        if (in % 4 == 0) continue;
        /* 6, 4 or 2 bits of this digit are still to come with the next byte. */
        bytes[out++] = (uint8_t)(bits >> (6 - 2 * (in % 4)));
    }
    *count = out;
    return true;
}
