import '../support/vscodeWords';
import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import { parseCompilerOutput, toEditorRange } from '../../../src/compiler';
import { runtimeErrorsIn } from '../../../src/editor/diagnostics/runtimeErrors';
import { judgedFile } from '../../../src/editor/diagnostics/userLines';
import { decodeEnvelope, encodeEnvelope, subtasksOf, type Case, type Envelope } from '../../../src/results';
import type { LocalComputer } from '../../../src/local';
import type { CasesToRun } from '../../../src/local/runCases';
import { judgeNamed, localJudge, judgeNames } from '../../../src/judges';
import { localResult } from '../../../src/local/localResult';
import type { LocalRun } from '../../../src/local/localRun';
import { until } from '../support/fakeClock';
import { computerIn, isRunning, localFolder, writeOld, writeTool } from './localFolder';

const folder = localFolder();
const read = judgeNamed(localJudge.name, {});
assert.ok(read.ok);
const { judge } = read;

interface Given {
  readonly code: string;
  /** input and expected output of each case */
  readonly cases: readonly (readonly [input: string, expected: string | null])[];
  /** ms */
  readonly timeLimit?: number;
}

/** Returns this computer with a private folder and `PATH` below the test's folder. */
async function computer(): Promise<LocalComputer> {
  const bin = path.join(folder(), 'bin');
  await fs.mkdir(bin, { recursive: true });
  const tsc = path.join(bin, 'tsc');
  await fs.symlink(path.resolve('node_modules', '.bin', 'tsc'), tsc).catch(() => undefined);
  const environment = { ...process.env, PATH: `${bin}${path.delimiter}${process.env['PATH']}` };
  return computerIn(folder(), environment);
}

interface Ran {
  readonly envelope: Envelope;
  readonly cases: readonly Case[];
  /** each state of the run, in order */
  readonly states: readonly LocalRun[];
}

/** Runs a program, and converts its last state to a result. */
async function run(
  name: string,
  { code, cases, timeLimit = 20_000 }: Given,
  signal?: AbortSignal,
): Promise<Ran> {
  const here = await computer();
  const settings = here.readSettings(undefined);
  const file = path.join(folder(), 'work', name);
  await writeOld(file, code);
  const language = here.languageOf(file, 'plaintext', settings);
  assert.ok(language !== null);
  const toRun: CasesToRun = {
    program: { file, code, language },
    languageName: here.displayName(language),
    cases: cases.map(([input, expected]) => ({ input, expected })),
    timeLimit,
  };
  const states = await statesOf(here.start('run-1', toRun, settings, signal));
  const last = states.at(-1);
  assert.ok(last);
  const { envelope } = localResult(last, 'run-1');
  const stored = decodeEnvelope(JSON.parse(encodeEnvelope(envelope)));
  assert.ok(stored.ok, JSON.stringify(stored));
  return { envelope, cases: subtasksOf(envelope).flatMap((subtask) => subtask.cases), states };
}

async function statesOf(run: AsyncIterable<LocalRun>): Promise<readonly LocalRun[]> {
  const states: LocalRun[] = [];
  for await (const state of run) states.push(state);
  return states;
}

function statusOf({ data }: Envelope): unknown {
  return data?.judge?.status;
}

/** Returns the text that a compile error marks in the program. */
function markedText({ data }: Envelope, name: string, code: string): string {
  const diagnostics = parseCompilerOutput(data?.compile?.message ?? '');
  const program = judgedFile(diagnostics);
  assert.equal(program && path.basename(program), name, data?.compile?.message ?? '');
  const [error] = diagnostics.filter(({ severity, file }) => severity === 'error' && file === program);
  assert.ok(error);
  const line = code.split('\n')[(error.line ?? 1) - 1] ?? '';
  const range = toEditorRange(error, line);
  assert.ok(range);
  return line.slice(range.start, range.end);
}

const sumInCpp = (expression: string) =>
  `#include <iostream>\nint main() {\n  int a, b;\n  std::cin >> a >> b;\n  std::cout << ${expression} << "\\n";\n}\n`;

