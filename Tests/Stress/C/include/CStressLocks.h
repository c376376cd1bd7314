#ifndef CSTRESSLOCKS_H
#define CSTRESSLOCKS_H

/// Whether ThreadSanitizer runs, and is told of locks that were waited for.
int stress_shows_locks(void);

#endif
