/*
 * Runs a program under limits and reports its usage. Compiled at each start if there is a C compiler.
 *
 *   runner <report fd> <CPU ms> <wall ms> <memory KiB> <address space KiB, 0: unlimited> <program> [argument…]
 *
 * The report is one line: CPU ms, wall ms, peak memory in KiB, signal, exit code, and which limit was exceeded
 * (`time`, `memory` or `none`). SIGTERM ends the program, and its usage is still reported. On Linux, all processes that
 * the program has started end with it, even in another session. It is not a sandbox.
 */
#define _GNU_SOURCE
#define _DARWIN_C_SOURCE
#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

static volatile sig_atomic_t end_requested = 0;

static void request_end(int signal) {
    (void)signal;
    end_requested = 1;
}

static long now_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000L + t.tv_nsec / 1000000L;
}

static long time_ms(struct timeval t) { return t.tv_sec * 1000L + t.tv_usec / 1000L; }

/* Sets a resource limit, at most the hard limit of the system. */
static void limit(int what, rlim_t value) {
    struct rlimit r;
    if (getrlimit(what, &r) != 0) return;
    if (r.rlim_max != RLIM_INFINITY && value > r.rlim_max) value = r.rlim_max;
    r.rlim_cur = value;
    setrlimit(what, &r);
}

/* Sends this process a signal when its parent ends, so that the program doesn't outlive the runner. */
static void die_with_parent(int signal) {
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, signal);
#else
    (void)signal;
#endif
}

/* Makes orphaned descendants children of this process, even if they are in another session. */
static void adopt_orphans(void) {
#ifdef __linux__
    prctl(PR_SET_CHILD_SUBREAPER, 1);
#endif
}

/* Ends all children, if the system can list them. */
static void kill_children(void) {
    DIR *all = opendir("/proc");
    struct dirent *entry;
    if (!all) return;
    while ((entry = readdir(all)) != NULL) {
        char path[64], stat[512], *rest;
        long pid = atol(entry->d_name), parent = 0;
        FILE *file;
        if (pid <= 0) continue;
        snprintf(path, sizeof path, "/proc/%ld/stat", pid);
        file = fopen(path, "r");
        if (!file) continue;
        /* <pid> (<name>) <state> <parent>: the name may contain any character. */
        rest = fgets(stat, sizeof stat, file) ? strrchr(stat, ')') : NULL;
        if (rest && sscanf(rest, ") %*c %ld", &parent) == 1 && parent == getpid()) kill((pid_t)pid, SIGKILL);
        fclose(file);
    }
    closedir(all);
}

/* Ends all descendants of the program. The children of a killed child become children of this process. */
static void end_descendants(void) {
    long until = now_ms() + 2000;
    struct timespec pause = {0, 1000000L};
    while (now_ms() < until) {
        pid_t ended;
        kill_children();
        while ((ended = waitpid(-1, NULL, WNOHANG)) > 0) {}
        if (ended < 0 && errno == ECHILD) return;
        nanosleep(&pause, NULL);
    }
}

/* Returns the used CPU time, ms; 0 if the system doesn't provide it. */
static long cpu_ms(pid_t pid) {
#ifdef __linux__
    clockid_t clock;
    struct timespec t;
    if (clock_getcpuclockid(pid, &clock) == 0 && clock_gettime(clock, &t) == 0)
        return t.tv_sec * 1000L + t.tv_nsec / 1000000L;
#else
    (void)pid;
#endif
    return 0;
}

/* Returns the memory in use, KiB; 0 if the system doesn't provide it. */
static long resident_kib(pid_t pid) {
#ifdef __linux__
    char path[64];
    long size, resident;
    FILE *file;
    int read;
    snprintf(path, sizeof path, "/proc/%ld/statm", (long)pid);
    file = fopen(path, "r");
    if (!file) return 0;
    read = fscanf(file, "%ld %ld", &size, &resident);
    fclose(file);
    return read == 2 ? resident * (sysconf(_SC_PAGESIZE) / 1024) : 0;
#else
    (void)pid;
    return 0;
#endif
}

static void start(char **program, long cpu, long memory, long address_space) {
    die_with_parent(SIGKILL);
    signal(SIGTERM, SIG_DFL);
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_CPU, (rlim_t)(cpu / 1000 + 2));
    limit(RLIMIT_STACK, (rlim_t)memory * 1024);
#ifdef RLIMIT_AS
    if (address_space > 0) limit(RLIMIT_AS, (rlim_t)address_space * 1024);
#endif
    execvp(program[0], program);
    _exit(127);
}

int main(int argc, char **argv) {
    if (argc < 7) return 2;
    int report = atoi(argv[1]);
    long cpu = atol(argv[2]), wall = atol(argv[3]), memory = atol(argv[4]), address_space = atol(argv[5]);
    const char *exceeded = "none";
    struct rusage used;
    int status = 0;
    signal(SIGTERM, request_end);
    die_with_parent(SIGTERM);
    adopt_orphans();
    long began = now_ms();
    pid_t pid = fork();
    if (pid < 0) return 2;
    if (pid == 0) {
        close(report);
        start(argv + 6, cpu, memory, address_space);
    }
    for (;;) {
        pid_t ended = wait4(pid, &status, WNOHANG, &used);
        if (ended == pid) break;
        if (ended < 0 && errno != EINTR) return 2;
        if (cpu_ms(pid) > cpu || now_ms() - began > wall) exceeded = "time";
        else if (resident_kib(pid) > memory) exceeded = "memory";
        if (end_requested || strcmp(exceeded, "none") != 0) {
            kill(pid, SIGKILL);
            while (wait4(pid, &status, 0, &used) < 0 && errno == EINTR) {}
            break;
        }
        struct timespec pause = {0, 1000000L};
        nanosleep(&pause, NULL);
    }
    end_descendants();
    long peak = used.ru_maxrss;
#ifdef __APPLE__
    peak /= 1024;
#endif
    long total = time_ms(used.ru_utime) + time_ms(used.ru_stime);
    if (strcmp(exceeded, "none") == 0 && total > cpu) exceeded = "time";
    if (strcmp(exceeded, "none") == 0 && peak > memory) exceeded = "memory";
    dprintf(report, "%ld %ld %ld %d %d %s\n", total, now_ms() - began, peak, WIFSIGNALED(status) ? WTERMSIG(status) : 0,
            WIFEXITED(status) ? WEXITSTATUS(status) : 0, exceeded);
    return 0;
}
