#include "CLazuliKernels.h"

#if defined(__x86_64__)
#include <immintrin.h>
#if __has_include(<sys/platform/x86.h>)
#include <sys/platform/x86.h>
#endif

#define AVX2 __attribute__((target("avx2")))

#ifdef CPU_FEATURE_ACTIVE
/* What the C library has asked the processor: asking again is a trap into the hypervisor in a virtual machine. */
static bool has_avx2(void) { return CPU_FEATURE_ACTIVE(AVX2); }
#else
static bool has_avx2(void) { return __builtin_cpu_supports("avx2"); }
#endif

AVX2 static void expand4(const uint8_t *row, float *target, size_t count) {
    size_t at = 0;
    for (; at + 8 <= count * 4; at += 8) {
        __m256i samples = _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)(row + at)));
        _mm256_storeu_ps(target + at, _mm256_cvtepi32_ps(samples));
    }
    for (; at < count * 4; at++) target[at] = row[at];
}

bool lzlkernels_expand4(const uint8_t *row, float *target, size_t count) {
    if (!has_avx2()) return false;
    expand4(row, target, count);
    return true;
}

/* Which weights of four two pixels take, the first two and the last two. */
typedef struct {
    __m256i front, back;
} lanes;

AVX2 static inline lanes make_lanes(void) {
    lanes lanes = {_mm256_setr_epi32(0, 0, 0, 0, 1, 1, 1, 1), _mm256_setr_epi32(2, 2, 2, 2, 3, 3, 3, 3)};
    /* Of lanes that it knows, the compiler makes slower shuffles. */
    __asm__("" : "+x"(lanes.front), "+x"(lanes.back));
    return lanes;
}

typedef struct {
    __m256 front, back;
} sums;

/* Adds four pixels, each times its weight. */
AVX2 static inline void gather(sums *sums, lanes lanes, const float *pixels, const float *weights) {
    __m256 four = _mm256_broadcast_ps((const __m128 *)weights);
    __m256 front = _mm256_permutevar_ps(four, lanes.front), back = _mm256_permutevar_ps(four, lanes.back);
    sums->front = _mm256_add_ps(sums->front, _mm256_mul_ps(_mm256_loadu_ps(pixels), front));
    sums->back = _mm256_add_ps(sums->back, _mm256_mul_ps(_mm256_loadu_ps(pixels + 8), back));
}

AVX2 static inline void give(sums sums, float *target) {
    __m256 sum = _mm256_add_ps(sums.front, sums.back);
    _mm_storeu_ps(target, _mm_add_ps(_mm256_castps256_ps128(sum), _mm256_extractf128_ps(sum, 1)));
}

/* So many target pixels at a time, for an addition waits for the one before. Beyond the end of a shorter span weights
   are zeros only up to a multiple of four: each runs over its own. */
enum { ABREAST = 4 };

AVX2 static void reduce_abreast(const float *row, const lzlkernels_span *spans, const float *weights, float *target) {
    lanes lanes = make_lanes();
    sums all[ABREAST] = {0};
    ptrdiff_t shared = spans[0].count;
    for (int lane = 1; lane < ABREAST; lane++) shared = spans[lane].count < shared ? spans[lane].count : shared;
    ptrdiff_t tap = 0;
    for (; tap < shared; tap += 4) {
#pragma clang loop unroll(full)
        for (int lane = 0; lane < ABREAST; lane++) {
            gather(&all[lane], lanes, row + (spans[lane].first + tap) * 4, weights + spans[lane].weights + tap);
        }
    }
#pragma clang loop unroll(full)
    for (int lane = 0; lane < ABREAST; lane++) {
        for (ptrdiff_t rest = tap; rest < spans[lane].count; rest += 4) {
            gather(&all[lane], lanes, row + (spans[lane].first + rest) * 4, weights + spans[lane].weights + rest);
        }
        give(all[lane], target + lane * 4);
    }
}

AVX2 static void reduce4(
    const float *row, const lzlkernels_span *spans, const float *weights, float *target, size_t count) {
    size_t index = 0;
    for (; index + ABREAST <= count; index += ABREAST) reduce_abreast(row, spans + index, weights, target + index * 4);
    for (; index < count; index++) {
        lanes lanes = make_lanes();
        sums own = {0};
        for (ptrdiff_t tap = 0; tap < spans[index].count; tap += 4) {
            gather(&own, lanes, row + (spans[index].first + tap) * 4, weights + spans[index].weights + tap);
        }
        give(own, target + index * 4);
    }
}

bool lzlkernels_reduce4(
    const float *row, const lzlkernels_span *spans, const float *weights, float *target, size_t count) {
    if (!has_avx2()) return false;
    reduce4(row, spans, weights, target, count);
    return true;
}

/* Two registers of samples are as many as there is room for, beside four rows of them. */
enum { PIECE = 16 };

AVX2 static inline void weigh(const __m256 rows[4][2], const lzlkernels_share *share, size_t at) {
    __m256 weights[4];
    for (int row = 0; row < 4; row++) weights[row] = _mm256_broadcast_ss(&share->weights[row]);
    for (int half = 0; half < 2; half++) {
        float *sums = share->sums + at + half * 8;
        __m256 front = _mm256_add_ps(_mm256_mul_ps(rows[0][half], weights[0]), _mm256_mul_ps(rows[1][half], weights[1]));
        __m256 back = _mm256_add_ps(_mm256_mul_ps(rows[2][half], weights[2]), _mm256_mul_ps(rows[3][half], weights[3]));
        __m256 sum = _mm256_add_ps(front, back);
        _mm256_storeu_ps(sums, share->begins ? sum : _mm256_add_ps(_mm256_loadu_ps(sums), sum));
    }
}

