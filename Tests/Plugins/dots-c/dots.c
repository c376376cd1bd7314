/*
 * A format made up for tests, in plain C: "DOTS", width and height as one byte each, one gray byte a
 * pixel. As a plugin author who has no kit would write it.
 */
#define _POSIX_C_SOURCE 200809L
#include <lazuli/lazuli.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum state { WANTS_INPUT, RUNNING, WANTS_CONFIGURATION, WANTS_SURFACE, FAILED };

struct lzl_decoder {
    enum state state;
    lzl_limits limits;
    const uint8_t *input;
    uint64_t size, total_size, work_nanoseconds;
    int is_final;
    uint8_t kept[256];
    uint64_t kept_size;
    uint32_t width, height, row;
    int has_header, has_frame, has_rows;
    lzl_decode_config config;
    lzl_surface surface;
    lzl_error error;
};

static const lzl_host_log *host_log;

/* What the host wrote, as far as both sides know the struct; zero is absent. */
static void read_struct(void *target, size_t known, const void *source) {
    uint32_t size;
    memcpy(&size, source, sizeof size);
    memset(target, 0, known);
    memcpy(target, source, size < known ? size : known);
}

static int fail(lzl_decoder *decoder, lzl_status code, const char *message) {
    memset(&decoder->error, 0, sizeof decoder->error);
    decoder->error.code = code;
    decoder->error.offset = LZL_UNKNOWN;
    decoder->error.flags = decoder->has_rows ? LZL_ERROR_FLAG_PIXELS_USABLE : 0;
    strncpy(decoder->error.message, message, LZL_ERROR_MESSAGE_CAPACITY - 1);
    decoder->state = FAILED;
    return 0;
}

/* Whether `needed` is within a limit; `allowed` is never zero here. */
static int is_within(lzl_decoder *decoder, uint32_t limit, uint64_t allowed, uint64_t needed) {
    if (needed <= allowed) return 1;
    fail(decoder, LZL_ERROR_LIMIT_EXCEEDED, "The picture is above a limit");
    decoder->error.limit = limit;
    decoder->error.needed = needed;
    return 0;
}

static void say(const char *text) {
    if (host_log == NULL) return;
    lzl_bytes message = { (const uint8_t *)text, strlen(text) };
    host_log->log(host_log->context, LZL_LOG_INFO, message);
}

/* A limit that the host does not know is one of our own: no picture is larger than 255 x 255. */
static lzl_limits read_limits(const lzl_limits *given) {
    lzl_limits limits;
    read_struct(&limits, sizeof limits, given);
    if (!limits.maximum_side) limits.maximum_side = 255;
    if (!limits.maximum_source_pixels) limits.maximum_source_pixels = 65025;
    if (!limits.maximum_decoded_pixels) limits.maximum_decoded_pixels = 65025;
    if (!limits.maximum_decoded_bytes) limits.maximum_decoded_bytes = 65025;
    if (!limits.maximum_encoded_bytes) limits.maximum_encoded_bytes = 1 << 20;
    if (!limits.maximum_work_nanoseconds) limits.maximum_work_nanoseconds = 1000000000;
    return limits;
}

static void apply_settings(lzl_limits *limits, const lzl_settings *settings) {
    for (uint64_t i = 0; i < settings->count; i++) {
        const lzl_setting *setting = &settings->items[i];
        if (setting->type == LZL_SETTING_INTEGER && setting->key.size == 12
            && memcmp(setting->key.data, "largest_side", 12) == 0 && setting->integer < limits->maximum_side)
            limits->maximum_side = (uint32_t)setting->integer;
    }
}

static lzl_status create(void *context, const lzl_decoder_options *given, lzl_decoder **out, lzl_error *error) {
    (void)context;
    lzl_decoder *decoder = calloc(1, sizeof *decoder);
    if (decoder == NULL) {
        memset(error, 0, sizeof *error);
        error->code = LZL_ERROR_OUT_OF_MEMORY;
        return LZL_ERROR_OUT_OF_MEMORY;
    }
    lzl_decoder_options options;
    read_struct(&options, sizeof options, given);
    decoder->limits = read_limits(options.limits);
    apply_settings(&decoder->limits, &options.settings);
    say("a decoder for dots");
    *out = decoder;
    return LZL_OK;
}

static lzl_status feed(lzl_decoder *decoder, const lzl_chunk *given) {
    if (decoder->state == FAILED) return decoder->error.code;
    if (decoder->state != WANTS_INPUT) return LZL_ERROR_INVALID_STATE;
    lzl_chunk chunk;
    read_struct(&chunk, sizeof chunk, given);
    decoder->input = chunk.bytes.data;
    decoder->size = chunk.bytes.size;
    decoder->total_size += chunk.bytes.size;
    decoder->is_final = (chunk.flags & LZL_CHUNK_FINAL) != 0;
    decoder->state = RUNNING;
    int is_allowed = is_within(
        decoder, LZL_LIMIT_ENCODED_BYTES, decoder->limits.maximum_encoded_bytes, decoder->total_size);
    return is_allowed ? LZL_OK : decoder->error.code;
}

