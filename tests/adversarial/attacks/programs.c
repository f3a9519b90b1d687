/* Attacks of a program without an interpreter: each has the promise that it attacks and
 * the outcomes that its games may have. A program plays an honest unscored game; in the
 * others it attacks, then gives a wrong answer. What must be refused and is not ends
 * the game with the reason "possible: ...", which no attack expects.
 *
 *     cc -O1 -pthread -o attack programs.c
 *     program:attack NAME FOLDER    of the project, which must not be readable
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

struct attack {
    const char *name;
    void (*run)(void);
};
#define ATTACK(name, promise, outcomes)                                               \
    static void name(void);                                                           \
    static const struct attack entry_##name                                           \
        __attribute__((used, section("attacks"), aligned(8))) = {#name, name};        \
    static void name(void)
extern const struct attack __start_attacks[], __stop_attacks[];

static char *project, *self, line[1 << 16], possible[80];
static int id, lingers;
static volatile int sink;

/* Note an action that the system did not refuse. */
static void refused(const char *what, long result) {
    if (result >= 0 && !*possible) snprintf(possible, sizeof possible, "%s", what);
}

/* Make a call that must be refused. */
#define CALL(name, ...) refused(#name, syscall(SYS_##name, ##__VA_ARGS__))

/* Start a process, which ends at once where that is possible. */
static void start(const char *what, long number, long flags, void *arguments) {
    long pid = syscall(number, arguments ? (long)arguments : flags, flags, 0, 0, 0);
    if (pid == 0) _exit(0);
    refused(what, pid);
}

#define say(...) dprintf(1, __VA_ARGS__)

static int listen_to_referee(void) {
    int size = 0;
    while (size < (int)sizeof line - 1) {
        ssize_t part = read(0, line + size, sizeof line - 1 - size);
        if (part < 0 && errno == EINTR) continue;
        if (part <= 0) return 0;
        size += part;
        line[size] = '\0';
        if (line[size - 1] == '\n') break;
    }
    id = atoi(strstr(line, "\"id\":") + 5);
    return 1;
}

/* Processes, programs and interfaces of the kernel. */

ATTACK(processes, "G4", "wrong") {
    unsigned long arguments[11] = {[4] = SIGCHLD};
    start("clone", SYS_clone, SIGCHLD, NULL);
    start("clone with memory", SYS_clone, CLONE_VM | SIGCHLD, NULL);
    start("clone3", SYS_clone3, sizeof arguments, arguments);
#ifdef __x86_64__
    start("fork", SYS_fork, 0, NULL);
    start("vfork", SYS_vfork, 0, NULL);
#endif
}

ATTACK(other_programs, "G4", "wrong") {
    char *arguments[] = {"/bin/true", self, NULL}, *none[] = {NULL};
    int script = open("copy", O_CREAT | O_RDWR, 0700), file = open("/bin/true", O_PATH);
    dprintf(script, "#!/bin/true\n");
    close(script);
    CALL(execve, "/bin/true", arguments, none);
    CALL(execve, "copy", arguments, none);
    CALL(execve, "/lib64/ld-linux-x86-64.so.2", arguments, none);
    CALL(execve, self, arguments, none);
    CALL(execve, "/proc/self/exe", arguments, none);
    CALL(execveat, file, "", arguments, none, AT_EMPTY_PATH);
    CALL(memfd_create, "program", 0);
}

#ifdef __x86_64__
ATTACK(calls_of_32_bits, "G4", "crashed") {
    int result;
    __asm__ volatile("int $0x80" : "=a"(result) : "0"(20) : "memory"); /* getpid */
    refused("int 0x80", result);
}

ATTACK(calls_of_x32, "G4", "crashed") {
    start("x32 fork", 0x40000000 | SYS_fork, 0, NULL);
}

ATTACK(segment_of_32_bits, "G4", "crashed") {
    unsigned char code[] = {0xb8, 20, 0, 0, 0, 0xcd, 0x80, 0xeb, 0xfe}; /* and a loop */
    void *low = mmap(NULL, 4096, 7, MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);
    memcpy(low, code, sizeof code);
    __asm__ volatile("pushq $0x23\n pushq %0\n lretq" : : "r"(low) : "memory");
}

