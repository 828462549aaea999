import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import type { Build } from '../../../src/local/builds/builds';
import type { Helper } from '../../../src/local/checkers/checker';
import type { CheckerProtocol } from '../../../src/local/checkerProtocol';
import { openRunner } from '../../../src/local/processes/openRunner';
import { compiledRun, failedRun, queuedRun, runCases, type CasesToRun } from '../../../src/local/runCases';
import { subtasksOf } from '../../../src/results';
import { localResult } from '../../../src/local/localResult';
import { stoppedRun, type LocalRun } from '../../../src/local/localRun';
import { until } from '../support/fakeClock';
import { localFolder } from './localFolder';

const folder = localFolder();

const program = { file: '/home/me/a.c', code: '', language: 'c' };

function toRun(cases: CasesToRun['cases']): CasesToRun {
  return { program, languageName: 'C', cases, timeLimit: 20_000 };
}

/** A checker or an interactor as a script of the shell, whose arguments begin with `$1`. */
interface HelperScript {
  readonly script: string;
  readonly protocol: CheckerProtocol;
}

interface RunOptions {
  readonly onState?: (run: LocalRun) => void;
  readonly signal?: AbortSignal;
  readonly checker?: HelperScript | null;
  readonly interactor?: HelperScript | null;
  /** ms */
  readonly timeLimit?: number;
}

function helperOf(given: HelperScript | null): Helper | null {
  if (!given) return null;
  const { script, protocol } = given;
  const args = ['-c', script, 'helper'];
  const command = { tool: '/bin/sh', args, folder: folder(), environment: process.env };
  return { command, protocol, name: 'helper.sh' };
}

/** Runs a script of the shell with each case. */
async function runScript(
  script: string,
  cases: CasesToRun['cases'],
  {
    onState = () => undefined,
    signal,
    checker = null,
    interactor = null,
    timeLimit = 20_000,
  }: RunOptions = {},
): Promise<LocalRun> {
  const build: Extract<Build, { kind: 'built' }> = {
    kind: 'built',
    message: null,
    command: { tool: '/bin/sh', args: ['-c', script], folder: folder(), environment: process.env },
    paths: { file: '', stem: '', folder: '', output: '', executable: '', dependencies: '', mainClass: '' },
  };
  const runner = await openRunner(process.env);
  try {
    const helpers = { checker: helperOf(checker), interactor: helperOf(interactor) };
    const start = { build, runner, folder: folder(), helpers };
    let last = queuedRun({ ...toRun(cases), timeLimit });
    for await (const state of runCases(last, { program }, start, signal)) {
      onState(state);
      last = state;
    }
    return last;
  } finally {
    runner.close();
  }
}

