/*
 * fuzz PLUGIN FORMAT COUNT SEED FOLDER…
 * fuzz PLUGIN FORMAT --only INDEX SEED FOLDER…   decodes one mutant and leaves it as FORMAT-INDEX.input
 * fuzz PLUGIN FORMAT --encode COUNT SEED         encodes pictures instead
 *
 * Children decode; what crashes or hangs takes a child with it, is counted, and the next child goes on behind it.
 */
#include "fuzz.h"

#include <dirent.h>
#include <dlfcn.h>
#include <sanitizer/lsan_interface.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define MAXIMUM_SEED_SIZE ((off_t)64 << 10)
#define SECONDS_PER_INPUT 20
#define INPUTS_PER_LEAK_CHECK 200

/* What a child tells its parent, in shared memory. */
typedef struct {
    volatile uint64_t next;
    volatile double started;
    volatile uint64_t past_header;
    volatile uint64_t complete;
    volatile uint64_t broken;
    volatile uint64_t leaks;
    volatile double longest;
} slot;

typedef struct {
    const lzl_decoder_api *api;
    /* NULL where files are decoded. */
    const lzl_encoder_api *encoder;
    const char *format;
    seed_set seeds;
    uint64_t count;
    uint64_t seed;
    uint64_t child_count;
} campaign;

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* A table of the plugin. */
static const void *load(const char *path, const char *id, const char *format)
{
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    lzl_plugin_main entry = library == NULL ? NULL : (lzl_plugin_main)dlsym(library, LZL_PLUGIN_MAIN);
    if (entry == NULL) {
        fprintf(stderr, "fuzz: %s\n", dlerror());
        return NULL;
    }
    lzl_host host = {.struct_size = sizeof host};
    lzl_plugin plugin = {.struct_size = sizeof plugin};
    if (entry(&host, &plugin) != LZL_OK) {
        return NULL;
    }
    return plugin.get(plugin.context, id, (lzl_bytes){(const uint8_t *)format, strlen(format)});
}

static void read_seed(const char *path, seed_set *seeds)
{
    struct stat about;
    FILE *file = fopen(path, "rb");
    if (file == NULL || fstat(fileno(file), &about) != 0 || !S_ISREG(about.st_mode) || about.st_size == 0
        || about.st_size > MAXIMUM_SEED_SIZE) {
        if (file != NULL) {
            fclose(file);
        }
        return;
    }
    seeds->files = realloc(seeds->files, (seeds->count + 1) * sizeof *seeds->files);
    buffer *seed = &seeds->files[seeds->count++];
    *seed = (buffer){0};
    buffer_reserve(seed, (size_t)about.st_size);
    seed->size = fread(seed->data, 1, (size_t)about.st_size, file);
    fclose(file);
}

static bool is_of_format(const char *name, const char *format)
{
    const char *extension = strrchr(name, '.');
    if (extension == NULL) {
        return false;
    }
    extension += 1;
    return strcmp(extension, format) == 0 || (strcmp(format, "jpeg") == 0 && strcmp(extension, "jpg") == 0)
        || (strcmp(format, "png") == 0 && strcmp(extension, "apng") == 0);
}

/* Files of the format in a folder and below it, by name. */
static void read_folder(const char *folder, const char *format, seed_set *seeds)
{
    struct dirent **entries;
    int count = scandir(folder, &entries, NULL, alphasort);
    for (int i = 0; i < count; i++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
        if (is_of_format(path, format)) {
            read_seed(path, seeds);
        } else if (entries[i]->d_name[0] != '.' && entries[i]->d_type == DT_DIR) {
            read_folder(path, format, seeds);
        }
        free(entries[i]);
    }
    if (count >= 0) {
        free(entries);
    }
}

static rng random_for(const campaign *plan, uint64_t index)
{
    rng random = {plan->seed * 0x2545f4914f6cdd1dull + index * 0x9e3779b97f4a7c15ull};
    rng_next(&random);
    return random;
}

static void save(const campaign *plan, uint64_t index)
{
    if (plan->encoder != NULL) {
        return;
    }
    buffer input = {0};
    rng random = random_for(plan, index);
    mutate(plan->format, &plan->seeds, &random, &input);
    char path[64];
    snprintf(path, sizeof path, "%s-%llu.input", plan->format, (unsigned long long)index);
    FILE *file = fopen(path, "wb");
    if (file != NULL) {
        fwrite(input.data, 1, input.size, file);
        fclose(file);
    }
    free(input.data);
}

static void decode_one(const campaign *plan, uint64_t index, buffer *input, slot *told)
{
    rng random = random_for(plan, index);
    outcome result;
    if (plan->encoder != NULL) {
        result = drive_encoder(plan->encoder, plan->api, plan->format, &random);
    } else {
        mutate(plan->format, &plan->seeds, &random, input);
        result = drive(plan->api, plan->format, input->data, input->size, &random);
    }
    told->past_header += result.is_past_header;
    told->complete += result.is_complete;
    if (result.broken_rule != NULL) {
        told->broken += 1;
        fprintf(stderr, "%s %llu: not so: %s\n", plan->format, (unsigned long long)index, result.broken_rule);
        save(plan, index);
    }
}

static void check_leaks(const campaign *plan, uint64_t index, slot *told)
{
    if (__lsan_do_recoverable_leak_check() != 0) {
        told->leaks += 1;
        fprintf(stderr, "%s: a leak in the inputs up to %llu\n", plan->format, (unsigned long long)index);
    }
}

