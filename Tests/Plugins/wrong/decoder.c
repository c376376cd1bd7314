/*
 * Files are "WRNG" and a letter for what goes wrong; unless the letter says otherwise, a picture of
 * 2×2 gray pixels comes out.
 */
#include <stdlib.h>
#include <string.h>
#include "wrong.h"

struct lzl_decoder {
    char fault;
    uint32_t steps;
    lzl_status status;
};

static lzl_status create(void *context, const lzl_decoder_options *options, lzl_decoder **out, lzl_error *error) {
    (void)context;
    const lzl_settings settings = options->settings;
    lzl_bytes how = { NULL, 0 };
    if (settings.count > 0) how = settings.items[0].string;
    memset(error, 0, sizeof *error);
    *out = NULL;
    if (how.size == 6 && memcmp(how.data, "silent", 6) == 0) return LZL_ERROR_INTERNAL;
    if (how.size == 7 && memcmp(how.data, "nothing", 7) == 0) return LZL_OK;
    *out = calloc(1, sizeof **out);
    return *out == NULL ? LZL_ERROR_OUT_OF_MEMORY : LZL_OK;
}

static lzl_status feed(lzl_decoder *decoder, const lzl_chunk *chunk) {
    if (decoder->fault == 0) decoder->fault = chunk->bytes.size > 4 ? (char)chunk->bytes.data[4] : ' ';
    switch (decoder->fault) {
    case 'a': return LZL_ERROR_CORRUPT;
    case 'b': return LZL_ERROR_INVALID_STATE;
    case 'c': return decoder->status = LZL_ERROR_CORRUPT;
    default: return LZL_OK;
    }
}

static void fill_header(lzl_decoder *decoder, lzl_header *header) {
    char fault = decoder->fault;
    header->width = fault == 'B' ? 0 : fault == 'C' ? 0xfffffff0u : 2;
    header->height = 2;
    header->frame_count = 1;
    header->play_count = 1;
    header->native_format = fault == 'D' ? LZL_FORMAT_RGBA8 : fault == 'E' ? 77 : LZL_FORMAT_GRAY8;
    header->formats = LZL_FORMAT_BIT_GRAY8;
    header->bits_per_sample = fault == 'F' ? 0 : 8;
    header->samples_per_pixel = 1;
    if (fault >= 'f' && fault <= 'h') header->flags = LZL_HEADER_ROWS_IN_ORDER;
}

static void fill_frame(lzl_decoder *decoder, lzl_frame *frame) {
    char fault = decoder->fault;
    frame->rectangle.width = fault == 'G' ? 0 : 2;
    frame->rectangle.height = 2;
    frame->delay_denominator = fault == 'H' ? 0 : 100;
    frame->disposal = fault == 'I' ? 9 : 0;
    frame->blend = fault == 'J' ? 9 : 0;
}

static void fill_error(lzl_decoder *decoder, lzl_error *error) {
    error->code = decoder->fault == 'K' ? LZL_OK : decoder->fault == 'L' ? 177 : decoder->fault == 'M' ? -5 : 101;
    error->offset = LZL_UNKNOWN;
    memset(error->message, decoder->fault == 'L' ? 0xff : 'x', sizeof error->message);
}

/* As below, when the surface is set. */
static uint32_t late_fault_kind(lzl_decoder *decoder, lzl_event *event) {
    lzl_rows *rows = &event->payload.rows;
    uint32_t at = decoder->steps;
    switch (decoder->fault) {
    case '2': *rows = (lzl_rows){ 1, 2, 0, 0 }; return LZL_EVENT_ROWS;
    case '3': *rows = (lzl_rows){ 0xffffffffu, 0xffffffffu, 0, 0 }; return LZL_EVENT_ROWS;
    case '4': return LZL_EVENT_ROWS;
    case '5': event->payload.pass.pass = 1u << 30; return LZL_EVENT_PASS_DONE;
    case '6': event->payload.pass.pass = at == 2 ? 3 : 1; return LZL_EVENT_PASS_DONE;
    /* Through a window: all at once, from the middle, and rightly. */
    case 'g': *rows = (lzl_rows){ 1, 1, 0, 0 }; return LZL_EVENT_ROWS;
    case 'h':
        if (at > 3) return at == 4 ? LZL_EVENT_FRAME_DONE : 0;
        *rows = (lzl_rows){ at - 2, 1, 0, 0 };
        return LZL_EVENT_ROWS;
    case '8': *rows = (lzl_rows){ 0, 1, 0, 0 }; return LZL_EVENT_ROWS;
    default: return 0;
    }
}

