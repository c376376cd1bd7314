/* The quality says what goes wrong; 100 goes well. */
#include <stdlib.h>
#include <string.h>
#include "wrong.h"

struct lzl_encoder {
    uint32_t fault;
    uint32_t calls;
    int has_output;
    int is_finished;
};

static lzl_status create(void *context, const lzl_encoder_options *options, lzl_encoder **out, lzl_error *error) {
    (void)context, (void)error;
    *out = calloc(1, sizeof **out);
    if (*out == NULL) return LZL_ERROR_OUT_OF_MEMORY;
    (*out)->fault = options->quality;
    return LZL_OK;
}

static lzl_status call(lzl_encoder *encoder) {
    encoder->has_output = 1;
    return LZL_OK;
}

static lzl_status begin(lzl_encoder *encoder, const lzl_encode_image *image) {
    (void)image;
    if (encoder->fault == 6) return LZL_ERROR_INTERNAL;
    if (encoder->fault == 7) return LZL_ERROR_INVALID_ARGUMENT;
    return call(encoder);
}

static lzl_status frame(lzl_encoder *encoder, const lzl_encode_frame *frame) {
    (void)frame;
    return call(encoder);
}

static lzl_status rows(lzl_encoder *encoder, const lzl_surface *surface) {
    (void)surface;
    return call(encoder);
}

static lzl_status finish(lzl_encoder *encoder) {
    encoder->is_finished = 1;
    return call(encoder);
}

static void step(lzl_encoder *encoder, uint8_t *buffer, uint64_t capacity, lzl_event *event) {
    switch (encoder->fault) {
    case 1:
        event->kind = LZL_EVENT_OUTPUT;
        event->payload.output.byte_count = capacity + 1;
        return;
    case 2: event->kind = LZL_EVENT_DONE; return;
    case 4: event->kind = LZL_EVENT_CONTINUE; return;
    case 5: event->kind = LZL_EVENT_HEADER; return;
    case 8: event->kind = LZL_EVENT_OUTPUT; return;
    default: break;
    }
    if (encoder->has_output) {
        encoder->has_output = 0;
        buffer[0] = 'x';
        event->kind = LZL_EVENT_OUTPUT;
        event->payload.output.byte_count = 1;
        return;
    }
    event->kind = encoder->is_finished && encoder->fault != 3 ? LZL_EVENT_DONE : LZL_EVENT_NEED_INPUT;
}

static void interrupt(lzl_encoder *encoder) { (void)encoder; }

static void destroy(lzl_encoder *encoder) { free(encoder); }

const lzl_encoder_api wrong_encoder_api = {
    NULL, LZL_FORMAT_BIT_GRAY8, 0, create, begin, frame, rows, finish, step, interrupt, destroy,
};
