#include "internal.h"

#include <stdlib.h>
#include <string.h>

/* A copy with a NUL, NULL without memory or when the bytes cannot be such a text. */
static char *text_of(lzl_bytes bytes) {
    if (bytes.size > 16u << 20 || (bytes.size > 0 && memchr(bytes.data, 0, bytes.size))) return NULL;
    char *text = malloc(bytes.size + 1);
    if (!text) return NULL;
    if (bytes.size > 0) memcpy(text, bytes.data, bytes.size);
    text[bytes.size] = 0;
    return text;
}

static bool is_token(lzl_bytes bytes) {
    for (uint64_t index = 0; index < bytes.size; index++) {
        uint8_t byte = bytes.data[index];
        bool is_letter = (byte | 0x20) >= 'a' && (byte | 0x20) <= 'z';
        bool is_digit = byte >= '0' && byte <= '9';
        if (!is_letter && !is_digit && (byte < 0x21 || byte > 0x7e || !strchr("!#$%&'*+-.^_`|~", byte))) return false;
    }
    return bytes.size > 0;
}

/* What a value may not hold would begin another field. */
static bool is_value(lzl_bytes bytes) {
    for (uint64_t index = 0; index < bytes.size; index++) {
        uint8_t byte = bytes.data[index];
        if (byte == '\r' || byte == '\n' || byte == 0) return false;
    }
    return true;
}

static bool set_part(CURLU *url, CURLUPart part, lzl_bytes bytes) {
    char *text = text_of(bytes);
    if (!text) return false;
    CURLUcode code = curl_url_set(url, part, text, CURLU_PATH_AS_IS);
    free(text);
    return code == CURLUE_OK;
}

static bool set_port(CURLU *url, uint32_t port) {
    char text[8];
    size_t end = sizeof text - 1;
    if (port == 0 || port > 65535) return false;
    text[end] = 0;
    for (; port > 0; port /= 10) text[--end] = (char)('0' + port % 10);
    return curl_url_set(url, CURLUPART_PORT, text + end, 0) == CURLUE_OK;
}

/* From its parts: curl's parser never sees the whole, and cannot read another host out of it. */
static bool set_url(CURLU *url, const lzl_url *from) {
    return set_part(url, CURLUPART_SCHEME, from->scheme) && set_part(url, CURLUPART_HOST, from->host)
        && set_port(url, from->port) && set_part(url, CURLUPART_PATH, from->path)
        && (!from->has_query || set_part(url, CURLUPART_QUERY, from->query));
}

static bool is_target(lzl_bytes bytes) {
    for (uint64_t index = 0; index < bytes.size; index++) {
        if (bytes.data[index] <= ' ' || bytes.data[index] == 0x7f) return false;
    }
    return true;
}

/* What is sent: curl would change the case of percent-encoded bytes, which a signed URL may not survive. */
static bool set_target(lzlhttp_plan *plan, const lzl_url *from) {
    uint64_t front = from->scheme.size + strlen("://");
    if (from->href.size <= front || !is_target(from->href)) return false;
    plan->absolute_target = text_of(from->href);
    plan->target = plan->absolute_target ? strchr(plan->absolute_target + front, '/') : NULL;
    return plan->target != NULL;
}

static bool append(struct curl_slist **list, const char *line) {
    struct curl_slist *longer = curl_slist_append(*list, line);
    if (longer) *list = longer;
    return longer != NULL;
}

static int32_t append_field(struct curl_slist **list, const lzl_field *field) {
    if (!is_token(field->name) || !is_value(field->value)) return LZL_ERROR_INVALID_ARGUMENT;
    size_t name = (size_t)field->name.size, value = (size_t)field->value.size;
    if (name > 1u << 16 || value > 1u << 20) return LZL_ERROR_INVALID_ARGUMENT;
    char *line = malloc(name + value + 3);
    if (!line) return LZL_ERROR_OUT_OF_MEMORY;
    memcpy(line, field->name.data, name);
    /* A semicolon is curl's way to say that the value is empty; a colon alone would drop the field. */
    memcpy(line + name, value > 0 ? ": " : ";", value > 0 ? 3 : 2);
    if (value > 0) {
        memcpy(line + name + 2, field->value.data, value);
        line[name + 2 + value] = 0;
    }
    bool done = append(list, line);
    free(line);
    return done ? LZL_OK : LZL_ERROR_OUT_OF_MEMORY;
}

static bool is_named(const lzl_field *field, const char *name) {
    size_t count = strlen(name);
    if (field->name.size != count) return false;
    for (size_t index = 0; index < count; index++) {
        if ((field->name.data[index] | 0x20) != name[index]) return false;
    }
    return true;
}

static int32_t set_fields(lzlhttp_plan *plan, const lzl_field *fields, uint64_t count) {
    bool has_accept = false;
    for (uint64_t index = 0; index < count; index++) {
        int32_t code = append_field(&plan->fields, &fields[index]);
        if (code != LZL_OK) return code;
        has_accept = has_accept || is_named(&fields[index], "accept");
    }
    /* curl would add one of its own. */
    if (!has_accept && !append(&plan->fields, "Accept:")) return LZL_ERROR_OUT_OF_MEMORY;
    return LZL_OK;
}

static int32_t fill(
    lzlhttp_plan *plan, const lzl_url *url, lzl_bytes method, const lzl_field *fields, uint64_t field_count) {
    if (!is_token(method)) return LZL_ERROR_INVALID_ARGUMENT;
    plan->url = curl_url();
    plan->method = text_of(method);
    if (!plan->url || !plan->method) return LZL_ERROR_OUT_OF_MEMORY;
    if (!set_url(plan->url, url) || !set_target(plan, url)) return LZL_ERROR_INVALID_ARGUMENT;
    plan->is_secure = url->scheme.size == strlen("https");
    return set_fields(plan, fields, field_count);
}

int32_t lzlhttp_plan_make(
    const lzl_url *url, lzl_bytes method, const lzl_field *fields, uint64_t field_count, lzlhttp_plan **out) {
    if (!lzlhttp_start_curl()) return LZL_ERROR_OUT_OF_MEMORY;
    lzlhttp_plan *plan = calloc(1, sizeof *plan);
    if (!plan) return LZL_ERROR_OUT_OF_MEMORY;
    int32_t code = fill(plan, url, method, fields, field_count);
    if (code == LZL_OK) {
        *out = plan;
    } else {
        lzlhttp_plan_free(plan);
    }
    return code;
}

void lzlhttp_plan_free(lzlhttp_plan *plan) {
    curl_url_cleanup(plan->url);
    curl_slist_free_all(plan->fields);
    free(plan->method);
    free(plan->absolute_target);
    free(plan);
}

bool lzlhttp_plan_has_no_body(const lzlhttp_plan *plan) {
    return strcmp(plan->method, "HEAD") == 0;
}

bool lzlhttp_plan_is_safe(const lzlhttp_plan *plan) {
    return lzlhttp_plan_has_no_body(plan) || strcmp(plan->method, "GET") == 0;
}
