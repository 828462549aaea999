import { workspaceOnDisk } from '../../support/workspaceOnDisk';
import assert from 'node:assert/strict';
import { Uri } from 'vscode';
import { judgeForFile } from '../../../../src/editor/judges/readyJudge';
import { clearJudgesOfFiles, setJudgeOfFile } from '../../../../src/editor/sourceFiles';
import {
  confirmedProblemOfFile,
  likelyProblemOfFile,
} from '../../../../src/editor/problemPages/knownProblems';
import type { Core } from '../../../../src/editor/shared/core';
import type { KnownRecord } from '../../../../src/records';
import type { Judge } from '../../../../src/judges';
import { leastJudge } from '../../../support/profiles';
import { standIn } from '../../support/standIn';

const codeforces = leastJudge('codeforces');
const hydro = leastJudge('hydro');

describe('The judge of a file', () => {
  const workspace = workspaceOnDisk();
  /** data of the workspace */
  let stored: Map<string, unknown>;
  beforeEach(() => (stored = new Map()));

  /** Returns the extension of a user with these judges. */
  function core(judges: readonly Judge[], chosen: Judge | null, records: readonly object[] = []): Core {
    return standIn<Core>({
      judges: {
        all: async () => judges,
        chosen: async () => chosen,
        choice: async () => (chosen ? { kind: 'chosen', judge: chosen } : { kind: 'none' }),
        judgeOf: async (id: string) => judges.find((judge) => judge.id === id) ?? null,
      },
      store: { records: () => records.map((record) => standIn<KnownRecord>(record)) },
      context: {
        globalState: { get: () => undefined },
        workspaceState: {
          get: (key: string) => stored.get(key),
          update: async (key: string, value: unknown) => void stored.set(key, value),
        },
      },
    });
  }

  /** Writes a program, and the problem that cph stores for it. */
  function program(name: string, url: string): Uri {
    workspace().write(`.cph/.${name}_${'0'.repeat(32)}.prob`, JSON.stringify({ url, srcPath: name }));
    return Uri.file(workspace().write(name, ''));
  }

  const judgeOf = async (extension: Core, file: Uri | null): Promise<string | null> => {
    const { choice } = await judgeForFile(extension, file);
    return choice.kind === 'chosen' ? choice.judge.type : null;
  };

  it('is the one of its problem’s URL, although another one is chosen', async () => {
    const file = program('watermelon.cpp', 'https://codeforces.com/contest/4/problem/A');
    assert.equal(await judgeOf(core([hydro, codeforces], hydro), file), 'codeforces');
    const problem = { id: '4A', place: null, from: 'keptProblem' };
    assert.deepEqual(await likelyProblemOfFile(core([codeforces], null), codeforces, file), problem);
    assert.deepEqual(await confirmedProblemOfFile(core([codeforces], null), codeforces, file), {
      problemId: '4A',
      place: null,
    });
  });

  it('is the chosen one if no judge of the user has the URL, or there is no file', async () => {
    const file = program('watermelon.cpp', 'https://codeforces.com/contest/4/problem/A');
    assert.equal(await judgeOf(core([hydro], hydro), file), 'hydro');
    assert.equal(await judgeOf(core([hydro, codeforces], hydro), null), 'hydro');
    assert.equal(await judgeOf(core([hydro, codeforces], null), null), null);
  });

  it('is the one of its newest result if none is chosen', async () => {
    const file = Uri.file(workspace().write('a.cpp', ''));
    const record = { source: { uri: file.toString() }, service: codeforces.id };
    assert.equal(await judgeOf(core([hydro, codeforces], null, [record]), file), 'codeforces');
    assert.equal(await judgeOf(core([hydro, codeforces], hydro, [record]), file), 'hydro');
  });

  it('is the one of a pasted URL until the user chooses another judge', async () => {
    const kattis = leastJudge('kattis');
    const all = [hydro, codeforces, kattis];
    const file = Uri.file(workspace().write('a.cpp', ''));
    await setJudgeOfFile(core(all, hydro), file, codeforces);
    assert.equal(await judgeOf(core(all, hydro), file), 'codeforces');
    assert.equal(await judgeOf(core(all, hydro), Uri.file('/another.cpp')), 'hydro');
    assert.equal(await judgeOf(core(all, kattis), file), 'kattis');
    assert.equal(await judgeOf(core([hydro, kattis], hydro), file), 'hydro');
    await clearJudgesOfFiles(core(all, hydro));
    assert.equal(await judgeOf(core(all, hydro), file), 'hydro');
    await setJudgeOfFile(core(all, hydro), file, codeforces);
    await setJudgeOfFile(core(all, hydro), file, hydro);
    assert.equal(await judgeOf(core(all, hydro), file), 'hydro');
  });

  it('is remembered for the newest 200 files, and damaged data is ignored', async () => {
    const extension = core([hydro, codeforces], hydro);
    const files = Array.from({ length: 201 }, (_, index) => Uri.file(`/${index}.cpp`));
    for (const file of files) await setJudgeOfFile(extension, file, codeforces);
    const [first = assert.fail(), second = assert.fail()] = files;
    assert.deepEqual(
      [await judgeOf(extension, first), await judgeOf(extension, second)],
      ['hydro', 'codeforces'],
    );
    stored.set('otherJudges', { [second.toString()]: 7 });
    assert.equal(await judgeOf(extension, second), 'hydro');
  });
});