/* The next `count` bytes, at most 255, or NULL: then what there is was kept. */
static const uint8_t *take(lzl_decoder *decoder, uint64_t count) {
    uint64_t missing = count > decoder->kept_size ? count - decoder->kept_size : 0;
    uint64_t taken = missing < decoder->size ? missing : decoder->size;
    if (taken > 0) memcpy(decoder->kept + decoder->kept_size, decoder->input, taken);
    decoder->kept_size += taken;
    decoder->input += taken;
    decoder->size -= taken;
    if (decoder->kept_size < count) return NULL;
    decoder->kept_size = 0;
    return decoder->kept;
}

static int need_input(lzl_decoder *decoder, lzl_event *event) {
    if (decoder->is_final) return fail(decoder, LZL_ERROR_TRUNCATED, "The file ends too early");
    event->kind = LZL_EVENT_NEED_INPUT;
    decoder->state = WANTS_INPUT;
    return 1;
}

static uint64_t pixel_count(const lzl_decoder *decoder) { return (uint64_t)decoder->width * decoder->height; }

static int read_header(lzl_decoder *decoder, lzl_event *event) {
    const uint8_t *bytes = take(decoder, 6);
    if (bytes == NULL) return need_input(decoder, event);
    if (memcmp(bytes, "DOTS", 4) != 0)
        return fail(decoder, LZL_ERROR_NOT_THIS_FORMAT, "The file does not begin with DOTS");
    decoder->width = bytes[4];
    decoder->height = bytes[5];
    if (decoder->width == 0 || decoder->height == 0) return fail(decoder, LZL_ERROR_CORRUPT, "No pixels");
    uint32_t side = decoder->width > decoder->height ? decoder->width : decoder->height;
    if (!is_within(decoder, LZL_LIMIT_SIDE, decoder->limits.maximum_side, side)
        || !is_within(decoder, LZL_LIMIT_SOURCE_PIXELS, decoder->limits.maximum_source_pixels, pixel_count(decoder)))
        return 0;
    lzl_header *header = &event->payload.header;
    event->kind = LZL_EVENT_HEADER;
    header->width = decoder->width;
    header->height = decoder->height;
    header->frame_count = 1;
    header->play_count = 1;
    header->flags = LZL_HEADER_ROWS_IN_ORDER;
    header->native_format = LZL_FORMAT_GRAY8;
    header->formats = LZL_FORMAT_BIT_GRAY8;
    header->bits_per_sample = 8;
    header->samples_per_pixel = 1;
    decoder->has_header = 1;
    decoder->state = WANTS_CONFIGURATION;
    return 1;
}

/* Of the one frame that there is. */
static int is_wanted(const lzl_decoder *decoder) { return decoder->config.first_frame == 0; }

static int begin_frame(lzl_decoder *decoder, lzl_event *event) {
    decoder->has_frame = 1;
    event->kind = LZL_EVENT_CONTINUE;
    if (!is_wanted(decoder)) return 1;
    event->kind = LZL_EVENT_FRAME;
    event->payload.frame.rectangle = (lzl_rectangle){ 0, 0, decoder->width, decoder->height };
    event->payload.frame.delay_denominator = 100;
    decoder->state = WANTS_SURFACE;
    return 1;
}

static int read_row(lzl_decoder *decoder, lzl_event *event) {
    const uint8_t *bytes = take(decoder, decoder->width);
    if (bytes == NULL) return need_input(decoder, event);
    event->kind = LZL_EVENT_CONTINUE;
    if (decoder->surface.pixels != NULL) {
        /* In a window, rows take turns. */
        uint32_t row = decoder->row % decoder->surface.height;
        memcpy(decoder->surface.pixels + row * decoder->surface.bytes_per_row, bytes, decoder->width);
        event->kind = LZL_EVENT_ROWS;
        event->payload.rows.first = decoder->row;
        event->payload.rows.count = 1;
        decoder->has_rows = 1;
    }
    decoder->row++;
    return 1;
}

static int end_frame(lzl_decoder *decoder, lzl_event *event) {
    event->kind = is_wanted(decoder) ? LZL_EVENT_FRAME_DONE : LZL_EVENT_CONTINUE;
    decoder->surface.pixels = NULL;
    decoder->row++;
    return 1;
}

static int go_on(lzl_decoder *decoder, lzl_event *event) {
    if (!decoder->has_header) return read_header(decoder, event);
    if (!decoder->has_frame) return begin_frame(decoder, event);
    if (decoder->row < decoder->height) return read_row(decoder, event);
    if (decoder->row == decoder->height) return end_frame(decoder, event);
    event->kind = LZL_EVENT_DONE;
    event->payload.done.frame_count = 1;
    event->payload.done.play_count = 1;
    return 1;
}

