#include "CStressLocks.h"

#ifndef __has_feature
#define __has_feature(name) 0
#endif

#if __has_feature(thread_sanitizer)

#include <dlfcn.h>
#include <sanitizer/tsan_interface.h>
#include <stdbool.h>
#include <stdint.h>

// Swift's Mutex takes and gives a lock that nobody else wants within the code that uses it, where ThreadSanitizer
// sees it. What waits, and what wakes up who waits, are functions of libswiftSynchronization, which is not built for
// the sanitizer: it would report each access behind such a lock. These stand before them, and tell it.
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *

static SWIFT void (*real_lock)(uint32_t, SELF);
static SWIFT bool (*real_try)(SELF);
static SWIFT void (*real_unlock)(SELF);

__attribute__((constructor)) static void find(void) {
  *(void **)&real_lock = dlsym(RTLD_NEXT, LOCK);
  *(void **)&real_try = dlsym(RTLD_NEXT, TRY);
  *(void **)&real_unlock = dlsym(RTLD_NEXT, UNLOCK);
}

SWIFT void stress_lock(uint32_t thread, SELF mutex) __asm__(LOCK);
SWIFT bool stress_try(SELF mutex) __asm__(TRY);
SWIFT void stress_unlock(SELF mutex) __asm__(UNLOCK);

SWIFT void stress_lock(uint32_t thread, SELF mutex) {
  real_lock(thread, mutex);
  __tsan_acquire(mutex);
}

SWIFT bool stress_try(SELF mutex) {
  bool has = real_try(mutex);
  if (has) __tsan_acquire(mutex);
  return has;
}

SWIFT void stress_unlock(SELF mutex) {
  __tsan_release(mutex);
  real_unlock(mutex);
}

int stress_shows_locks(void) { return real_lock && real_try && real_unlock; }

#else

int stress_shows_locks(void) { return 0; }

#endif