describe('runCases', () => {
  before(function () {
    if (process.platform === 'win32') this.skip(); // no shell
  });

  it('stores at most 4 Mi characters of the outputs of a run', async () => {
    const cases = Array.from({ length: 18 }, () => ({ input: '', expected: null }));
    const run = await runScript(
      `text=$(head -c 140000 /dev/zero | tr '\\0' x); printf %s "$text"; printf %s "$text" >&2`,
      cases,
    );
    const lengths = run.cases.map(({ output, errorOutput }) => output.length + errorOutput.length);
    assert.deepEqual(lengths, [...Array<number>(16).fill(256 * 1024), 0, 0]);
    for (const { status, shortened } of run.cases) {
      assert.equal(status, 'AC');
      assert.deepEqual(shortened, ['stdout', 'stderr']);
    }
  });

  it('stores the rest of the outputs up to this limit, first the output and then the error output', async () => {
    const cases = Array.from({ length: 17 }, (_, at) => ({
      input: at === 0 ? '35000' : '140000',
      expected: null,
    }));
    const script = `text=$(head -c $(cat) /dev/zero | tr '\\0' x); printf %s "$text"; printf %s "$text" >&2`;
    const run = await runScript(script, cases);
    const last = run.cases.at(-1);
    const left = 4 * 1024 * 1024 - 70_000 - 15 * 256 * 1024;
    assert.deepEqual([last?.output.length, last?.errorOutput.length], [128 * 1024, left - 128 * 1024]);
  });

  it('leaves the rest of the cases queued if it is canceled', async () => {
    const cancel = new AbortController();
    const run = await runScript(
      'cat',
      [1, 2, 3].map((id) => ({ input: `${id}`, expected: null })),
      {
        signal: cancel.signal,
        onState: ({ cases }) => {
          if (cases[1]?.status === 'RUN') cancel.abort();
        },
      },
    );
    assert.deepEqual(
      run.cases.map(({ status }) => status),
      ['AC', 'STOP', 'QUEUED'],
    );
  });

  it('returns the output as the description of a case whose output isn’t compared', async () => {
    const cases = [
      { input: '2 2', expected: null },
      { input: '2 2', expected: '2 2' },
    ];
    const resultOf = async (some: typeof cases) =>
      localResult(stoppedRun(await runScript('cat', some)), 'run-1').envelope;
    const envelope = await resultOf(cases);
    assert.deepEqual(
      subtasksOf(envelope).flatMap((subtask) =>
        subtask.cases.map(({ status, description }) => [status, description]),
      ),
      [
        ['DONE', '2 2'],
        ['AC', null],
      ],
    );
    assert.equal(envelope.data?.judge?.status, 'AC');
    assert.equal((await resultOf(cases.slice(0, 1))).data?.judge?.status, 'DONE');
  });

  it('describes a crash by its exception and the line of the program', async () => {
    const traceback = '  File "/home/me/a.c", line 2, in <module>\\n    n = input()\\nEOFError: EOF\\n';
    const script = `printf 'Traceback (most recent call last):\\n${traceback}' >&2; exit 1`;
    const run = await runScript(script, [{ input: '', expected: '' }]);
    const [subtask] = subtasksOf(localResult(run, 'run-1').envelope);
    const [{ status, description } = { status: null, description: null }] = subtask?.cases ?? [];
    assert.deepEqual([status, description], ['RE', 'EOFError in line 2.']);
  });

  it('says that a program waited if it was ended and had hardly used the CPU', async () => {
    const run = await runScript('exec sleep 60', [{ input: '', expected: '1' }], { timeLimit: 50 });
    const [subtask] = subtasksOf(localResult(run, 'run-1').envelope);
    assert.deepEqual(
      subtask?.cases.map(({ status, description }) => [status, description?.split('.')[0]]),
      [['TLE', 'The program waited instead of computing, or the computer was busy']],
    );
  });

  it('compares bytes that aren’t UTF-8, and gives the program the line breaks of judges', async () => {
    const { cases } = await runScript('printf "\\264"', [
      { input: '', expected: '\ufffd' },
      { input: '', expected: null },
    ]);
    assert.deepEqual(
      cases.map(({ status }) => status),
      ['WA', 'AC'],
    );
    const { cases: lines } = await runScript('od -An -c', [
      { input: '1\r\n2\r', expected: '   1  \\n   2  \\r' },
    ]);
    assert.equal(lines[0]?.status, 'AC', lines[0]?.output);
  });

  it('accepts a right output that is longer than 1 MiB', async () => {
    const expected = 'x'.repeat(1_500_000);
    const { cases } = await runScript(`head -c 1500000 /dev/zero | tr '\\0' x`, [
      { input: '', expected },
      { input: '', expected: 'x' },
    ]);
    assert.deepEqual(
      cases.map(({ status }) => status),
      ['AC', 'OLE'],
    );
    // characters of 3 bytes
    const { cases: others } = await runScript('yes € | head -n 400000', [
      { input: '', expected: '€\n'.repeat(400_000) },
    ]);
    assert.deepEqual(
      others.map(({ status }) => status),
      ['AC'],
    );
  });
});

describe('compiledRun', () => {
  it('reports that the compiler took too long', () => {
    const resultOf = (message: string, hasTimedOut: boolean) => {
      const run = compiledRun(
        queuedRun(toRun([{ input: '', expected: '' }])),
        { kind: 'failed', message, hasTimedOut },
        program,
      );
      const { data } = localResult(run, 'x').envelope;
      return [data?.judge?.status, data?.compile?.message];
    };
    const note = 'The compiler was ended after 60 s.\n';
    assert.deepEqual(resultOf('  File "a.py"\n', false), ['CE', '  File "a.py"\n']);
    assert.deepEqual(resultOf('', true), ['SLOW', note]);
    assert.deepEqual(resultOf('/home/me/a.c:1: warning: x\n', true), ['SLOW', `a.c:1: warning: x\n${note}`]);
  });
});

describe('failedRun', () => {
  it('names the checker that doesn’t compile, with the compiler’s output', () => {
    const run = failedRun(queuedRun(toRun([{ input: '', expected: '1' }])), {
      by: { role: 'checker', name: 'checker.cpp' },
      file: '/home/me/checker.cpp',
      failure: { kind: 'notCompiled' },
      compilerOutput: '/home/me/checker.cpp:2: error: x\n',
    });
    const [subtask] = subtasksOf(localResult(stoppedRun(run), 'run-1').envelope);
    assert.deepEqual(
      subtask?.cases.map(({ status, description, extra }) => [status, description, extra?.['stderr']]),
      [['JE', 'checker.cpp doesn’t compile on this computer.', 'checker.cpp:2: error: x\n']],
    );
  });
});

