/*
 * How a plugin is entered, and what it says of itself.
 *
 * lzl_plugin_main_1, declared at the end, is the only symbol that a plugin has to export. Loading is `dlopen` with
 * RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE; a plugin is never unloaded. Trust is settled before,
 * because constructors run inside `dlopen`.
 */
#ifndef LAZULI_PLUGIN_H
#define LAZULI_PLUGIN_H

#include "base.h"
#include "host.h"

LZL_BEGIN

/** Name of the entry for LZL_ABI_MAJOR, for `dlsym`. */
#define LZL_PLUGIN_MAIN "lzl_plugin_main_1"

/**
 * What a plugin says of itself; it must equal what its manifest says.
 *
 * All that it points to stays valid for as long as the process lives.
 */
typedef struct lzl_plugin {
    /** In: what the host has room for. Out: what the plugin filled in, never more than that. */
    uint32_t struct_size;
    /** LZL_ABI_MINOR that the plugin was built with. */
    uint32_t abi_minor;
    /** The id of the manifest, a reverse domain name: "org.lazuli.png". */
    lzl_bytes id;
    /** The version of the manifest: "1.0.0". */
    lzl_bytes version;
    /** The formats of the manifest's `codecs`, in its order. */
    const lzl_bytes *formats;
    uint64_t format_count;
    /** The schemes of the manifest's `transports`, in its order. */
    const lzl_bytes *schemes;
    uint64_t scheme_count;
    /** Handed back to `get`. */
    void *context;
    /**
     * The function table for one ability (LZL_DECODER, LZL_ENCODER, LZL_TRANSPORT, or a vendor's id
     * in reverse domain notation) of one format or scheme, or NULL when the plugin has none. The
     * same arguments give the same table each time; it is valid for ever and never changes. Schemes
     * which share one table share one instance, and so its loop and its connections.
     * [thread-safe] [must-not-block]
     */
    const void *(*get)(void *context, const char *id, lzl_bytes name);
} lzl_plugin;

/**
 * The entry. Fills `out` and returns LZL_OK, or another code to be refused.
 *
 * Cheap: no thread, file, socket, environment variable or signal handler. Each engine in a process
 * calls it once, with a host of its own; the calls are independent of each other and answer the same.
 * Everything with state comes from `create` of a table. [thread-safe] [must-not-block]
 */
typedef lzl_status (*lzl_plugin_main)(const lzl_host *host, lzl_plugin *out);

/** The one function that a plugin defines for all to see. Its name is LZL_PLUGIN_MAIN. */
LZL_EXPORT lzl_status lzl_plugin_main_1(const lzl_host *host, lzl_plugin *out);

LZL_END

#endif