_Noreturn static void run_child(const campaign *plan, slot *told)
{
    buffer input = {0};
    uint64_t done = 0;
    while (told->next < plan->count) {
        uint64_t index = told->next;
        told->started = now();
        decode_one(plan, index, &input, told);
        double time = now() - told->started;
        told->longest = time > told->longest ? time : told->longest;
        told->next = index + plan->child_count;
        if (++done % INPUTS_PER_LEAK_CHECK == 0) {
            told->started = now();
            check_leaks(plan, index, told);
        }
    }
    told->started = now();
    check_leaks(plan, told->next, told);
    _exit(0);
}

static pid_t start_child(const campaign *plan, slot *told)
{
    told->started = now();
    pid_t child = fork();
    if (child == 0) {
        run_child(plan, told);
    }
    return child;
}

typedef struct {
    uint64_t crashes;
    uint64_t hangs;
} losses;

/* Waits for a child to end, and starts another behind the input that ended it; false when all is done. */
static bool tend(const campaign *plan, slot *told, pid_t *child, losses *lost)
{
    if (*child == 0) {
        return false;
    }
    int status = 0;
    bool is_late = now() - told->started > SECONDS_PER_INPUT;
    if (is_late) {
        kill(*child, SIGKILL);
    }
    if (waitpid(*child, &status, is_late ? 0 : WNOHANG) == 0) {
        return true;
    }
    *child = 0;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) {
        return false;
    }
    *(is_late ? &lost->hangs : &lost->crashes) += 1;
    fprintf(stderr, "%s %llu: %s\n", plan->format, (unsigned long long)told->next, is_late ? "a hang" : "a crash");
    save(plan, told->next);
    told->next += plan->child_count;
    *child = start_child(plan, told);
    return true;
}

static int report(const campaign *plan, const slot *slots, losses lost)
{
    slot sum = {0};
    for (uint64_t i = 0; i < plan->child_count; i++) {
        sum.past_header += slots[i].past_header;
        sum.complete += slots[i].complete;
        sum.broken += slots[i].broken;
        sum.leaks += slots[i].leaks;
        sum.longest = slots[i].longest > sum.longest ? slots[i].longest : sum.longest;
    }
    printf("%s %s: %llu inputs, %llu past the header (%.1f %%), crashes %llu, hangs %llu, leaks %llu "
           "(%zu seeds, %llu decoded to the end, broken rules %llu, longest %.2f s)\n",
           plan->format, plan->encoder != NULL ? "encoded" : "decoded", (unsigned long long)plan->count,
           (unsigned long long)sum.past_header,
           100.0 * (double)sum.past_header / (double)plan->count, (unsigned long long)lost.crashes,
           (unsigned long long)lost.hangs, (unsigned long long)sum.leaks, plan->seeds.count,
           (unsigned long long)sum.complete, (unsigned long long)sum.broken, sum.longest);
    bool is_clean = lost.crashes + lost.hangs + sum.leaks + sum.broken == 0;
    return is_clean && sum.past_header * 3 > plan->count ? 0 : 1;
}

static int run_all(campaign *plan, uint64_t count)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    plan->child_count = cores > 0 ? (uint64_t)cores : 1;
    plan->count = count;
    slot *slots = mmap(NULL, plan->child_count * sizeof *slots, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    pid_t *children = calloc(plan->child_count, sizeof *children);
    if (slots == MAP_FAILED || children == NULL) {
        return 3;
    }
    losses lost = {0};
    for (uint64_t i = 0; i < plan->child_count; i++) {
        slots[i].next = i;
        children[i] = start_child(plan, &slots[i]);
    }
    for (bool is_running = true; is_running;) {
        is_running = false;
        for (uint64_t i = 0; i < plan->child_count; i++) {
            is_running |= tend(plan, &slots[i], &children[i], &lost);
        }
        nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
    }
    free(children);
    return report(plan, slots, lost);
}

static int run_one(const campaign *plan, uint64_t index)
{
    save(plan, index);
    slot told = {0};
    buffer input = {0};
    decode_one(plan, index, &input, &told);
    check_leaks(plan, index, &told);
    printf("%s %llu: %zu bytes, %s the header\n", plan->format, (unsigned long long)index, input.size,
           told.past_header > 0 ? "past" : "not past");
    free(input.data);
    return told.broken + told.leaks > 0 ? 1 : 0;
}

int main(int count, char **arguments)
{
    bool is_one = count > 4 && strcmp(arguments[3], "--only") == 0;
    bool encodes = count > 4 && strcmp(arguments[3], "--encode") == 0;
    int rest = is_one || encodes ? 5 : 4;
    if (count < rest + (encodes ? 1 : 2)) {
        fputs("usage: fuzz PLUGIN FORMAT COUNT|--only INDEX SEED FOLDER…\n", stderr);
        return 2;
    }
    campaign plan = {.format = arguments[2], .seed = strtoull(arguments[rest], NULL, 10)};
    plan.api = load(arguments[1], LZL_DECODER, plan.format);
    plan.encoder = encodes ? load(arguments[1], LZL_ENCODER, plan.format) : NULL;
    for (int i = rest + 1; i < count; i++) {
        read_folder(arguments[i], plan.format, &plan.seeds);
    }
    if (plan.api == NULL || (encodes ? plan.encoder == NULL : plan.seeds.count == 0)) {
        fprintf(stderr, "fuzz: no decoder or no files for %s\n", plan.format);
        return 2;
    }
    int result = is_one ? run_one(&plan, strtoull(arguments[4], NULL, 10)) : run_all(&plan, strtoull(arguments[rest - 1], NULL, 10));
    for (size_t i = 0; i < plan.seeds.count; i++) {
        free(plan.seeds.files[i].data);
    }
    free(plan.seeds.files);
    return result;
}
