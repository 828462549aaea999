import { speak } from '../../../support/vscodeWords';
import assert from 'node:assert/strict';
import type { StorageProblem } from '../../../../../src/records';
import { storageProblemWords } from '../../../../../src/editor/shared/storage/storageProblems';

const path =
  '/home/somebody/.config/Code/User/globalStorage/judge-results.judge-results/history/locks/0a1b2c';

const problems: readonly StorageProblem[] = [
  { kind: 'full', path },
  { kind: 'readOnly', path },
  { kind: 'broken', path, movedTo: null, reason: 'no format' },
  { kind: 'broken', path, movedTo: `${path}.broken`, reason: 'no format' },
  { kind: 'newer', path, reason: 'format 2' },
  { kind: 'missing', path },
  { kind: 'unwatched', path, reason: 'ENOSPC' },
  { kind: 'busy', path },
  { kind: 'other', path, code: 'EIO' },
];

describe('The message about a storage problem', () => {
  afterEach(() => speak('en'));

  it('differs for each cause in every language', () => {
    const english = problems.map(storageProblemWords);
    speak('zh-cn');
    const chinese = problems.map(storageProblemWords);
    assert.equal(new Set([...english, ...chinese]).size, 2 * problems.length);
    for (const words of chinese) assert.match(words, /\p{Script=Han}/u);
  });

  it('contains the cause before the long path, because a notice may show only one line', () => {
    const words = storageProblemWords({ kind: 'readOnly', path });
    assert.match(words.slice(0, 70), /read-only/);
    assert.ok(words.endsWith(`(${path})`));
  });

  it('states that nothing is lost, if that is true', () => {
    for (const kind of ['full', 'readOnly'] as const) {
      assert.match(storageProblemWords({ kind, path }), /Saved results aren’t affected\./);
    }
  });
});
