import assert from 'node:assert/strict';
import type { Build } from '../../../src/local/builds';
import { openRunner } from '../../../src/local/openRunner';
import { compiledRun, queuedRun, runCases, type CasesToRun } from '../../../src/local/runCases';
import { subtasksOf } from '../../../src/results';
import { localResult } from '../../../src/local/localResult';
import { stoppedRun, type LocalRun } from '../../../src/local/localRun';
import { localFolder } from './localFolder';

const folder = localFolder();

const program = { file: '/home/me/a.c', code: '', language: 'c' };

function toRun(cases: CasesToRun['cases']): CasesToRun {
  return { program, languageName: 'C', cases, timeLimit: 20_000 };
}

/** Runs a script of the shell with each case. */
async function runScript(
  script: string,
  cases: CasesToRun['cases'],
  {
    onState = () => undefined,
    signal,
  }: { readonly onState?: (run: LocalRun) => void; readonly signal?: AbortSignal } = {},
): Promise<LocalRun> {
  const build: Extract<Build, { kind: 'built' }> = {
    kind: 'built',
    message: null,
    command: { tool: '/bin/sh', args: ['-c', script], folder: folder(), environment: process.env },
    paths: { file: '', stem: '', folder: '', output: '', executable: '', dependencies: '', mainClass: '' },
  };
  const runner = await openRunner(process.env);
  try {
    const start = { build, runner, folder: folder() };
    let last = queuedRun(toRun(cases));
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
