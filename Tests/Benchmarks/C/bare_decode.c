/* What a C program does with the bare library: a file in memory to RGBA8 in memory, COUNT times, in
 * fresh memory each time. Prints the CPU milliseconds of each decoding.
 *
 *     bare_decode FILE.png|FILE.jpg COUNT
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <jpeglib.h>
#include <png.h>

struct source {
    const uint8_t *bytes;
    size_t count;
    size_t at;
};

static void read_png_bytes(png_structp png, png_bytep out, png_size_t count) {
    struct source *source = png_get_io_ptr(png);
    if (source->count - source->at < count) png_error(png, "end of file");
    memcpy(out, source->bytes + source->at, count);
    source->at += count;
}

static uint8_t *decode_png(const uint8_t *bytes, size_t count) {
    struct source source = {bytes, count, 0};
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png_create_info_struct(png);
    if (setjmp(png_jmpbuf(png))) return NULL;
    png_set_read_fn(png, &source, read_png_bytes);
    png_read_info(png, info);
    png_set_expand(png);
    png_set_scale_16(png);
    png_set_gray_to_rgb(png);
    png_set_add_alpha(png, 0xff, PNG_FILLER_AFTER);
    png_read_update_info(png, info);
    size_t width = png_get_image_width(png, info), height = png_get_image_height(png, info);
    uint8_t *pixels = malloc(width * height * 4);
    for (size_t y = 0; y < height; y++) png_read_row(png, pixels + y * width * 4, NULL);
    png_read_end(png, NULL);
    png_destroy_read_struct(&png, &info, NULL);
    return pixels;
}

static uint8_t *decode_jpeg(const uint8_t *bytes, size_t count) {
    struct jpeg_decompress_struct jpeg;
    struct jpeg_error_mgr errors;
    jpeg.err = jpeg_std_error(&errors);
    jpeg_create_decompress(&jpeg);
    jpeg_mem_src(&jpeg, bytes, count);
    jpeg_read_header(&jpeg, TRUE);
    jpeg.out_color_space = JCS_EXT_RGBA;
    jpeg_start_decompress(&jpeg);
    size_t row_bytes = (size_t)jpeg.output_width * 4;
    uint8_t *pixels = malloc(row_bytes * jpeg.output_height);
    while (jpeg.output_scanline < jpeg.output_height) {
        JSAMPROW rows[16];
        for (unsigned index = 0; index < 16; index++) rows[index] = pixels + row_bytes * (jpeg.output_scanline + index);
        jpeg_read_scanlines(&jpeg, rows, jpeg.output_height - jpeg.output_scanline < 16 ? jpeg.output_height - jpeg.output_scanline : 16);
    }
    jpeg_finish_decompress(&jpeg);
    jpeg_destroy_decompress(&jpeg);
    return pixels;
}

static double cpu_milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

int main(int count, char **words) {
    if (count != 3) return 2;
    FILE *file = fopen(words[1], "rb");
    if (!file) return 2;
    fseek(file, 0, SEEK_END);
    size_t size = (size_t)ftell(file);
    rewind(file);
    uint8_t *bytes = malloc(size);
    if (fread(bytes, 1, size, file) != size) return 2;
    fclose(file);
    for (int round = 0; round < atoi(words[2]); round++) {
        double start = cpu_milliseconds();
        uint8_t *pixels = bytes[0] == 0x89 ? decode_png(bytes, size) : decode_jpeg(bytes, size);
        if (!pixels) return 1;
        printf("%.3f\n", cpu_milliseconds() - start);
        free(pixels);
    }
    free(bytes);
    return 0;
}
