#include "CLazuliKernels.h"

#if defined(__x86_64__)
#include <immintrin.h>

#define AVX2 __attribute__((target("avx2")))

static bool has_avx2(void) { return __builtin_cpu_supports("avx2"); }

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

/* Two pixels at a time, each times its weight. */
AVX2 static inline __m256 pair(const float *pixels, __m256 weights, int first) {
    __m256i lanes = _mm256_setr_epi32(first, first, first, first, first + 1, first + 1, first + 1, first + 1);
    return _mm256_mul_ps(_mm256_loadu_ps(pixels), _mm256_permutevar8x32_ps(weights, lanes));
}

AVX2 static void reduce4(
    const float *row, const lzlkernels_span *spans, const float *weights, float *target, size_t count) {
    for (size_t index = 0; index < count; index++) {
        const float *pixel = row + spans[index].first * 4;
        const float *weight = weights + spans[index].weights;
        __m256 front = _mm256_setzero_ps(), back = _mm256_setzero_ps();
#pragma clang loop unroll_count(4)
        for (ptrdiff_t tap = 0; tap < spans[index].count; tap += 4) {
            __m256 four = _mm256_castps128_ps256(_mm_loadu_ps(weight + tap));
            front = _mm256_add_ps(front, pair(pixel + tap * 4, four, 0));
            back = _mm256_add_ps(back, pair(pixel + tap * 4 + 8, four, 2));
        }
        __m256 sum = _mm256_add_ps(front, back);
        _mm_storeu_ps(target + index * 4, _mm_add_ps(_mm256_castps256_ps128(sum), _mm256_extractf128_ps(sum, 1)));
    }
}

bool lzlkernels_reduce4(
    const float *row, const lzlkernels_span *spans, const float *weights, float *target, size_t count) {
    if (!has_avx2()) return false;
    reduce4(row, spans, weights, target, count);
    return true;
}

AVX2 static void add(const float *row, float weight, float *sums, bool is_first, size_t count) {
    __m256 factor = _mm256_set1_ps(weight);
    size_t at = 0;
    for (; at + 8 <= count; at += 8) {
        __m256 product = _mm256_mul_ps(_mm256_loadu_ps(row + at), factor);
        _mm256_storeu_ps(sums + at, is_first ? product : _mm256_add_ps(_mm256_loadu_ps(sums + at), product));
    }
    for (; at < count; at++) sums[at] = is_first ? row[at] * weight : sums[at] + row[at] * weight;
}

bool lzlkernels_add(const float *row, float weight, float *sums, bool is_first, size_t count) {
    if (!has_avx2()) return false;
    add(row, weight, sums, is_first, count);
    return true;
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

bool lzlkernels_add(const float *row, float weight, float *sums, bool is_first, size_t count) {
    (void)row, (void)weight, (void)sums, (void)is_first, (void)count;
    return false;
}
#endif