/* What replaces the ordinary event at this step; 0: nothing. */
static uint32_t fault_kind(lzl_decoder *decoder, lzl_event *event) {
    uint32_t at = decoder->steps;
    switch (decoder->fault) {
    case 'N': return 99;
    case 'O': return LZL_EVENT_OUTPUT;
    case 'P': return LZL_EVENT_DONE;
    case 'Q': return LZL_EVENT_ROWS;
    case 'R': return LZL_EVENT_FRAME;
    case 'S': return LZL_EVENT_NEED_INPUT;
    case 'T': return LZL_EVENT_CONTINUE;
    case 'U': event->payload.error.code = LZL_ERROR_CORRUPT; return LZL_EVENT_WARNING;
    case 'K': case 'L': case 'M': return LZL_EVENT_ERROR;
    case 'V': return at == 1 ? LZL_EVENT_HEADER : 0;
    case 'W': return at == 2 ? LZL_EVENT_DONE : 0;
    case 'X': case 'Y': case 'Z':
        if (at != 1) return 0;
        event->payload.metadata.kind = LZL_METADATA_EXIF;
        event->payload.metadata.size = decoder->fault == 'X' ? 1ull << 40 : decoder->fault == 'Y' ? 10 : LZL_UNKNOWN;
        return LZL_EVENT_METADATA;
    case '0': return at == 3 ? LZL_EVENT_FRAME : 0;
    case '1': return at == 2 ? LZL_EVENT_FRAME_DONE : 0;
    case '7':
        event->payload.metadata.kind = LZL_METADATA_PLAY_COUNT;
        event->payload.metadata.value = LZL_UNKNOWN;
        return LZL_EVENT_METADATA;
    default: return at >= 2 ? late_fault_kind(decoder, event) : 0;
    }
}

static void step(lzl_decoder *decoder, const lzl_step *request, lzl_event *event) {
    static const uint32_t kinds[] = { LZL_EVENT_HEADER, LZL_EVENT_FRAME, LZL_EVENT_ROWS, LZL_EVENT_FRAME_DONE, LZL_EVENT_DONE };
    (void)request;
    if (decoder->status != LZL_OK) {
        event->kind = LZL_EVENT_ERROR;
        event->payload.error.code = decoder->status;
        return;
    }
    uint32_t kind = fault_kind(decoder, event);
    event->kind = kind ? kind : kinds[decoder->steps < 4 ? decoder->steps : 4];
    decoder->steps++;
    if (event->kind == LZL_EVENT_HEADER) fill_header(decoder, &event->payload.header);
    if (event->kind == LZL_EVENT_FRAME) fill_frame(decoder, &event->payload.frame);
    if (event->kind == LZL_EVENT_ERROR) fill_error(decoder, &event->payload.error);
    if (kind != 0) {
        if (decoder->fault == '1') event->payload.frame_done.index = 7;
        return;
    }
    if (event->kind == LZL_EVENT_ROWS) event->payload.rows.count = 2;
    if (event->kind == LZL_EVENT_DONE) event->payload.done.frame_count = decoder->fault == '9' ? 0 : 1;
}

static lzl_status configure(lzl_decoder *decoder, const lzl_decode_config *config) {
    (void)config;
    return decoder->fault == 'd' ? LZL_ERROR_INVALID_ARGUMENT : LZL_OK;
}

static lzl_status set_surface(lzl_decoder *decoder, const lzl_surface *surface) {
    (void)surface;
    return decoder->status = decoder->fault == 'e' ? LZL_ERROR_OUT_OF_MEMORY : LZL_OK;
}

static uint64_t metadata(lzl_decoder *decoder, uint32_t kind, uint32_t index, uint8_t *buffer, uint64_t capacity) {
    (void)decoder, (void)kind, (void)index, (void)buffer, (void)capacity;
    return 3;
}

static lzl_status rewind_decoder(lzl_decoder *decoder) {
    decoder->steps = 0;
    return LZL_OK;
}

static void interrupt(lzl_decoder *decoder) { (void)decoder; }

static void destroy(lzl_decoder *decoder) { free(decoder); }

const lzl_decoder_api wrong_decoder_api = {
    NULL, create, feed, step, configure, set_surface, metadata, rewind_decoder, interrupt, destroy,
};
