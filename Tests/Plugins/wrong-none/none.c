/* A shared object which is no plugin. */
int lazuli_test_nothing(void);

int lazuli_test_nothing(void) { return 0; }
