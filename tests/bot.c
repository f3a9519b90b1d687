/* Program of the tests: replies with its arguments, with the errno of calls, or plays. */
#define _GNU_SOURCE /* pipe2 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static int code(long result) { return result < 0 ? errno : 0; }

static void probe(char **argv, char **env, char *secret) {
    char *other[] = {"true", NULL};
    int pipes[2];
    printf("{\"id\":1,\"name\":\"");
    printf("fork %d, ", code(fork()));
    printf("vfork %d, ", code(syscall(SYS_vfork)));
    printf("itself %d, ", code(execve(argv[0], argv, env)));
    printf("by descriptor %d, ", code(syscall(SYS_execveat, 0, argv[0], argv, env, 0)));
    printf("other %d, ", code(execve("/bin/true", other, env)));
    printf("socket %d, ", code(socket(AF_INET, SOCK_STREAM, 0)));
    printf("secret %d, ", code(open(secret, O_RDONLY)));
    printf("program %d, ", code(open(argv[0], O_RDONLY)));
    printf("write %d, ", code(open("file", O_WRONLY | O_CREAT, 0700)));
    printf("pipe %d", code(pipe2(pipes, O_CLOEXEC)));
    printf("\"}\n");
    fflush(stdout);
}

static void play(const char *line) {
    printf("{\"id\":%d,", atoi(strstr(line, "\"id\":") + 5));
    if (strstr(line, "\"protocol\"") != NULL) puts("\"name\":\"bot\"}");
    else if (strstr(line, "\"seed\"") != NULL) puts("\"move\":[\"slate\",9.5]}");
    else puts("\"move\":[\"crane\",0]}");
    fflush(stdout);
}

int main(int argc, char **argv, char **env) {
    char line[1 << 16];
    int next = 1;
    if (argc > 1 && strcmp(argv[1], "x32") == 0) syscall(0x40000000 + SYS_getpid);
#ifdef __x86_64__
    if (argc > 1 && strcmp(argv[1], "int80") == 0) __asm__ volatile("int $0x80" ::"a"(20));
#endif
    while (fgets(line, sizeof line, stdin) != NULL && next < argc) {
        fputs(line, stderr);
        if (strcmp(argv[1], "probe") == 0) {
            probe(argv, env, argv[2] + 1); /* an argument that is a path is readable */
            continue;
        }
        if (strcmp(argv[1], "play") == 0) {
            play(line);
            continue;
        }
        puts(argv[next++]);
        fflush(stdout);
    }
    return 0;
}