ATTACK(vsyscall, "G4", "wrong crashed") { /* it is a call like others, or not there */
    long (*get_time)(long *) = (long (*)(long *))0xffffffffff600400;
    sink = (int)get_time(NULL);
}

ATTACK(time_stamps, "G1", "wrong") { /* cycles from a guess to its clue tell nothing */
    static const char *guesses[] = {"aback", "crane", "slate", "vivid", "zonal",
                                    "mummy", "fuzzy", "nymph", "abbey", "eerie"};
    unsigned long slowest = 0, best = 0;
    prctl(PR_SET_TSC, PR_TSC_ENABLE);
    for (int k = 0; k < 10; k++) {
        unsigned long start = __builtin_ia32_rdtsc();
        say("{\"id\":%d,\"move\":[\"%s\",0.01]}\n", id, guesses[k]);
        if (!listen_to_referee()) return;
        unsigned long cycles = __builtin_ia32_rdtsc() - start;
        if (cycles > slowest) slowest = cycles, best = k;
    }
    say("{\"id\":%d,\"move\":[\"%s\",0]}\n", id, guesses[best]);
    id = 0; /* answered */
}
#endif

ATTACK(privileges, "G4", "wrong") {
    CALL(prctl, PR_SET_SECCOMP, 1, 0, 0, 0);
    CALL(prctl, PR_SET_PDEATHSIG, 0, 0, 0, 0);
    CALL(prctl, PR_SET_DUMPABLE, 1, 0, 0, 0);
    CALL(prctl, PR_SET_TSC, PR_TSC_SIGSEGV, 0, 0, 0);
    CALL(prctl, PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    CALL(seccomp, 0, 0, NULL);
    CALL(unshare, CLONE_NEWUSER);
    CALL(setns, 0, 0);
    CALL(chroot, ".");
    CALL(mount, "none", ".", "tmpfs", 0, NULL);
    CALL(setuid, 0);
    CALL(bpf, 0, NULL, 0);
    CALL(perf_event_open, NULL, 0, -1, -1, 0);
    CALL(io_uring_setup, 1, NULL);
    CALL(userfaultfd, 0);
    CALL(keyctl, 0, -3, 1);
    CALL(personality, 0x0040000);
    CALL(sched_setscheduler, 0, SCHED_BATCH, NULL);
    CALL(sched_setaffinity, 0, 8, "\3\0\0\0\0\0\0\0");
}

/* Limits. */

ATTACK(higher_limits, "G3", "wrong") {
    for (int resource = 0; resource < RLIM_NLIMITS; resource++) {
        struct rlimit limit;
        getrlimit(resource, &limit);
        if (limit.rlim_max == RLIM_INFINITY) continue;
        limit.rlim_max++;
        refused("setrlimit", setrlimit(resource, &limit));
        CALL(prlimit64, getppid(), resource, &limit, NULL);
    }
    struct rlimit memory;
    getrlimit(RLIMIT_AS, &memory);
    if (memory.rlim_max > 4UL << 30) refused("unlimited memory", 0);
}

ATTACK(memory, "G4", "wrong") {
    unsigned long total = 0, step = 64UL << 20;
    int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_GROWSDOWN;
    for (; mmap(NULL, step, PROT_NONE, flags, -1, 0) != MAP_FAILED; total += step)
        if (total > 4UL << 30) break;
    if (total > 4UL << 30) refused("4 GiB", 0);
    CALL(mmap, NULL, 2UL << 20, 3, MAP_PRIVATE | MAP_ANONYMOUS | MAP_HUGETLB, -1, 0);
    CALL(mlockall, MCL_FUTURE);
}

static int deep(int depth) {
    volatile char frame[4096];
    frame[0] = (char)depth;
    return depth < 0 ? 0 : deep(depth + 1) + frame[0];
}

ATTACK(stack, "G6", "crashed") {
    struct rlimit limit = {64 << 20, RLIM_INFINITY};
    getrlimit(RLIMIT_STACK, &limit);
    limit.rlim_cur = limit.rlim_max < 64 << 20 ? limit.rlim_max : 64 << 20;
    setrlimit(RLIMIT_STACK, &limit);
    sink = deep(1);
}

static void *wait_for_ever(void *nothing) {
    for (;;) pause();
    return nothing;
}

static void *compute_for_ever(void *nothing) {
    for (;;) sink++;
    return nothing;
}

static void start_threads(int count, void *(*work)(void *)) {
    pthread_attr_t small;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 1 << 16);
    for (pthread_t thread; count-- > 0;)
        if (pthread_create(&thread, &small, work, NULL)) break;
}

