/**
 * Runs programs for one window on Linux, and measures them. Reads a JSON object per line, see `SupervisedCase`, or
 * `cancel`. Writes `ready`, and then for each program a JSON object, see `Report`. At the end of its input, that is when
 * the window has ended, even by SIGKILL, it ends what it has started.
 *
 * It is the subreaper of its programs: processes that a program leaves behind become its children, so none can escape. The
 * small tool `setsid` starts each program and leaves it behind, because the system counts the memory of the process that
 * starts a program as memory of the program.
 */
export const supervisorScript = `
import ctypes, json, os, resource, select, signal, subprocess, sys, time

STACK = 1 << 30
# how often a running program is looked at, s
PAUSE = 0.02
START = ['/usr/bin/setsid', '--fork']

PR_SET_CHILD_SUBREAPER = 36
if ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0:
    sys.exit(3)

def children():
    with open('/proc/self/task/%d/children' % os.getpid()) as file:
        return [int(pid) for pid in file.read().split()]

def fields_of(pid):
    with open('/proc/%d/stat' % pid) as file:
        return file.read().rpartition(')')[2].split()

def start(command, **options):
    """Starts a program as a child of this process, in a group of its own. Returns its process ID."""
    subprocess.run(START + command, check=True, **options)
    # the program may have left processes behind already, which started later
    return min(children(), key=lambda pid: (int(fields_of(pid)[19]), pid))

os.waitpid(start(['/bin/true']), 0)

def lower(limit, most):
    hard = resource.getrlimit(limit)[1]
    soft = most if hard == resource.RLIM_INFINITY else min(most, hard)
    resource.setrlimit(limit, (soft, hard))
    return soft

stack = lower(resource.RLIMIT_STACK, STACK)
lower(resource.RLIMIT_CORE, 0)

changed, wake = os.pipe()
os.set_blocking(changed, False)
os.set_blocking(wake, False)
signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
signal.signal(signal.SIGCHLD, lambda *_: None)

ticks = os.sysconf('SC_CLK_TCK')
page = os.sysconf('SC_PAGE_SIZE')

def cpu_ms(pid):
    # utime, stime, cutime, cstime
    return sum(int(field) for field in fields_of(pid)[11:15]) * 1000 / ticks

def memory_kib(pid):
    with open('/proc/%d/statm' % pid) as file:
        return int(file.read().split()[1]) * page // 1024

def size(path):
    try:
        return os.stat(path).st_size
    except OSError:
        return 0

def end(pid):
    for kill in (os.killpg, os.kill):
        try:
            kill(pid, signal.SIGKILL)
        except OSError:
            pass

def end_all(program):
    end(program)
    while True:
        left = children()
        if not left:
            return
        for pid in left:
            end(pid)
        os.waitpid(-1, 0)

class Commands:
    """The lines that the window writes. None: the window has ended."""
    def __init__(self):
        self.text = b''

    def next(self, timeout, *others):
        if b'\\n' not in self.text:
            ready = select.select([0, *others], [], [], timeout)[0]
            if changed in ready:
                try:
                    os.read(changed, 4096)
                except BlockingIOError:
                    pass
            if 0 not in ready:
                return ''
            part = os.read(0, 1 << 16)
            if not part:
                return None
            self.text += part
        if b'\\n' not in self.text:
            return ''
        line, _, self.text = self.text.partition(b'\\n')
        return line.decode()

commands = Commands()

def exceeded(case, pid, elapsed):
    if elapsed > case['elapsedMs']:
        return 'timeLimit'
    if size(case['output']) > case['outputBytes']:
        return 'outputLimit'
    if size(case['errorOutput']) > 8 * case['errorBytes']:
        os.truncate(case['errorOutput'], case['errorBytes'])
    try:
        if cpu_ms(pid) > case['cpuMs']:
            return 'timeLimit'
        if case['memoryKib'] is not None and memory_kib(pid) > case['memoryKib']:
            return 'memoryLimit'
    except (OSError, IndexError):
        pass
    return None

def run(case):
    started = time.monotonic()
    if not os.access(case['command'][0], os.X_OK):
        raise FileNotFoundError(case['command'][0] + ' can’t be started')
    with open(case['input'], 'rb') as stdin, open(case['output'], 'wb') as stdout, \\
            open(case['errorOutput'], 'ab') as stderr:
        pid = start(case['command'], cwd=case['folder'], env=case['environment'],
                    stdin=stdin, stdout=stdout, stderr=stderr)
    ended = None
    while True:
        done, status, used = os.wait4(pid, os.WNOHANG)
        elapsed = (time.monotonic() - started) * 1000
        if done:
            break
        if ended is None:
            ended = exceeded(case, pid, elapsed)
            if ended is not None:
                end(pid)
        line = commands.next(PAUSE, changed)
        if line is None:
            end_all(pid)
            sys.exit(0)
        if line == 'cancel' and ended is None:
            ended = 'canceled'
            end(pid)
    end_all(pid)
    cpu = (used.ru_utime + used.ru_stime) * 1000
    memory = used.ru_maxrss
    if ended is None:
        if cpu > case['cpuMs']:
            ended = 'timeLimit'
        elif case['memoryKib'] is not None and memory > case['memoryKib']:
            ended = 'memoryLimit'
        elif size(case['output']) > case['outputBytes']:
            ended = 'outputLimit'
    number = os.WTERMSIG(status) if os.WIFSIGNALED(status) else None
    return {
        'ended': ended or 'exit',
        'exitCode': None if number is not None else os.WEXITSTATUS(status),
        'signal': number,
        'wallMs': elapsed,
        'cpuMs': cpu,
        'memoryKib': memory,
        'diedOfStack': number == signal.SIGSEGV and memory * 1024 > stack * 3 // 4,
    }

def send(line):
    os.write(1, (line + '\\n').encode())

send('ready')
while True:
    line = commands.next(None)
    if line is None:
        break
    if line in ('', 'cancel'):
        continue
    try:
        report = run(json.loads(line))
    except (OSError, ValueError, subprocess.SubprocessError) as error:
        report = {'startError': str(error)}
    send(json.dumps(report))
`;