describe('A checker of the user', () => {
  before(function () {
    if (process.platform === 'win32') this.skip(); // no shell
  });

  const sample = { input: '3 4\n', expected: '7\n' };
  const decided = async (script: string, protocol: CheckerProtocol, output = 'cat') => {
    const { cases } = await runScript(output, [sample], { checker: { script, protocol } });
    return cases.map(({ status, checked }) => [status, checked?.message ?? null]);
  };
  const describedAs = async (script: string, protocol: CheckerProtocol) => {
    const run = await runScript('cat', [sample], { checker: { script, protocol } });
    const [subtask] = subtasksOf(localResult(run, 'run-1').envelope);
    return subtask?.cases.map(({ status, description }) => [status, description]);
  };

  it('decides with testlib’s protocol: input, output, answer, and an exit code', async () => {
    const files = 'cat "$1" "$2" "$3" | tr "\\n" "," >&2; exit';
    assert.deepEqual(await decided(`${files} 0`, 'testlib'), [['AC', '3 4,3 4,7,']]);
    for (const code of [1, 2, 4, 8])
      assert.deepEqual(await decided(`echo no >&2; exit ${code}`, 'testlib'), [['WA', 'no']]);
    assert.deepEqual(await decided('echo points 0.5 >&2; exit 7', 'testlib'), [['PART', 'points 0.5']]);
    assert.deepEqual(await describedAs('echo bad answer >&2; exit 3', 'testlib'), [
      ['JE', 'helper.sh ended with exit code 3. Checker: bad answer'],
    ]);
    assert.deepEqual(await describedAs('kill -9 $$', 'testlib'), [
      ['JE', 'helper.sh was ended by signal SIGKILL.'],
    ]);
  });

  it('decides with Kattis’ protocol: the output as its input, 42 or 43, and a file with its message', async () => {
    const script = (code: number) =>
      `cat > "$3/judgemessage.txt"; cat "$1" "$2" >> "$3/judgemessage.txt"; exit ${code}`;
    assert.deepEqual(await decided(script(42), 'problemPackage'), [['AC', '3 4\n3 4\n7']]);
    assert.deepEqual(await decided(script(43), 'problemPackage'), [['WA', '3 4\n3 4\n7']]);
    assert.deepEqual(await describedAs('exit 0', 'problemPackage'), [
      ['JE', 'helper.sh ended with exit code 0.'],
    ]);
  });

  it('decides with CMS’ protocol: input, answer, output, and a score', async () => {
    const script = (score: string) => `echo ${score}; cat "$1" "$2" "$3" | tr "\\n" "," >&2`;
    assert.deepEqual(await decided(script('1.0'), 'cmsTask'), [['AC', '3 4,7,3 4,']]);
    assert.deepEqual(await decided('echo 0; echo translate:wrong >&2', 'cmsTask'), [['WA', 'wrong']]);
    assert.deepEqual(await decided('echo 0.25', 'cmsTask'), [['PART', null]]);
    assert.deepEqual(await describedAs('echo yes', 'cmsTask'), [['JE', 'helper.sh ended with exit code 0.']]);
  });

  it('has the exception as its message if it is a Python program that crashes', async () => {
    const traceback = path.join(folder(), 'traceback');
    fs.writeFileSync(
      traceback,
      'Traceback (most recent call last):\n  File "/w/c.py", line 2\nValueError: x\n',
    );
    assert.deepEqual(await decided(`cat '${traceback}' >&2; exit 1`, 'testlib'), [['WA', 'ValueError: x']]);
  });

  it('isn’t asked about a program that has failed', async () => {
    assert.deepEqual(await decided('exit 0', 'testlib', 'exit 5'), [['RE', null]]);
  });

  it('gets the bytes of the output with Kattis’ protocol', async () => {
    // é in Latin-1
    const script = 'test "$(od -An -tx1 | tr -d " \\n")" = e90a && exit 42; exit 43';
    assert.deepEqual(await decided(script, 'problemPackage', 'printf "\\351\\n"'), [['AC', null]]);
  });

  it('is canceled with the run, which then has no verdict', async () => {
    const cancel = new AbortController();
    const started = path.join(folder(), 'started');
    const checker = { script: `echo > '${started}'; exec sleep 60`, protocol: 'testlib' } as const;
    const running = runScript('cat', [sample], { checker, signal: cancel.signal });
    await until(() => fs.existsSync(started));
    cancel.abort();
    const [only] = (await running).cases;
    assert.deepEqual([only?.status, only?.checked], ['STOP', null]);
  });

  it('decides without an expected output, too', async () => {
    const { cases } = await runScript('cat', [{ input: '1', expected: null }], {
      checker: { script: 'test -f "$3" && test ! -s "$3"', protocol: 'testlib' },
    });
    const [first] = cases;
    assert.equal(first?.status, 'AC');
    const run = await runScript('cat', [{ input: '1', expected: null }], {
      checker: { script: 'exit 0', protocol: 'testlib' },
    });
    assert.equal(localResult(stoppedRun(run), 'run-1').envelope.data?.judge?.status, 'AC');
  });
});

