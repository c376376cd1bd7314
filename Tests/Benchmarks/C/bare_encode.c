/* What a C program does with the bare library: RGBA8 in memory to a file in memory, COUNT times, with the
 * library's defaults and the same quality. Prints the CPU milliseconds and the bytes of each encoding.
 *
 *     bare_encode FILE.png COUNT png|jpeg|progressive|gif
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <gif_lib.h>
#include <jpeglib.h>
#include <png.h>

struct picture {
    uint8_t *pixels;
    int width;
    int height;
};

static int read_picture(const char *path, struct picture *picture) {
    png_image image = {.version = PNG_IMAGE_VERSION};
    if (!png_image_begin_read_from_file(&image, path)) return 0;
    image.format = PNG_FORMAT_RGBA;
    picture->width = (int)image.width;
    picture->height = (int)image.height;
    picture->pixels = malloc(PNG_IMAGE_SIZE(image));
    return png_image_finish_read(&image, NULL, picture->pixels, 0, NULL);
}

struct memory {
    uint8_t *bytes;
    size_t count;
    size_t capacity;
};

static void put(struct memory *memory, const void *bytes, size_t count) {
    if (memory->count + count > memory->capacity) {
        memory->capacity = (memory->count + count) * 2;
        memory->bytes = realloc(memory->bytes, memory->capacity);
    }
    memcpy(memory->bytes + memory->count, bytes, count);
    memory->count += count;
}

static void put_png(png_structp png, png_bytep bytes, size_t count) { put(png_get_io_ptr(png), bytes, count); }

static void flush_png(png_structp png) { (void)png; }

/* As RGB, which is what a careful program writes for an opaque picture. */
static size_t encode_png(const struct picture *picture) {
    struct memory memory = {0};
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png_create_info_struct(png);
    if (setjmp(png_jmpbuf(png))) exit(1);
    png_set_write_fn(png, &memory, put_png, flush_png);
    png_set_IHDR(png, info, (png_uint_32)picture->width, (png_uint_32)picture->height, 8, PNG_COLOR_TYPE_RGB, 0, 0, 0);
    png_write_info(png, info);
    png_set_filler(png, 0, PNG_FILLER_AFTER);
    for (int y = 0; y < picture->height; y++) png_write_row(png, picture->pixels + (size_t)y * picture->width * 4);
    png_write_end(png, info);
    png_destroy_write_struct(&png, &info);
    free(memory.bytes);
    return memory.count;
}

static size_t encode_jpeg(const struct picture *picture, int is_progressive) {
    struct jpeg_compress_struct jpeg;
    struct jpeg_error_mgr errors;
    unsigned char *bytes = NULL;
    unsigned long count = 0;
    jpeg.err = jpeg_std_error(&errors);
    jpeg_create_compress(&jpeg);
    jpeg_mem_dest(&jpeg, &bytes, &count);
    jpeg.image_width = (JDIMENSION)picture->width;
    jpeg.image_height = (JDIMENSION)picture->height;
    jpeg.input_components = 4;
    jpeg.in_color_space = JCS_EXT_RGBX;
    jpeg_set_defaults(&jpeg);
    jpeg_set_quality(&jpeg, 85, TRUE);
    if (is_progressive) jpeg_simple_progression(&jpeg);
    jpeg_start_compress(&jpeg, TRUE);
    while (jpeg.next_scanline < jpeg.image_height) {
        JSAMPROW row = picture->pixels + (size_t)jpeg.next_scanline * picture->width * 4;
        jpeg_write_scanlines(&jpeg, &row, 1);
    }
    jpeg_finish_compress(&jpeg);
    jpeg_destroy_compress(&jpeg);
    free(bytes);
    return count;
}

static int put_gif(GifFileType *file, const GifByteType *bytes, int count) {
    put(file->UserData, bytes, (size_t)count);
    return count;
}

/* giflib's own quantiser, which does not dither. */
static size_t encode_gif(const struct picture *picture) {
    struct memory memory = {0};
    size_t count = (size_t)picture->width * (size_t)picture->height;
    uint8_t *planes = malloc(count * 3), *indices = malloc(count);
    for (size_t i = 0; i < count; i++) {
        for (size_t sample = 0; sample < 3; sample++) planes[sample * count + i] = picture->pixels[i * 4 + sample];
    }
    int size = 256, error = 0;
    ColorMapObject *map = GifMakeMapObject(256, NULL);
    GifQuantizeBuffer((unsigned)picture->width, (unsigned)picture->height, &size, planes, planes + count,
        planes + 2 * count, indices, map->Colors);
    GifFileType *file = EGifOpen(&memory, put_gif, &error);
    EGifPutScreenDesc(file, picture->width, picture->height, 8, 0, map);
    EGifPutImageDesc(file, 0, 0, picture->width, picture->height, false, NULL);
    for (int y = 0; y < picture->height; y++) {
        EGifPutLine(file, indices + (size_t)y * (size_t)picture->width, picture->width);
    }
    EGifCloseFile(file, &error);
    GifFreeMapObject(map);
    free(planes);
    free(indices);
    free(memory.bytes);
    return memory.count;
}

static double cpu_milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

int main(int count, char **words) {
    struct picture picture;
    if (count != 4 || !read_picture(words[1], &picture)) return 2;
    for (int round = 0; round < atoi(words[2]); round++) {
        double start = cpu_milliseconds();
        size_t size = strcmp(words[3], "png") == 0 ? encode_png(&picture)
            : strcmp(words[3], "gif") == 0         ? encode_gif(&picture)
                                                   : encode_jpeg(&picture, strcmp(words[3], "progressive") == 0);
        printf("%.3f %zu\n", cpu_milliseconds() - start, size);
    }
    free(picture.pixels);
    return 0;
}