ATTACK(time_of_threads, "G3", "timeout") {
    start_threads(2, compute_for_ever);
    pause();
}

/* The channel. */

ATTACK(closed_output, "G6", "crashed timeout") {
    close(1);
    pause();
}

ATTACK(shut_output, "G6", "crashed timeout") {
    shutdown(1, SHUT_WR);
    pause();
}

ATTACK(shut_input, "G6", "wrong crashed timeout") {
    close(0);
    shutdown(0, SHUT_RD);
    shutdown(1, SHUT_RD);
}

ATTACK(line_without_end, "G6", "crashed timeout") {
    memset(line, ' ', sizeof line);
    while (write(1, line, sizeof line) > 0) continue;
}

ATTACK(half_a_line, "G3", "timeout") {
    say("{\"id\":%d,\"move\":[\"zonal\",", id);
    pause();
}

ATTACK(two_replies, "G2", "crashed") {
    const char *reply = "{\"id\":%d,\"move\":[\"zonal\",0]}\n";
    char both[200];
    snprintf(both, sizeof both, "%s%s", reply, reply);
    say(both, id, id);
}

ATTACK(replies_ahead, "G2", "wrong invalid crashed") { /* at best the next reply */
    for (int k = 0; k < 40; k++) {
        say("{\"id\":%d,\"move\":[\"crane\",0.01]}\n", id + k);
        poll(NULL, 0, 1);
    }
}

ATTACK(prices_of_no_number, "G2", "invalid crashed") {
    static const char *prices[] = {"NaN", "-Infinity", "1e999", "true", "\"0\"", "-1"};
    int seed = atoi(strstr(line, "\"seed\":") + 7);
    say("{\"id\":%d,\"move\":[\"crane\",%s]}\n", id, prices[(unsigned)seed % 6]);
    id = 0;
}

/* Other processes, files and machines. */

ATTACK(signals, "G4", "wrong") { /* none that would end or stop anything */
    siginfo_t info = {.si_code = SI_QUEUE};
    int parent = getppid();
    for (int target = -1; target <= 2; target++) {
        if (target == getpid()) continue;
        CALL(kill, target, 0);
        CALL(tgkill, target, target, 0);
        CALL(tkill, target, 0);
        CALL(rt_sigqueueinfo, target, 0, &info);
        CALL(pidfd_open, target, 0);
    }
    CALL(setpriority, PRIO_PROCESS, parent, 19);
    CALL(setsid);
    CALL(setpgid, 0, parent);
    CALL(fcntl, 0, F_SETOWN, parent);
}

ATTACK(other_processes, "G1", "wrong") {
    char path[64], buffer[64];
    struct iovec here = {buffer, sizeof buffer}, there = {(void *)0x400000, 64};
    static const char *names[] = {"mem", "maps", "environ", "cmdline", "stat", "fd/0"};
    CALL(ptrace, PTRACE_TRACEME, 0, 0, 0);
    for (int k = -3; k < 4; k++) {
        int pid = k == 3 ? getppid() : k > 0 ? k : getpid() + k;
        if (pid == getpid() || pid <= 0) continue;
        CALL(ptrace, PTRACE_SEIZE, pid, 0, 0);
        CALL(process_vm_readv, pid, &here, 1, &there, 1, 0);
        CALL(kcmp, pid, pid, 0, 0, 0);
        for (int n = 0; n < 6; n++) {
            snprintf(path, sizeof path, "/proc/%d/%s", pid, names[n]);
            refused(path, open(path, O_RDONLY));
        }
    }
    refused("own memory", open("/proc/self/mem", O_RDWR));
}

