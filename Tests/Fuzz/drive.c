/* A host which does all that the contract allows, and holds the plugin to it. */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#define MAXIMUM_STEPS 4000000
#define PADDING 0xa5

/* One decoding. */
typedef struct {
    const lzl_decoder_api *api;
    lzl_decoder *decoder;
    rng *random;
    const uint8_t *data;
    size_t size;
    size_t position;
    /* What the host chose for this input. */
    bool is_whole;
    bool is_previewing;
    size_t chunk_size;
    /* The chunk that the plugin may read. */
    uint8_t *chunk;
    bool is_final_fed;
    lzl_header header;
    lzl_decode_config config;
    lzl_frame frame;
    uint32_t frame_count;
    lzl_surface surface;
    uint8_t *pixels;
    bool has_header;
    bool is_in_frame;
    uint32_t next_row;
    outcome result;
} session;

static const uint32_t bytes_per_pixel[] = {0, 4, 4, 8, 1, 2, 2, 4};
static const uint32_t bytes_per_sample[] = {0, 1, 1, 2, 1, 1, 2, 1};

static void breaks(session *run, const char *rule)
{
    if (run->result.broken_rule == NULL) {
        run->result.broken_rule = rule;
    }
}

static lzl_limits choose_limits(rng *random)
{
    lzl_limits limits = {.struct_size = sizeof limits};
    limits.maximum_side = 20000;
    limits.maximum_source_pixels = 100u << 20;
    limits.maximum_decoded_pixels = 2u << 20;
    limits.maximum_decoded_bytes = 16u << 20;
    limits.maximum_working_bytes = 64u << 20;
    limits.maximum_frames = 200;
    if (rng_one_in(random, 8)) {
        limits.maximum_frames = (uint32_t)rng_below(random, 4);
        limits.maximum_passes = (uint32_t)rng_below(random, 4);
        limits.maximum_metadata_bytes = rng_below(random, 200);
    }
    if (rng_one_in(random, 32)) {
        limits.maximum_working_bytes = 1 + rng_below(random, 200000);
    }
    return limits;
}

static bool create(session *run, const char *format)
{
    lzl_limits limits = choose_limits(run->random);
    lzl_decoder_options options = {.struct_size = sizeof options, .limits = &limits};
    options.format = (lzl_bytes){(const uint8_t *)format, strlen(format)};
    lzl_error error = {0};
    lzl_status status = run->api->create(run->api->context, &options, &run->decoder, &error);
    if (status != LZL_OK && (run->decoder != NULL || error.code != status)) {
        breaks(run, "create answers an error and sets it, and nothing else");
    }
    return status == LZL_OK;
}

/* A chunk of its exact size, so that reading beyond it is seen. */
static void feed(session *run)
{
    size_t left = run->size - run->position;
    size_t count = run->is_whole ? left : run->chunk_size > 0 ? run->chunk_size : rng_below(run->random, 5000);
    count = count < left ? count : left;
    free(run->chunk);
    run->chunk = malloc(count > 0 ? count : 1);
    memcpy(run->chunk, run->data + run->position, count);
    run->position += count;
    lzl_chunk chunk = {.struct_size = sizeof chunk, .bytes = {run->chunk, count}};
    /* The end is told with the last byte, or by an empty chunk behind it. */
    if (run->position == run->size && (count == 0 || !rng_one_in(run->random, 4))) {
        chunk.flags = LZL_CHUNK_FINAL | (run->is_whole ? LZL_CHUNK_STABLE : 0);
        run->is_final_fed = true;
    }
    (void)run->api->feed(run->decoder, &chunk);
}

static lzl_decode_config choose_config(session *run)
{
    const lzl_header *header = &run->header;
    lzl_decode_config config = {.struct_size = sizeof config};
    config.format = header->native_format;
    config.scale_numerator = config.scale_denominator = 1;
    config.frame_count = LZL_ALL_FRAMES;
    if (rng_one_in(run->random, 2)) {
        do {
            config.format = 1 + (uint32_t)rng_below(run->random, 7);
        } while ((header->formats & 1u << config.format) == 0);
    }
    if (header->scale_numerators != 0 && rng_one_in(run->random, 2)) {
        do {
            config.scale_numerator = 1 + (uint32_t)rng_below(run->random, 32);
        } while ((header->scale_numerators & 1u << (config.scale_numerator - 1)) == 0);
        config.scale_denominator = header->scale_denominator;
    }
    if (rng_one_in(run->random, 4)) {
        config.first_frame = (uint32_t)rng_below(run->random, 4);
        config.frame_count = 1 + (uint32_t)rng_below(run->random, 3);
        config.flags = rng_one_in(run->random, 2) ? LZL_DECODE_STOP_EARLY : 0;
    }
    return config;
}