static inline void weigh_one(const float values[4], const lzlkernels_share *share, size_t at) {
    const float *weights = share->weights;
    float front = values[0] * weights[0] + values[1] * weights[1];
    float back = values[2] * weights[2] + values[3] * weights[3];
    share->sums[at] = share->begins ? front + back : share->sums[at] + (front + back);
}

AVX2 static void share4(
    const float *const rows[4], const lzlkernels_share *shares, size_t share_count, size_t count) {
    size_t at = 0;
    for (; at + PIECE <= count; at += PIECE) {
        __m256 samples[4][2];
        for (int row = 0; row < 4; row++) {
            samples[row][0] = _mm256_loadu_ps(rows[row] + at);
            samples[row][1] = _mm256_loadu_ps(rows[row] + at + 8);
        }
        for (size_t share = 0; share < share_count; share++) weigh(samples, shares + share, at);
    }
    for (; at < count; at++) {
        float values[4] = {rows[0][at], rows[1][at], rows[2][at], rows[3][at]};
        for (size_t share = 0; share < share_count; share++) weigh_one(values, shares + share, at);
    }
}

bool lzlkernels_share4(
    const float *const rows[4], const lzlkernels_share *shares, size_t share_count, size_t count) {
    if (!has_avx2()) return false;
    share4(rows, shares, share_count, count);
    return true;
}

AVX2 static inline __m256 floats_of(const uint8_t *samples) {
    return _mm256_cvtepi32_ps(_mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)samples)));
}

AVX2 static void share4_bytes(
    const uint8_t *const rows[4], const lzlkernels_share *shares, size_t share_count, size_t count) {
    size_t at = 0;
    for (; at + PIECE <= count; at += PIECE) {
        __m256 samples[4][2];
        for (int row = 0; row < 4; row++) {
            samples[row][0] = floats_of(rows[row] + at);
            samples[row][1] = floats_of(rows[row] + at + 8);
        }
        for (size_t share = 0; share < share_count; share++) weigh(samples, shares + share, at);
    }
    for (; at < count; at++) {
        float values[4] = {rows[0][at], rows[1][at], rows[2][at], rows[3][at]};
        for (size_t share = 0; share < share_count; share++) weigh_one(values, shares + share, at);
    }
}

bool lzlkernels_share4_bytes(
    const uint8_t *const rows[4], const lzlkernels_share *shares, size_t share_count, size_t count) {
    if (!has_avx2()) return false;
    share4_bytes(rows, shares, share_count, count);
    return true;
}
/* Two straight pixels of two whose colours are multiplied by alpha, as words. */
AVX2 static inline __m256i straight(const float *pixels) {
    const __m256 full = _mm256_set1_ps(255), half = _mm256_set1_ps(0.5f), no_fraction = _mm256_set1_ps(0x1p23f);
    __m256 value = _mm256_loadu_ps(pixels);
    __m256 alpha = _mm256_permute_ps(value, 0xFF);
    __m256 color = _mm256_blend_ps(_mm256_mul_ps(value, _mm256_div_ps(full, alpha)), value, 0x88);
    __m256 clamped = _mm256_min_ps(_mm256_max_ps(color, _mm256_setzero_ps()), full);
    __m256 shown = _mm256_and_ps(_mm256_add_ps(clamped, no_fraction), _mm256_cmp_ps(alpha, half, _CMP_GT_OQ));
    return _mm256_and_si256(_mm256_castps_si256(shown), _mm256_set1_epi32(0xFFFF));
}

AVX2 static size_t contract4(const float *row, uint8_t *target, size_t count) {
    size_t at = 0;
    for (; at + 8 <= count; at += 8, row += 32) {
        __m256i front = _mm256_packus_epi32(straight(row), straight(row + 8));
        __m256i back = _mm256_packus_epi32(straight(row + 16), straight(row + 24));
        __m256i bytes = _mm256_packus_epi16(front, back);
        /* Packing takes turns between the halves. */
        __m256i order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
        _mm256_storeu_si256((__m256i *)(target + at * 4), _mm256_permutevar8x32_epi32(bytes, order));
    }
    return at;
}

size_t lzlkernels_contract4(const float *row, uint8_t *target, size_t count) {
    return has_avx2() ? contract4(row, target, count) : 0;
}
#else
bool lzlkernels_expand4(const uint8_t *row, float *target, size_t count) {
    (void)row, (void)target, (void)count;
    return false;
}

bool lzlkernels_reduce4(
    const float *row, const lzlkernels_span *spans, const float *weights, float *target, size_t count) {
    (void)row, (void)spans, (void)weights, (void)target, (void)count;
    return false;
}

bool lzlkernels_share4(
    const float *const rows[4], const lzlkernels_share *shares, size_t share_count, size_t count) {
    (void)rows, (void)shares, (void)share_count, (void)count;
    return false;
}

bool lzlkernels_share4_bytes(
    const uint8_t *const rows[4], const lzlkernels_share *shares, size_t share_count, size_t count) {
    (void)rows, (void)shares, (void)share_count, (void)count;
    return false;
}

size_t lzlkernels_contract4(const float *row, uint8_t *target, size_t count) {
    (void)row, (void)target, (void)count;
    return 0;
}
#endif
