/*
 * A plugin which does everything wrong that tests ask for. Faults of the entry are chosen by the name
 * of the library's file: tests copy it.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include "wrong.h"

#define TEXT(literal) { (const uint8_t *)(literal), sizeof(literal) - 1 }

static const lzl_bytes formats[] = { TEXT("wrong") };
static const lzl_bytes schemes[] = { TEXT("wrong") };

static int is_named(const char *name) {
    Dl_info info;
    return dladdr((void *)is_named, &info) != 0 && strstr(info.dli_fname, name) != NULL;
}

static const void *get(void *context, const char *id, lzl_bytes name) {
    static lzl_decoder_api with_hole;
    (void)context, (void)name;
    if (strcmp(id, LZL_DECODER) == 0 && is_named("with-hole")) {
        with_hole = wrong_decoder_api;
        with_hole.rewind = NULL;
        return &with_hole;
    }
    if (strcmp(id, LZL_ENCODER) == 0 && is_named("without-table")) return NULL;
    if (strcmp(id, LZL_DECODER) == 0) return &wrong_decoder_api;
    if (strcmp(id, LZL_ENCODER) == 0) return &wrong_encoder_api;
    if (strcmp(id, LZL_TRANSPORT) == 0) return &wrong_transport_api;
    return NULL;
}

lzl_status lzl_plugin_main_1(const lzl_host *host, lzl_plugin *out) {
    const lzl_bytes id = TEXT("org.lazuli.test.wrong"), version = TEXT("1.0.0");
    lzl_plugin plugin = { 0 };
    (void)host;
    if (is_named("unwilling")) return LZL_ERROR_VERSION;
    plugin.struct_size = (uint32_t)sizeof plugin;
    plugin.id = id;
    plugin.version = version;
    plugin.formats = is_named("null-formats") ? NULL : formats;
    plugin.format_count = is_named("many-formats") ? 1u << 30 : 1;
    plugin.schemes = schemes;
    plugin.scheme_count = 1;
    plugin.get = is_named("null-get") ? NULL : get;
    if (is_named("short-struct")) plugin.struct_size = 40;
    if (is_named("long-struct")) plugin.struct_size = 4000;
    memcpy(out, &plugin, sizeof plugin);
    return LZL_OK;
}
