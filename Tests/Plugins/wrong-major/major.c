/* A plugin of a contract that is to come. */
#include <lazuli/lazuli.h>

LZL_EXPORT lzl_status lzl_plugin_main_2(const lzl_host *host, lzl_plugin *out);

lzl_status lzl_plugin_main_2(const lzl_host *host, lzl_plugin *out) {
    (void)host, (void)out;
    return LZL_OK;
}