describe('A run on this computer', () => {
  it('accepts a right C++ program', async () => {
    const { envelope, cases, states } = await run('a.cpp', {
      code: sumInCpp('a + b'),
      cases: [
        ['1 2\n', '3\n'],
        ['5 6', '11'],
      ],
    });
    assert.equal(statusOf(envelope), 'AC');
    const comparison = { unit: 'lines', tolerance: 0, isCaseless: false, source: 'default', judge: null };
    assert.deepEqual(
      cases.map(({ id, status, exitCode, signal, extra }) => ({
        id,
        status,
        exitCode,
        signal,
        extra,
      })),
      [
        {
          id: 1,
          status: 'AC',
          exitCode: 0,
          signal: null,
          extra: { stdin: '1 2\n', stdout: '3\n', expected: '3\n', comparison },
        },
        {
          id: 2,
          status: 'AC',
          exitCode: 0,
          signal: null,
          extra: { stdin: '5 6', stdout: '11\n', expected: '11', comparison },
        },
      ],
    );
    assert.ok(cases.every(({ time }) => time !== null));
    assert.deepEqual(
      states.map((state) => statusOf(localResult(state, 'x').envelope)),
      ['COMPILING', 'RUN', 'RUN', 'AC'],
    );
    assert.equal(judge.rules.statuses['RUN']?.kind, 'pending');
  });

  it('rejects a wrong C++ program, and reports its warning', async () => {
    const { envelope, cases } = await run('b.cpp', {
      code: sumInCpp('a - b').replace('int a, b;', 'int a, b, unused;'),
      cases: [
        ['1 2', '3'],
        ['0 0', '0'],
      ],
    });
    assert.equal(statusOf(envelope), 'WA');
    assert.deepEqual(
      cases.map(({ status }) => status),
      ['WA', 'AC'],
    );
    assert.equal(envelope.data?.compile?.success, true);
    assert.match(envelope.data?.compile?.message ?? '', /^b\.cpp:3:.*warning: unused variable/m);
  });

  it('marks the error of a C++ program that does not compile', async () => {
    const code = sumInCpp('a + wrong');
    const { envelope, cases } = await run('c.cpp', { code, cases: [['1 2', '3']] });
    assert.equal(statusOf(envelope), 'CE');
    assert.deepEqual([cases.length, envelope.data?.compile?.success], [0, false]);
    assert.equal(markedText(envelope, 'c.cpp', code), 'wrong');
    // exported results don't contain the folders of the user
    assert.ok(!encodeEnvelope(envelope).includes(folder()));
  });

  it('ends a C program and its child process at the time limit', async () => {
    const code = `#include <stdio.h>\n#include <unistd.h>
int main() {
  int child = fork();
  if (child > 0) { printf("%d %d\\n", getpid(), child); fflush(stdout); }
  for (;;);
}\n`;
    const { envelope, cases } = await run('d.c', { code, cases: [['', '']], timeLimit: 300 });
    const [only] = cases;
    assert.equal(statusOf(envelope), 'TLE');
    assert.deepEqual([only?.status, only?.exitCode, only?.signal], ['TLE', null, null]);
    assert.ok((only?.time ?? 0) >= 299);
    const pids = String(only?.extra?.['stdout']).trim().split(' ').map(Number);
    assert.equal(pids.length, 2);
    for (const pid of pids) await until(async () => !(await isRunning(pid)));
  });

  it('reports the signal that ended a C program', async () => {
    const code = 'int main() { volatile int *p = 0; return *p; }\n';
    const { envelope, cases } = await run('e.c', { code, cases: [['', '']] });
    assert.equal(statusOf(envelope), 'RE');
    assert.deepEqual([cases[0]?.signal, cases[0]?.exitCode], [11, null]);
  });

  it('finds the line of a Python program that crashes', async () => {
    const code = 'n = int(input())\n\nprint(10 // n)\n';
    const { envelope, cases } = await run('f.py', {
      code,
      cases: [
        ['5', '2'],
        ['0', '0'],
      ],
    });
    assert.equal(statusOf(envelope), 'RE');
    assert.deepEqual(
      cases.map(({ status, exitCode }) => [status, exitCode]),
      [
        ['AC', 0],
        ['RE', 1],
      ],
    );
    const [error] = runtimeErrorsIn(envelope, judge.rules, ['f.py']);
    assert.deepEqual(
      [error?.line, error?.message],
      [3, 'ZeroDivisionError: integer division or modulo by zero'],
    );
  });

  it('lets a Python program read the end of its input', async () => {
    const code = 'import sys\nprint(input())\nprint(repr(sys.stdin.readline()))\ninput()\n';
    const { envelope, cases } = await run('g.py', { code, cases: [['only\n', '']] });
    assert.equal(statusOf(envelope), 'RE');
    assert.equal(cases[0]?.extra?.['stdout'], "only\n''\n");
    assert.match(String(cases[0]?.extra?.['stderr']), /EOFError/);
  });

  it('marks the error of a Python program that does not compile', async () => {
    const code = 'x = 1\nprint(x x)\n';
    const { envelope } = await run('h.py', { code, cases: [['', '']] });
    assert.equal(statusOf(envelope), 'CE');
    assert.match(markedText(envelope, 'h.py', code), /^x/);
  });

  it('ends a JavaScript program with huge output, and stores its beginning', async () => {
    const code = `const write = () => process.stdout.write('x'.repeat(10_000), write);\nwrite();\n`;
    const { envelope, cases } = await run('i.js', { code, cases: [['', '']] });
    assert.equal(statusOf(envelope), 'OLE');
    assert.equal(String(cases[0]?.extra?.['stdout']).length, 128 * 1024);
    assert.deepEqual(cases[0]?.extra?.['shortened'], ['stdout']);
  });

  it('shows runs without expected output as finished', async () => {
    const code = `let n = 0;\nprocess.stdin.on('data', (part) => (n += part.length)).on('end', () => console.log(n));\n`;
    const { envelope, cases } = await run('j.js', { code, cases: [['abc', null]] });
    assert.equal(statusOf(envelope), 'DONE');
    assert.deepEqual(cases[0]?.extra, { stdin: 'abc', stdout: '3\n' });
  });

  it('accepts a right TypeScript program', async () => {
    const code = `import * as fs from 'fs';\nconst n: number = Number(fs.readFileSync(0, 'utf8'));\nconsole.log(n * 2);\n`;
    assert.equal(statusOf((await run('k.ts', { code, cases: [['21', '42']] })).envelope), 'AC');
  });

  it('gives recursive programs a stack like that of judges', async function () {
    if (process.platform === 'win32') this.skip(); // the stack of Node is fixed
    const js = 'const f = (n) => (n === 0 ? 0 : 1 + f(n - 1));\nconsole.log(f(200000));\n';
    assert.equal(statusOf((await run('q.js', { code: js, cases: [['', '200000']] })).envelope), 'AC');
    const cpp = '#include <cstdio>\nint f(volatile int n) { return n == 0 ? 0 : 1 + f(n - 1); }\n';
    const code = `${cpp}int main() { printf("%d", f(1000000)); }\n`;
    assert.equal(statusOf((await run('r.cpp', { code, cases: [['', '1000000']] })).envelope), 'AC');
  });

  it('says so if the stack of a program was full', async function () {
    if (process.platform !== 'linux') this.skip(); // isn't measured
    const code =
      'int f(volatile int n) { volatile char a[1000]; a[n % 1000] = 1; return 1 + f(n + 1) + a[0]; }\nint main() { return f(0); }\n';
    const { cases } = await run('s.cpp', { code, cases: [['', '']] });
    assert.deepEqual([cases[0]?.status, cases[0]?.description], ['RE', 'Stack overflow.']);
  });

  it('keeps the files of the user, and compares what the program wrote', async () => {
    const sample = path.join(folder(), 'work', 'sum.out');
    await writeOld(sample, '3\n');
    const code = `#include <cstdio>
int main() {
  freopen("sum.in", "r", stdin);
  freopen("sum.out", "w", stdout);
  int a, b;
  scanf("%d%d", &a, &b);
  printf("%d\\n", a * b);
}\n`;
    const { cases } = await run('sum.cpp', {
      code,
      cases: [
        ['1 2', '3'],
        ['2 2', '4'],
      ],
    });
    assert.deepEqual(
      cases.map(({ status }) => status),
      ['WA', 'AC'],
    );
    assert.equal(cases[0]?.description, 'Line 1: expected 3, found 2. The output is that of sum.out.');
    assert.equal(await fs.readFile(sample, 'utf8'), '3\n');
  });

  it('marks the error of a TypeScript program that does not compile', async () => {
    const code = 'const n: = 1;\n';
    const { envelope } = await run('l.ts', { code, cases: [['', '']] });
    assert.equal(statusOf(envelope), 'CE');
    assert.equal(markedText(envelope, 'l.ts', code), '=');
    assert.match(envelope.data?.compile?.message ?? '', /^l\.ts\(/);
  });

  it('runs a Java program with the tools on PATH', async () => {
    await writeTool(path.join(folder(), 'bin', 'javac'), '');
    await writeTool(path.join(folder(), 'bin', 'java'), `console.log(process.argv.at(-1));`);
    const code = 'public class Solve { public static void main(String[] args) {} }\n';
    const { envelope } = await run('m.java', { code, cases: [['', 'Solve']] });
    assert.equal(statusOf(envelope), 'AC');
  });

  it('stops the remaining cases when the user cancels', async () => {
    const cancel = new AbortController();
    const code = `require('node:fs').writeFileSync(__dirname + '/started', '');\nsetInterval(() => {}, 1000);\n`;
    const cases = [['', ''] as const, ['', ''] as const];
    const running = run('n.js', { code, cases }, cancel.signal);
    const started = path.join(folder(), 'work', 'started');
    await until(() =>
      fs.access(started).then(
        () => true,
        () => false,
      ),
    );
    cancel.abort();
    const { envelope, states } = await running;
    assert.equal(statusOf(envelope), 'STOP');
    assert.deepEqual(
      states.at(-1)?.cases.map(({ status }) => status),
      ['STOP', 'STOP'],
    );
  });
});

describe('A run whose checker is being compiled', () => {
  it('has no verdict if the user cancels', async () => {
    const started = path.join(folder(), 'started');
    await writeTool(
      path.join(folder(), 'bin', 'javac'),
      `require('node:fs').writeFileSync(${JSON.stringify(started)}, '');\nsetInterval(() => {}, 1000);`,
    );
    await writeTool(path.join(folder(), 'bin', 'java'), '');
    const cancel = new AbortController();
    const here = await computer();
    const [file, checker] = ['q.js', 'Checker.java'].map((name) => path.join(folder(), 'work', name));
    assert.ok(file !== undefined && checker !== undefined);
    const code = 'public class Checker { public static void main(String[] args) {} }\n';
    await writeOld(file, 'console.log(1);\n');
    await writeOld(checker, code);
    const toRun: CasesToRun = {
      program: { file, code: 'console.log(1);\n', language: 'javascript' },
      languageName: 'JavaScript',
      cases: [{ input: '', expected: '1' }],
      timeLimit: 20_000,
      checker: { program: { file: checker, code, language: 'java' }, protocol: 'testlib' },
    };
    const running = statesOf(here.start('run-6', toRun, here.readSettings(undefined), cancel.signal));
    await until(async () => (await fs.readdir(folder())).includes('started'));
    cancel.abort();
    const [only] = (await running).at(-1)?.cases ?? [];
    assert.deepEqual([only?.status, only?.message], ['STOP', null]);
  });
});

describe('A run that fails unexpectedly', () => {
  it('keeps the cases that have finished', async () => {
    const here = await computer();
    const file = path.join(folder(), 'work', 'p.js');
    await writeOld(file, `console.log(1);\n`);
    const toRun: CasesToRun = {
      program: { file, code: `console.log(1);\n`, language: 'javascript' },
      languageName: 'JavaScript',
      cases: [1, 2, 3].map(() => ({ input: '', expected: '1' })),
      timeLimit: 20_000,
    };
    const states: LocalRun[] = [];
    await assert.rejects(async () => {
      for await (const state of here.start('run-5', toRun, here.readSettings(undefined))) {
        states.push(state);
        // the working folder of the next case can't be created
        if (state.cases[1]?.status === 'RUN') await blockWorkingFolders();
      }
    });
    assert.deepEqual(
      states.at(-1)?.cases.map(({ status }) => status),
      ['AC', 'STOP', 'STOP'],
    );
    assert.equal(await here.isInProgress('run-5'), false);
  });

  /** Replaces the folder with the working folders by a file. */
  async function blockWorkingFolders(): Promise<void> {
    await fs.rm(path.join(folder(), 'cases'), { recursive: true, force: true });
    await fs.writeFile(path.join(folder(), 'cases'), '');
  }
});

describe('A window that closes', () => {
  it('ends the running case, and doesn’t start the next one', async () => {
    const here = await computer();
    const file = path.join(folder(), 'work', 'o.js');
    const code = `require('node:fs').appendFileSync(__dirname + '/started', 'x');\nsetInterval(() => {}, 1000);\n`;
    await writeOld(file, code);
    const toRun: CasesToRun = {
      program: { file, code, language: 'javascript' },
      languageName: 'JavaScript',
      cases: [1, 2, 3].map(() => ({ input: '', expected: '' })),
      timeLimit: 20_000,
    };
    const running = statesOf(here.start('run-4', toRun, here.readSettings(undefined)));
    const started = path.join(folder(), 'work', 'started');
    // the file exists before it has content
    await until(async () => (await fs.readFile(started, 'utf8').catch(() => '')) === 'x');
    here.dispose();
    const last = (await running).at(-1);
    assert.deepEqual(
      last?.cases.map(({ status }) => status),
      ['STOP', 'STOP', 'STOP'],
    );
    assert.equal(await fs.readFile(started, 'utf8'), 'x');
  });
});

describe('The judge “This Computer”', () => {
  it('needs no settings, and its name is reserved', () => {
    assert.deepEqual(judgeNames({ [localJudge.name]: { type: 'judge', url: 'https://judge.test' } }), [
      'luogu',
      'this-computer',
    ]);
    assert.equal(judge.signIn.kind, 'none');
    assert.equal(judge.submission, undefined);
    assert.equal(judge.worksInBrowser, false);
  });
});
