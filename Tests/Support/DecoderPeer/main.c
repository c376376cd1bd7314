/*
 * A process in which a decoder runs for a test: DecoderPeer LIBRARY FORMAT, with the socket of
 * DecoderWire.h as descriptor 3. It ends when the other end closes.
 */
#include "peer.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

static const void *no_service(void *context, const char *id) {
    (void)context, (void)id;
    return NULL;
}

static const lzl_decoder_api *find_decoder(const char *path, const char *format) {
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (!library) {
        fprintf(stderr, "DecoderPeer: %s\n", dlerror());
        return NULL;
    }
    lzl_plugin_main enter;
    /* ISO C has no cast from an object to a function; POSIX guarantees that the bytes are right. */
    void *symbol = dlsym(library, LZL_PLUGIN_MAIN);
    memcpy(&enter, &symbol, sizeof enter);
    static lzl_host host = {.struct_size = sizeof host, .abi_minor = LZL_ABI_MINOR, .get = no_service};
    static lzl_plugin plugin = {.struct_size = sizeof plugin};
    if (!symbol || enter(&host, &plugin) != LZL_OK) return NULL;
    lzl_bytes name = {(const uint8_t *)format, strlen(format)};
    return plugin.get(plugin.context, LZL_DECODER, name);
}

int main(int count, char **arguments) {
    if (count != 3) {
        fprintf(stderr, "usage: DecoderPeer LIBRARY FORMAT\n");
        return 2;
    }
    const lzl_decoder_api *api = find_decoder(arguments[1], arguments[2]);
    if (!api) {
        fprintf(stderr, "DecoderPeer: no decoder for %s in %s\n", arguments[2], arguments[1]);
        return 3;
    }
    return peer_serve(api, arguments[2]);
}
