import { answerNotices, speak } from '../../support/vscodeWords';
import { workspaceOnDisk } from '../../support/workspaceOnDisk';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { Uri } from 'vscode';
import type { Extension } from '../../../../src/editor/extension';
import { getSamples } from '../../../../src/editor/samples/getSamples';
import { type Judge, type JudgeHttp, type ProblemName, type Sample } from '../../../../src/judges';
import { standIn } from '../../support/standIn';

describe('Get Samples', () => {
  const inWorkspace = workspaceOnDisk();
  let requested: ProblemName[];
  beforeEach(() => {
    speak('en');
    requested = [];
    inWorkspace().write('A.cpp', 'int main() {}');
  });
  const files = () => fs.readdirSync(inWorkspace().folder).sort();

  async function get(samples: readonly Sample[], problem: unknown, file?: Uri): Promise<void> {
    const judge = standIn<Judge>({
      id: 'clics',
      name: 'finals',
      chineseName: null,
      baseUrl: 'https://judge.example.edu/domjudge/api',
      runsHere: undefined,
      problemIdIn: undefined,
      submission: {
        problemList: {
          fetchAll: async () => ({
            problems: ['A', 'B'].map((letter) => ({
              problemId: `id-${letter}`,
              place: null,
              letter,
              title: letter,
            })),
          }),
          named: (text, problems) => problems.filter(({ letter }) => text.endsWith(`/${letter}.cpp`)),
        },
        fetchSamples: async (_http, { problemId, place }) => {
          requested.push({ problemId, place });
          return { samples, limits: null };
        },
      },
    });
    const extension = standIn<Extension>({
      context: { workspaceState: { get: () => undefined }, globalState: { get: () => undefined } },
      log: { warn: () => undefined, error: () => undefined, info: () => undefined },
      realPath: fs.promises.realpath,
      store: { records: () => [] },
      judges: {
        all: async () => [],
        choice: async () => ({ kind: 'chosen', judge }),
        isSignedOut: async () => false,
        ask: async (_judge, operation) => operation(standIn<JudgeHttp>({})),
      },
    });
    await getSamples(extension, file ?? Uri.file(path.join(inWorkspace().folder, 'A.cpp')), problem);
  }

  const first = { input: '1\n', expected: '2\n' };
  const second = { input: '2\n', expected: '3\n' };

  it('saves those of the problem next to the program, each of them once', async () => {
    await get([first], { problemId: 'hello', place: 'nwerc' });
    assert.deepEqual(requested, [{ problemId: 'hello', place: 'nwerc' }]);
    assert.deepEqual(files(), ['A.1.ans', 'A.1.in', 'A.cpp']);
    await get([first, second], { problemId: 'hello', place: 'nwerc' });
    assert.deepEqual(files(), ['A.1.ans', 'A.1.in', 'A.2.ans', 'A.2.in', 'A.cpp']);
    assert.equal(fs.readFileSync(path.join(inWorkspace().folder, 'A.2.in'), 'utf8'), '2\n');
  });

  it('names them after the problem if the file is for another one, or no program', async () => {
    await get([first], { problemId: 'id-B', place: 'nwerc', letter: 'B', title: 'B' });
    assert.deepEqual(files(), ['A.cpp', 'B.1.ans', 'B.1.in']);
    await get([second], { problemId: 'id-A', place: 'nwerc', letter: 'A', title: 'A' });
    assert.deepEqual(files(), ['A.1.ans', 'A.1.in', 'A.cpp', 'B.1.ans', 'B.1.in']);
    const text = Uri.from({ scheme: 'judge-clarifications', path: '/Clarifications' });
    await get([second], { problemId: 'id-B', place: 'nwerc', letter: 'B', title: 'B' }, text);
    assert.deepEqual(files(), ['A.1.ans', 'A.1.in', 'A.cpp', 'B.1.ans', 'B.1.in', 'B.2.ans', 'B.2.in']);
  });

  it('saves those of a problem next to a program that may be for it', async () => {
    const file = Uri.file(inWorkspace().write('sol.cpp', ''));
    await get([first], { problemId: 'id-B', place: 'nwerc', letter: 'B', title: 'B' }, file);
    assert.deepEqual(files(), ['A.cpp', 'sol.1.ans', 'sol.1.in', 'sol.cpp']);
  });

  it('says that a problem has none', async () => {
    const notices = answerNotices();
    await get([], { problemId: 'hello', place: 'nwerc' });
    await get([], { problemId: 'hello', place: 'nwerc', letter: 'A', title: 'Hello' });
    assert.deepEqual(
      notices.map(({ message }) => message),
      ['finals has no samples of hello.', 'finals has no samples of A – Hello.'],
    );
    assert.deepEqual(files(), ['A.cpp']);
  });

  it('requests nothing for an ID that no problem can have', async () => {
    await get([first], { problemId: '../../etc', place: null });
    assert.deepEqual([requested, files()], [[], ['A.cpp']]);
  });
});