static uint64_t used(void) {
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static int run(lzl_decoder *decoder, lzl_event *event) {
    uint64_t start = used();
    if (!go_on(decoder, event)) return 0;
    decoder->work_nanoseconds += used() - start;
    return is_within(
        decoder, LZL_LIMIT_WORK_TIME, decoder->limits.maximum_work_nanoseconds, decoder->work_nanoseconds);
}

static void refuse(lzl_event *event) {
    event->kind = LZL_EVENT_ERROR;
    event->payload.error.code = LZL_ERROR_INVALID_STATE;
    event->payload.error.offset = LZL_UNKNOWN;
    strcpy(event->payload.error.message, "A step where another call was due");
}

static void step(lzl_decoder *decoder, const lzl_step *request, lzl_event *event) {
    (void)request;
    if (decoder->state == RUNNING && run(decoder, event)) return;
    if (decoder->state != FAILED) return refuse(event);
    memset(event, 0, sizeof *event);
    event->kind = LZL_EVENT_ERROR;
    event->payload.error = decoder->error;
}

static lzl_status configure(lzl_decoder *decoder, const lzl_decode_config *given) {
    if (decoder->state == FAILED) return decoder->error.code;
    if (decoder->state != WANTS_CONFIGURATION) return LZL_ERROR_INVALID_STATE;
    lzl_decode_config config;
    read_struct(&config, sizeof config, given);
    if (config.format != LZL_FORMAT_GRAY8 || config.scale_numerator != 1 || config.scale_denominator != 1
        || config.frame_count == 0)
        return LZL_ERROR_INVALID_ARGUMENT;
    decoder->config = config;
    decoder->state = RUNNING;
    uint64_t count = pixel_count(decoder);
    if (!is_within(decoder, LZL_LIMIT_DECODED_PIXELS, decoder->limits.maximum_decoded_pixels, count)
        || !is_within(decoder, LZL_LIMIT_DECODED_BYTES, decoder->limits.maximum_decoded_bytes, count))
        return decoder->error.code;
    return LZL_OK;
}

static int fits(const lzl_decoder *decoder, const lzl_surface *surface) {
    if (surface->format != LZL_FORMAT_GRAY8 || surface->width != decoder->width || surface->height == 0
        || surface->height > decoder->height)
        return 0;
    uint64_t width = decoder->width, above = surface->height - 1;
    if (surface->bytes_per_row < width || surface->byte_length < width) return 0;
    /* A division, since the product might not fit. */
    return above == 0 || surface->bytes_per_row <= (surface->byte_length - width) / above;
}

static lzl_status set_surface(lzl_decoder *decoder, const lzl_surface *given) {
    if (decoder->state == FAILED) return decoder->error.code;
    if (decoder->state != WANTS_SURFACE) return LZL_ERROR_INVALID_STATE;
    lzl_surface surface;
    read_struct(&surface, sizeof surface, given);
    if (surface.pixels != NULL && !fits(decoder, &surface)) return LZL_ERROR_INVALID_ARGUMENT;
    decoder->surface = surface;
    decoder->state = RUNNING;
    return LZL_OK;
}

static uint64_t metadata(lzl_decoder *decoder, uint32_t kind, uint32_t index, uint8_t *buffer, uint64_t capacity) {
    (void)decoder, (void)kind, (void)index, (void)buffer, (void)capacity;
    return 0;
}

static lzl_status rewind_decoder(lzl_decoder *decoder) {
    lzl_limits limits = decoder->limits;
    memset(decoder, 0, sizeof *decoder);
    decoder->limits = limits;
    return LZL_OK;
}

static void interrupt(lzl_decoder *decoder) { (void)decoder; }

static void destroy(lzl_decoder *decoder) { free(decoder); }

static const lzl_decoder_api decoder_api = {
    NULL, create, feed, step, configure, set_surface, metadata, rewind_decoder, interrupt, destroy,
};

#define TEXT(literal) { (const uint8_t *)(literal), sizeof(literal) - 1 }

static const lzl_bytes formats[] = { TEXT("dots") };

static const void *get(void *context, const char *id, lzl_bytes name) {
    (void)context;
    if (strcmp(id, LZL_DECODER) != 0 || name.size != 4 || memcmp(name.data, "dots", 4) != 0) return NULL;
    return &decoder_api;
}

lzl_status lzl_plugin_main_1(const lzl_host *host, lzl_plugin *out) {
    const lzl_bytes id = TEXT("org.lazuli.test.dots-c"), version = TEXT("1.0.0");
    lzl_plugin plugin = { 0 };
    plugin.struct_size = out->struct_size < sizeof plugin ? out->struct_size : (uint32_t)sizeof plugin;
    plugin.abi_minor = LZL_ABI_MINOR;
    plugin.id = id;
    plugin.version = version;
    plugin.formats = formats;
    plugin.format_count = 1;
    plugin.get = get;
    memcpy(out, &plugin, plugin.struct_size);
    host_log = host->get(host->context, LZL_HOST_LOG);
    return LZL_OK;
}