ATTACK(secrets, "G1", "wrong") { /* files, environment, descriptors, clocks of others */
    struct timespec now;
    static const char *names[] = {"",           "/README.md", "/contest/sandbox/wire.py",
                                  "/results",   "/game",      "/strategies/entropy.py",
                                  "/.git/HEAD", "/../"};
    for (int k = 0; k < 8; k++) {
        char path[4096];
        snprintf(path, sizeof path, "%s%s", project, names[k]);
        refused(path, open(path, O_RDONLY));
        refused(path, open(path, O_WRONLY));
    }
    refused("/etc/passwd", open("/etc/passwd", O_RDONLY));
    refused("the sources", open("programs.c", O_RDONLY));
    if (getenv("CLUEPROOF_TEST_SECRET")) refused("environment", 0);
    for (int k = 3; k < 256; k++) refused("a descriptor", fcntl(k, F_GETFD));
    refused("a clock", clock_gettime((~getppid() << 3) | 2, &now));
}

ATTACK(network, "G4", "wrong") {
    int pair[2];
    for (int family = 0; family < 46; family++)
        for (int type = SOCK_STREAM; type <= SOCK_RAW; type++)
            refused("socket", socket(family, type, 0));
    refused("socketpair", socketpair(AF_UNIX, SOCK_STREAM, 0, pair));
    CALL(sendmsg, 1, NULL, 0);
    CALL(bind, 0, NULL, 0);
    CALL(shmget, 4711, 4096, 01600);
    CALL(mq_open, "/clueproof-attack", O_CREAT | O_RDWR, 0600, NULL);
}

ATTACK(new_files, "G4", "wrong") {
    static const char *paths[] = {"/tmp/clueproof-attack", "/dev/shm/clueproof-attack",
                                  "/var/tmp/clueproof-attack", "../clueproof-attack"};
    for (int k = 0; k < 4; k++) {
        refused(paths[k], open(paths[k], O_CREAT | O_RDWR, 0600));
        refused(paths[k], mkdir(paths[k], 0700));
        refused(paths[k], symlink("/etc/passwd", paths[k]));
        close(open("mine", O_CREAT | O_RDWR, 0600));
        refused(paths[k], rename("mine", paths[k]));
        refused(paths[k], link("mine", paths[k]));
    }
    refused("the program", open(self, O_RDWR));
    refused("the program", truncate(self, 0));
    refused("the program", unlink(self));
    refused("the program", chmod(self, 0));
    refused("a device", mknod("device", S_IFCHR | 0600, 0x103));
}

ATTACK(lingering, "G4", "wrong") {
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, NULL);
    start_threads(20, wait_for_ever);
    lingers = 1; /* when the referee has closed the input */
}

int main(int count, char **arguments) {
    const struct attack *attack = __start_attacks;
    self = arguments[0];
    if (count < 3) return 2;
    project = arguments[2];
    while (attack < __stop_attacks && strcmp(attack->name, arguments[1])) attack++;
    if (attack == __stop_attacks) return 2;
    for (int games = 0; listen_to_referee();) {
        if (strstr(line, "\"protocol\":")) {
            say("{\"id\":%d,\"name\":\"%s\\u001b[2J\"}\n", id, attack->name);
            continue;
        }
        if (strstr(line, "\"seed\":") && games++ > 0) attack->run();
        if (*possible)
            say("{\"id\":%d,\"raised\":\"possible: %s\"}\n", id, possible);
        else if (id)
            say("{\"id\":%d,\"move\":[\"zonal\",0]}\n", id);
    }
    while (lingers) pause();
    return 0;
}