static void configure(session *run)
{
    if (run->header.native_format == 0 || run->header.native_format > LZL_FORMAT_CMYK8
        || (run->header.formats & 1u << run->header.native_format) == 0) {
        breaks(run, "the native format is among those on offer");
        return;
    }
    run->config = choose_config(run);
    if (rng_one_in(run->random, 8)) {
        lzl_decode_config wrong = run->config;
        wrong.format = 31;
        if (run->api->configure(run->decoder, &wrong) != LZL_ERROR_INVALID_ARGUMENT) {
            breaks(run, "a format that is not on offer is an invalid argument");
        }
    }
    (void)run->api->configure(run->decoder, &run->config);
}

static void drop_surface(session *run)
{
    free(run->pixels);
    run->pixels = NULL;
}

/* Of a window now and then, where the header allows one. */
static uint32_t choose_height(session *run)
{
    uint32_t height = run->frame.rectangle.height;
    if ((run->header.flags & LZL_HEADER_ROWS_IN_ORDER) == 0 || rng_one_in(run->random, 2)) {
        return height;
    }
    uint32_t window = 1 + (uint32_t)rng_below(run->random, 40);
    return window < height ? window : height;
}

static void make_surface(session *run)
{
    uint32_t format = run->config.format;
    uint64_t row = (uint64_t)run->frame.rectangle.width * bytes_per_pixel[format];
    uint64_t stride = row + bytes_per_sample[format] * rng_below(run->random, 5);
    uint32_t height = choose_height(run);
    uint64_t size = stride * (height - 1) + row;
    drop_surface(run);
    if (posix_memalign((void **)&run->pixels, 64, size) != 0) {
        abort();
    }
    memset(run->pixels, run->header.flags & LZL_HEADER_PASSES ? 0 : 0x5a, size);
    for (uint64_t y = 0; y + 1 < height; y++) {
        memset(run->pixels + y * stride + row, PADDING, stride - row);
    }
    run->surface = (lzl_surface){sizeof run->surface, format, run->pixels, size, run->frame.rectangle.width,
                                 height, stride};
    run->next_row = 0;
}

static void give_surface(session *run)
{
    if (run->frame.rectangle.width == 0 || run->frame.rectangle.height == 0 || run->frame.delay_denominator == 0) {
        breaks(run, "a frame has pixels and a delay that can be computed");
        return;
    }
    if (rng_one_in(run->random, 8)) {
        lzl_surface none = {.struct_size = sizeof none};
        drop_surface(run);
        (void)run->api->set_surface(run->decoder, &none);
        return;
    }
    make_surface(run);
    if (rng_one_in(run->random, 8)) {
        lzl_surface small = run->surface;
        small.byte_length -= 1;
        if (run->api->set_surface(run->decoder, &small) != LZL_ERROR_INVALID_ARGUMENT) {
            breaks(run, "a surface that is too small is an invalid argument");
        }
    }
    (void)run->api->set_surface(run->decoder, &run->surface);
}

static void check_padding(session *run)
{
    if (run->pixels == NULL) {
        return;
    }
    uint64_t row = (uint64_t)run->surface.width * bytes_per_pixel[run->surface.format];
    for (uint64_t y = 0; y + 1 < run->surface.height; y++) {
        for (uint64_t x = row; x < run->surface.bytes_per_row; x++) {
            if (run->pixels[y * run->surface.bytes_per_row + x] != PADDING) {
                breaks(run, "bytes between rows are left alone");
                return;
            }
        }
    }
}

static void fetch(session *run, const lzl_metadata *item)
{
    if (item->size == 0) {
        return;
    }
    uint64_t capacity = rng_one_in(run->random, 8) ? item->size - 1 : item->size;
    uint8_t *bytes = malloc(capacity > 0 ? capacity : 1);
    if (run->api->metadata(run->decoder, item->kind, item->index, bytes, capacity) != item->size) {
        breaks(run, "an item has the size that was announced");
    }
    free(bytes);
}

static void take_frame(session *run, const lzl_frame *frame)
{
    if (!run->has_header || run->is_in_frame || (run->frame_count > 0 && frame->index <= run->frame.index)) {
        breaks(run, "frames come behind the header, one after the other");
    }
    run->frame = *frame;
    run->frame_count += 1;
    run->is_in_frame = true;
    give_surface(run);
}

