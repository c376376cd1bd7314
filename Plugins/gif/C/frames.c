#include "CLazuliGIF.h"

#include <gif_lib.h>

/* What giflib reads: a prefix of ours, then the frame's data, then zeros, which end a row of sub-blocks. */
struct lzlgif_frames {
    GifFileType *file;
    uint8_t prefix[16];
    size_t prefix_count;
    size_t prefix_position;
    const uint8_t *data;
    size_t count;
    size_t position;
};

static size_t take(uint8_t *target, size_t wanted, const uint8_t *source, size_t count, size_t *position)
{
    size_t left = count - *position;
    size_t taken = wanted < left ? wanted : left;
    if (taken > 0) {
        memcpy(target, source + *position, taken);
    }
    *position += taken;
    return taken;
}

static int read_frame(GifFileType *file, GifByteType *target, int wanted)
{
    lzlgif_frames *frames = file->UserData;
    size_t size = (size_t)wanted;
    size_t taken = take(target, size, frames->prefix, frames->prefix_count, &frames->prefix_position);
    taken += take(target + taken, size - taken, frames->data, frames->count, &frames->position);
    memset(target + taken, 0, size - taken);
    /* A block that is cut off must not be taken for a whole one; only its length may be made up. */
    return taken == size || wanted == 1 ? wanted : 0;
}

static void put_word(uint8_t *target, uint16_t value)
{
    target[0] = (uint8_t)(value & 0xff);
    target[1] = (uint8_t)(value >> 8);
}

lzlgif_frames *lzlgif_create(void)
{
    /* A logical screen of 1 × 1 without a palette: palettes are the plugin's own affair. */
    static const uint8_t screen[13] = {'G', 'I', 'F', '8', '9', 'a', 1, 0, 1, 0, 0, 0, 0};
    lzlgif_frames *frames = calloc(1, sizeof *frames);
    if (frames == NULL) {
        return NULL;
    }
    memcpy(frames->prefix, screen, sizeof screen);
    frames->prefix_count = sizeof screen;
    int error = 0;
    frames->file = DGifOpen(frames, read_frame, &error);
    if (frames->file == NULL) {
        free(frames);
        return NULL;
    }
    return frames;
}

int lzlgif_begin(
    lzlgif_frames *frames, uint16_t width, uint16_t height, uint8_t code_size, const uint8_t *data, size_t count)
{
    memset(frames->prefix, 0, sizeof frames->prefix);
    put_word(frames->prefix + 4, width);
    put_word(frames->prefix + 6, height);
    frames->prefix[9] = code_size;
    frames->prefix_count = 10;
    frames->prefix_position = 0;
    frames->data = data;
    frames->count = count;
    frames->position = 0;
    frames->file->Error = 0;
    return DGifGetImageHeader(frames->file) == GIF_OK ? 0 : frames->file->Error;
}

int lzlgif_row(lzlgif_frames *frames, uint8_t *row, uint16_t width)
{
    frames->file->Error = 0;
    if (DGifGetLine(frames->file, row, width) == GIF_OK) {
        return 0;
    }
    return frames->file->Error != 0 ? frames->file->Error : D_GIF_ERR_IMAGE_DEFECT;
}

void lzlgif_destroy(lzlgif_frames *frames)
{
    if (frames == NULL) {
        return;
    }
    int error = 0;
    (void)DGifCloseFile(frames->file, &error);
    free(frames);
}