describe('An interactor of the user', () => {
  before(function () {
    if (process.platform === 'win32') this.skip(); // no shell
  });

  /** Sends the number in the input, and accepts its double. */
  const doubling =
    'read n < "$1"; echo "$n"; read answer; echo "$answer" > "$2"; test "$answer" -eq $((2 * n))';
  const play = async (program: string, script = doubling, more: RunOptions = {}) => {
    const { cases } = await runScript(program, [{ input: '21\n', expected: null }], {
      timeLimit: 500,
      interactor: { script, protocol: 'testlib' },
      ...more,
    });
    const [played] = cases;
    assert.ok(played);
    return played;
  };

  it('talks to the program, whose output is kept', async () => {
    const { status, output, checked } = await play('read n; echo $((n * 2))');
    assert.deepEqual([status, output, checked !== null], ['AC', '42\n', true]);
  });

  it('rejects a wrong answer, also if the program then writes to nobody', async () => {
    assert.equal((await play('read n; echo 5')).status, 'WA');
    assert.equal((await play('read n; echo 5; while echo more; do :; done', doubling)).status, 'WA');
  });

  it('says that the program hasn’t answered if both wait', async () => {
    const { status, hasHung } = await play('read n; read more');
    assert.deepEqual([status, hasHung], ['TLE', true]);
    const run = await runScript('read n; read more', [{ input: '1\n', expected: null }], {
      timeLimit: 300,
      interactor: { script: doubling, protocol: 'testlib' },
    });
    const [subtask] = subtasksOf(localResult(stoppedRun(run), 'run-1').envelope);
    assert.match(subtask?.cases[0]?.description ?? '', /^No answer: flush the output\?/);
  });

  it('is recorded in a dialog with the program, also if both wait', async () => {
    const { dialog } = await play('read n; echo 5');
    assert.deepEqual(dialog?.start, [
      { from: 'interactor', text: '21\n' },
      { from: 'program', text: '5\n' },
    ]);
    const waiting = await play('read n; read more');
    assert.deepEqual(waiting.dialog?.start, [{ from: 'interactor', text: '21\n' }]);
    const { cases } = await runScript('cat', [{ input: '', expected: null }]);
    assert.equal(cases[0]?.dialog, null);
  });

  it('leaves the failure of the program to the program', async () => {
    const { status, exitCode } = await play('read n; exit 3');
    assert.deepEqual([status, exitCode], ['RE', 3]);
  });

  it('has the exit codes of Kattis with its protocol', async () => {
    const kattis = 'read n < "$1"; echo "$n"; read answer; echo "$answer" > "$3/judgemessage.txt"; exit 42';
    const { status, checked } = await play('read n; echo 7', '', {
      interactor: { script: kattis, protocol: 'problemPackage' },
    });
    assert.deepEqual([status, checked?.message], ['AC', '7']);
  });

  it('leaves the decision to a checker, which reads what the interactor wrote', async () => {
    const { status } = await play('read n; echo 42', doubling, {
      checker: { script: 'grep -q 41 "$2"', protocol: 'testlib' },
    });
    assert.equal(status, 'WA');
  });

  it('ends the program soon after it has ended itself', async () => {
    const { status, exitCode, signal } = await play(
      'read n; echo 42; exec sleep 60 <&- >&-',
      `${doubling} && sleep 0.05`,
    );
    assert.deepEqual([status, exitCode, signal], ['AC', null, null]);
  });

  it('isn’t blamed for a program that computes for too long', async () => {
    const { status, hasHung } = await play('read n; while :; do :; done', doubling, {
      timeLimit: 100,
    });
    assert.deepEqual([status, hasHung], ['TLE', false]);
  });

  it('is canceled together with the program', async () => {
    const cancel = new AbortController();
    const run = await runScript('read n; read more', [{ input: '1\n', expected: null }], {
      interactor: { script: doubling, protocol: 'testlib' },
      signal: cancel.signal,
      onState: ({ cases }) => {
        if (cases[0]?.status === 'RUN') setImmediate(() => cancel.abort());
      },
    });
    assert.equal(run.cases[0]?.status, 'STOP');
  });
});
