import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { roles } from '../../../tools/service';
import { inEnglish } from '../../../tools/samples/inEnglish';
import { judgedSample } from '../../../tools/start/judged';
import { samplesFor } from '../../../tools/start/samples';
import { outcomeIn } from '../../../tools/start/startService';

const workspace = path.join(__dirname, '../../workspace');

describe('The demo programs', () => {
  const all = new Set([...samplesFor({ cxx: true }), ...samplesFor({ cxx: false })]);

  it('are exactly the programs in the workspace, once each', () => {
    const files = (fs.readdirSync(workspace, { recursive: true }) as string[])
      .map((file) => file.split(path.sep).join('/'))
      .filter((file) => /\.(cpp|js)$/.test(file));
    assert.deepEqual([...all].map(({ file }) => file).sort(), files.sort());
  });

  it('contain no Chinese text in English', () => {
    for (const { file } of all) {
      const program = fs.readFileSync(path.join(workspace, ...file.split('/')), 'utf8');
      assert.doesNotMatch(inEnglish(program), /[\p{Script=Han}，：；【】]/u, file);
    }
  });

  for (const cxx of [true, false]) {
    it(`show every verdict ${cxx ? 'with' : 'without'} a C++ compiler`, () => {
      const shown = new Set(samplesFor({ cxx }).map(({ someCase }) => someCase ?? 'compileError'));
      for (const verdict of [
        'accepted',
        'wrongAnswer',
        'timeLimit',
        'memoryLimit',
        'outputLimit',
        'runtimeError',
        'compileError',
      ] as const) {
        assert.ok(shown.has(verdict), verdict);
      }
    });
  }
});

describe('Comparing a demo program’s result with the expected result', () => {
  const known = samplesFor({ cxx: true }).find(({ file }) => file === 'P1115.cpp');
  const judged = async (
    status: number,
    caseStatus: number,
    message: string,
  ): ReturnType<typeof judgedSample> => {
    assert.ok(known);
    const subtasks = [{ cases: [{ status: 12 }, { status: caseStatus }] }];
    const judge = { status, score: 50, time: 3, memory: 2048, subtasks };
    const envelope = { data: { compile: { success: true, message }, judge } };
    const done = Promise.resolve(outcomeIn(envelope, roles.luogu.statusCodes));
    return judgedSample({ sample: known, requestId: 'x', done });
  };

  it('finds no difference if the result is as expected', async () => {
    const { line, problem } = await judged(14, 6, '');
    assert.equal(problem, null);
    assert.match(line, /^P1115\.cpp +wrong answer +50 points {2}3 ms {2}2\.0 MiB$/);
  });

  it('reports a different verdict, a missing case, or different compiler output', async () => {
    assert.equal((await judged(12, 6, '')).problem, 'record: expected unaccepted, actual accepted');
    assert.equal((await judged(14, 7, '')).problem, 'no case with the verdict wrongAnswer');
    assert.equal((await judged(14, 6, 'warning')).problem, 'compiler output: expected false, actual true');
  });
});