static void take_rows(session *run, const lzl_rows *rows)
{
    uint64_t end = (uint64_t)rows->first + rows->count;
    if (!run->is_in_frame || run->pixels == NULL || rows->count == 0 || end > run->frame.rectangle.height) {
        breaks(run, "rows lie within a frame whose pixels are wanted");
        return;
    }
    if (run->surface.height == run->frame.rectangle.height) {
        return;
    }
    if (rows->first != run->next_row || rows->count > run->surface.height) {
        breaks(run, "rows come into a window in their order, no more than it holds");
    }
    run->next_row = (uint32_t)end;
}

/* True when there is nothing to step for any more. */
static bool take(session *run, const lzl_event *event)
{
    switch (event->kind) {
    case LZL_EVENT_NEED_INPUT:
        if (run->is_final_fed) {
            breaks(run, "no input is asked for behind the final chunk");
            return true;
        }
        feed(run);
        return false;
    case LZL_EVENT_HEADER:
        if (run->has_header) {
            breaks(run, "the header comes once");
        }
        run->has_header = run->result.is_past_header = true;
        run->header = event->payload.header;
        configure(run);
        return false;
    case LZL_EVENT_METADATA: fetch(run, &event->payload.metadata); return false;
    case LZL_EVENT_FRAME: take_frame(run, &event->payload.frame); return false;
    case LZL_EVENT_ROWS: take_rows(run, &event->payload.rows); return false;
    case LZL_EVENT_FRAME_DONE:
        if (!run->is_in_frame || event->payload.frame_done.index != run->frame.index) {
            breaks(run, "a frame that is done has begun");
        }
        check_padding(run);
        drop_surface(run);
        run->is_in_frame = false;
        return false;
    case LZL_EVENT_DONE: run->result.is_complete = true; return true;
    case LZL_EVENT_ERROR: return true;
    case LZL_EVENT_PASS_DONE:
    case LZL_EVENT_WARNING:
    case LZL_EVENT_CONTINUE: return false;
    default: breaks(run, "a decoder has no such event"); return true;
    }
}

static void check_is_final(session *run, const lzl_event *last)
{
    lzl_step step = {.struct_size = sizeof step};
    lzl_event again = {0};
    run->api->step(run->decoder, &step, &again);
    if (again.kind != last->kind || (last->kind == LZL_EVENT_ERROR && again.payload.error.code != last->payload.error.code)) {
        breaks(run, "the last event is given again");
    }
    lzl_chunk chunk = {.struct_size = sizeof chunk};
    if (run->api->feed(run->decoder, &chunk) == LZL_OK) {
        breaks(run, "nothing is fed behind the last event");
    }
}

static void begin(session *run)
{
    run->position = 0;
    run->is_final_fed = run->has_header = run->is_in_frame = false;
    run->frame_count = 0;
    drop_surface(run);
    run->is_whole = rng_one_in(run->random, 3);
    run->is_previewing = rng_one_in(run->random, 2);
    run->chunk_size = rng_one_in(run->random, 2) ? 1 + rng_below(run->random, 64) : 0;
    feed(run);
}

/* Steps to the end, or away in the middle. */
static void decode(session *run)
{
    size_t end = rng_one_in(run->random, 16) ? rng_below(run->random, 40) : MAXIMUM_STEPS;
    for (size_t count = 0; count < end && run->result.broken_rule == NULL; count++) {
        lzl_step step = {.struct_size = sizeof step, .flags = run->is_previewing ? LZL_STEP_WANT_PREVIEW : 0};
        lzl_event event = {0};
        run->api->step(run->decoder, &step, &event);
        if (take(run, &event)) {
            check_is_final(run, &event);
            return;
        }
    }
    if (end == MAXIMUM_STEPS) {
        breaks(run, "steps lead to an end");
    }
}

outcome drive(const lzl_decoder_api *api, const char *format, const uint8_t *data, size_t size, rng *random)
{
    session run = {.api = api, .random = random, .data = data, .size = size};
    if (!create(&run, format)) {
        return run.result;
    }
    begin(&run);
    decode(&run);
    if (rng_one_in(random, 16) && api->rewind(run.decoder) == LZL_OK) {
        begin(&run);
        decode(&run);
    }
    api->destroy(run.decoder);
    drop_surface(&run);
    free(run.chunk);
    return run.result;
}
