/* Draws a photograph-like picture (value noise in octaves, edges, grain) and writes it as PNG or JPEG.
 *
 *     picture WIDTH HEIGHT OUT.png|OUT.jpg
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>
#include <png.h>

static uint32_t hash(uint32_t x, uint32_t y, uint32_t seed) {
    uint32_t h = x * 374761393u + y * 668265263u + seed * 2246822519u;
    h = (h ^ (h >> 13)) * 1274126177u;
    return h ^ (h >> 16);
}

static float lattice(int x, int y, uint32_t seed) {
    return (float)(hash((uint32_t)x, (uint32_t)y, seed) & 0xffff) / 65535.0f;
}

static float noise(float x, float y, uint32_t seed) {
    int left = (int)x, top = (int)y;
    float u = x - (float)left, v = y - (float)top;
    u = u * u * (3 - 2 * u);
    v = v * v * (3 - 2 * v);
    float a = lattice(left, top, seed), b = lattice(left + 1, top, seed);
    float c = lattice(left, top + 1, seed), d = lattice(left + 1, top + 1, seed);
    return a + (b - a) * u + (c - a) * v + (a - b - c + d) * u * v;
}

static void draw_row(uint8_t *row, int width, int y) {
    for (int x = 0; x < width; x++) {
        float large = noise((float)x / 700, (float)y / 700, 1);
        float middle = noise((float)x / 90, (float)y / 90, 2);
        float small = noise((float)x / 11, (float)y / 11, 3);
        float light = 0.55f * large + 0.3f * middle + 0.15f * small;
        if (middle > 0.62f) light = 1 - light;
        int grain = (int)(hash((uint32_t)x, (uint32_t)y, 4) & 7) - 3;
        float tint[3] = {235 * light + 12, 210 * light * (0.8f + 0.3f * large) + 10, 190 * light + 40 * middle};
        for (int index = 0; index < 3; index++) {
            int value = (int)tint[index] + grain;
            row[x * 3 + index] = (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
        }
    }
}

static int write_png(FILE *file, int width, int height, uint8_t *row) {
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png_create_info_struct(png);
    if (setjmp(png_jmpbuf(png))) return 1;
    png_init_io(png, file);
    png_set_IHDR(png, info, (png_uint_32)width, (png_uint_32)height, 8, PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_write_info(png, info);
    for (int y = 0; y < height; y++) {
        draw_row(row, width, y);
        png_write_row(png, row);
    }
    png_write_end(png, info);
    png_destroy_write_struct(&png, &info);
    return 0;
}

static int write_jpeg(FILE *file, int width, int height, uint8_t *row) {
    struct jpeg_compress_struct jpeg;
    struct jpeg_error_mgr errors;
    jpeg.err = jpeg_std_error(&errors);
    jpeg_create_compress(&jpeg);
    jpeg_stdio_dest(&jpeg, file);
    jpeg.image_width = (JDIMENSION)width;
    jpeg.image_height = (JDIMENSION)height;
    jpeg.input_components = 3;
    jpeg.in_color_space = JCS_RGB;
    jpeg_set_defaults(&jpeg);
    jpeg_set_quality(&jpeg, 88, TRUE);
    jpeg_start_compress(&jpeg, TRUE);
    for (int y = 0; y < height; y++) {
        draw_row(row, width, y);
        jpeg_write_scanlines(&jpeg, &row, 1);
    }
    jpeg_finish_compress(&jpeg);
    jpeg_destroy_compress(&jpeg);
    return 0;
}

int main(int count, char **words) {
    if (count != 4) return 2;
    int width = atoi(words[1]), height = atoi(words[2]);
    uint8_t *row = malloc((size_t)width * 3);
    FILE *file = fopen(words[3], "wb");
    if (!row || !file || width < 1 || height < 1) return 2;
    const char *suffix = strrchr(words[3], '.');
    int failed = suffix && !strcmp(suffix, ".png") ? write_png(file, width, height, row) : write_jpeg(file, width, height, row);
    free(row);
    return fclose(file) || failed;
}
