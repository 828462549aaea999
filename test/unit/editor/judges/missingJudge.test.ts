import { workspaceOnDisk } from '../../support/workspaceOnDisk';
import { answerNotices, speak } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { Uri, window, type InputBoxOptions } from 'vscode';
import { readyJudge } from '../../../../src/editor/judges';
import type { Extension } from '../../../../src/editor/extension';
import type { Judge } from '../../../../src/judges';
import { leastJudge } from '../../../support/profiles';
import { standIn } from '../../support/standIn';

const codeforces = leastJudge('codeforces');
const hydro = leastJudge('hydro');

describe('The judge of a file whose problem is on a site that the user hasn’t added', () => {
  const workspace = workspaceOnDisk();
  const real = { ...window };
  let asked: (string | undefined)[];

  beforeEach(() => {
    speak('en');
    asked = [];
    Object.assign(window, {
      showInputBox: async ({ prompt }: InputBoxOptions) => void asked.push(prompt),
    });
  });
  afterEach(() => void Object.assign(window, real));

  function extension(judges: readonly Judge[]): Extension {
    return standIn<Extension>({
      judges: {
        all: async () => judges,
        choice: async () => ({ kind: 'chosen', judge: hydro }),
        isSignedOut: async () => false,
      },
      context: { workspaceState: { get: () => undefined } },
      store: { records: () => [] },
    });
  }

  /** Writes a program, and the problem that cph stores for it. */
  function program(url: string): Uri {
    const problem = JSON.stringify({ url, srcPath: 'a.cpp' });
    workspace().write(`.cph/.a.cpp_${'0'.repeat(32)}.prob`, problem);
    return Uri.file(workspace().write('a.cpp', ''));
  }

  const words = 'a.cpp is for a problem on Codeforces, which you haven’t added.';

  it('can be added', async () => {
    const shown = answerNotices('Add Codeforces');
    const judge = await readyJudge(extension([hydro]), program('https://codeforces.com/contest/4/problem/A'));
    assert.equal(judge, null, 'the user cancels the question');
    assert.deepEqual(shown, [{ message: words, buttons: ['Add Codeforces', `Use ${hydro.name}`] }]);
    assert.deepEqual(asked, ['Codeforces handle']);
  });

  it('isn’t offered again if the user prefers the chosen judge', async () => {
    const file = program('https://cses.fi/problemset/task/1068');
    const shown = answerNotices(`Use ${hydro.name}`);
    assert.equal((await readyJudge(extension([hydro]), file))?.id, hydro.id);
    assert.equal((await readyJudge(extension([hydro]), file))?.id, hydro.id);
    assert.equal(shown.length, 1);
  });

  it('isn’t offered if the user has it, if it isn’t supported, or if it is unknown', async () => {
    const shown = answerNotices();
    for (const [url, id] of [
      ['https://codeforces.com/contest/4/problem/A', codeforces.id],
      ['https://codeforces.com/blog/entry/1', hydro.id],
      ['https://atcoder.jp/contests/abc100/tasks/abc100_a', hydro.id],
      ['https://oj.unknown.example/problem/1', hydro.id],
    ] as const)
      assert.equal((await readyJudge(extension([hydro, codeforces]), program(url)))?.id, id, url);
    assert.deepEqual(shown, []);
  });
});
