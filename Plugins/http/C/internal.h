/* What the parts of the client know of each other. */
#ifndef LZLHTTP_INTERNAL_H
#define LZLHTTP_INTERNAL_H

#define CURL_DISABLE_TYPECHECK 1
#include "CLazuliHTTP.h"

#include <curl/curl.h>

/** Starts libcurl, the first time that anybody needs it; whether it can be used. */
LZLHTTP_HIDDEN bool lzlhttp_start_curl(void);

struct lzlhttp_client {
    CURLM *multi;
    lzlhttp_events events;
    lzlhttp_options options;
    char *ca_file;
    char *proxy;
    /* Used before, to be used again. */
    lzlhttp_exchange *idle;
    uint32_t idle_count;
};

struct lzlhttp_plan {
    CURLU *url;
    /* The URL as a proxy wants it, and within it from its path on: byte for byte as the host has it. */
    char *absolute_target;
    const char *target;
    bool is_secure;
    struct curl_slist *fields;
    char *method;
};

struct lzlhttp_exchange {
    lzlhttp_client *client;
    CURL *easy;
    void *owner;
    lzlhttp_exchange *next_idle;
    bool is_reusing;
    /* Whether its stream of HTTP/2 may be open when it ends. */
    bool may_leave_stream;
    char message[CURL_ERROR_SIZE];
};

#endif
