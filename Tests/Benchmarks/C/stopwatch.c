/* Runs two commands in turn, A B A B …, and prints medians and their ratio.
 *
 *     stopwatch ROUNDS LABEL_A 'COMMAND A' LABEL_B 'COMMAND B' [WALL CPU MEMORY [MEBIBYTES]]
 *
 * The next three are goals for the ratios, 0 for none; then comes the most memory that A may take. Wall and CPU time in milliseconds, peak memory in MiB, of the whole process (through `sh -c exec`).
 * Output of the commands is thrown away. One more round is run first, uncounted.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

struct sample {
    double wall, cpu, memory;
};

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

static double milliseconds(struct timeval time) {
    return (double)time.tv_sec * 1e3 + (double)time.tv_usec / 1e3;
}

static struct sample run(const char *command) {
    char *line;
    if (asprintf(&line, "exec %s", command) < 0) exit(2);
    double start = now();
    pid_t child = fork();
    if (child == 0) {
        int null = open("/dev/null", O_RDWR);
        dup2(null, 1);
        dup2(null, 2);
        execl("/bin/sh", "sh", "-c", line, (char *)NULL);
        _exit(127);
    }
    int status;
    struct rusage usage;
    wait4(child, &status, 0, &usage);
    struct sample sample = {now() - start, milliseconds(usage.ru_utime) + milliseconds(usage.ru_stime),
                            (double)usage.ru_maxrss / 1024};
    free(line);
    if (!WIFEXITED(status) || WEXITSTATUS(status)) {
        fprintf(stderr, "stopwatch: failed: %s\n", command);
        exit(1);
    }
    return sample;
}

static int compare(const void *left, const void *right) {
    double a = *(const double *)left, b = *(const double *)right;
    return a < b ? -1 : a > b;
}

static double median(const struct sample *samples, int count, size_t member) {
    double values[count];
    for (int index = 0; index < count; index++) {
        memcpy(&values[index], (const char *)&samples[index] + member, sizeof(double));
    }
    qsort(values, (size_t)count, sizeof(double), compare);
    return values[count / 2];
}

int main(int count, char **words) {
    if (count != 6 && count != 9 && count != 10) return 2;
    int rounds = atoi(words[1]);
    struct sample a[rounds], b[rounds];
    run(words[3]);
    run(words[5]);
    for (int round = 0; round < rounds; round++) {
        a[round] = run(words[3]);
        b[round] = run(words[5]);
    }
    const char *names[] = {"wall ms", "cpu ms", "peak MiB"};
    size_t members[] = {offsetof(struct sample, wall), offsetof(struct sample, cpu), offsetof(struct sample, memory)};
    for (int index = 0; index < 3; index++) {
        double left = median(a, rounds, members[index]), right = median(b, rounds, members[index]);
        printf("  %-9s %-12s %10.2f   %-22s %10.2f   ratio %.2f", names[index], words[2], left, words[4], right,
               left / right);
        double goal = count >= 9 ? atof(words[6 + index]) : 0;
        if (goal > 0) printf("   goal %.2f%s", goal, left / right <= goal ? "" : "  MISSED");
        double most = count == 10 && index == 2 ? atof(words[9]) : 0;
        if (most > 0) printf("   at most %.0f%s", most, left <= most ? "" : "  MISSED");
        printf("\n");
    }
    return 0;
}
