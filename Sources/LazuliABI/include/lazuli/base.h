/*
 * Rules that hold for the whole contract, and the types that everything else is made of.
 *
 * Versions     The entry's name carries the major (plugin.h). Within a major, data structs grow at
 *              their end only; function tables never change: a change is a table with a new id.
 * struct_size  First member of every data struct. Its writer sets it to the size of the struct as
 *              the writer knows it; its reader reads the smaller of that and its own size. A member
 *              which is beyond the smaller size counts as zero, and zero means "absent".
 * Frozen       Structs marked so have no `struct_size` and never change. The payloads of lzl_event have
 *              none either: they grow into its reserved tail, and never travel but inside an event.
 * Reserved     Members named `reserved` are written as zero and not read.
 * Strings      A pointer and a length, UTF-8, without a NUL at the end. File paths are bytes.
 *              Only the ids that this contract defines are C strings.
 * Ownership    Who allocates frees. What a call hands over as a pointer is valid until that call
 *              returns, unless its documentation says how much longer.
 * Handles      Opaque, made by one function and ended by one function, which is legal in every
 *              state and accepts no NULL.
 * Failures     INVALID_ARGUMENT and INVALID_STATE change nothing: the call may be made again, rightly.
 *              Any other code that a function of an instance answers puts the instance into its error
 *              state; the next step tells all of it as LZL_EVENT_ERROR.
 * Control      No exception, longjmp, Swift error or trap crosses the boundary, in either direction.
 *
 * Every function carries tags:
 *   [instance-thread] any thread, but one call at a time for one instance
 *   [thread-safe]     any thread, at any time, also while another call runs
 *   [may-block]       may wait for the outside world
 *   [must-not-block]  returns after bounded work (some milliseconds at the most)
 */
#ifndef LAZULI_BASE_H
#define LAZULI_BASE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
#define LZL_BEGIN extern "C" {
#define LZL_END }
#define LZL_ASSERT(claim) static_assert(claim, #claim)
#else
#define LZL_BEGIN
#define LZL_END
#define LZL_ASSERT(claim) _Static_assert(claim, #claim)
#endif

LZL_BEGIN

/** The major is part of the entry's name; the minor counts additions within it. */
#define LZL_ABI_MAJOR 1u
#define LZL_ABI_MINOR 1u

/** Marks the one symbol that a plugin exports. Build everything else with hidden visibility. */
#if defined(_WIN32)
#define LZL_EXPORT __declspec(dllexport)
#else
#define LZL_EXPORT __attribute__((visibility("default")))
#endif

/** A count, size or offset that is not known. */
#define LZL_UNKNOWN 0xffffffffffffffffull

/** A limit that is switched off: unlimited is said in words, zero never means it. */
#define LZL_UNLIMITED 0xffffffffffffffffull
#define LZL_UNLIMITED_32 0xffffffffu

/** Bytes that somebody else owns: a string, a blob, a path. `data` may be NULL where `size` is 0. */
typedef struct lzl_bytes {
    const uint8_t *data;
    uint64_t size;
} lzl_bytes;

/** Functions answer with one of the codes of error.h; LZL_OK is 0. */
typedef int32_t lzl_status;

LZL_END

#endif
