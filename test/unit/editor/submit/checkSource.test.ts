import { answerNotices, speak } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { Uri, workspace } from 'vscode';
import { maySendAsUtf8, showSourceLimit } from '../../../../src/editor/submit/checkSource';
import type { Prepared } from '../../../../src/editor/submit/submitSteps';
import { hydroSite } from '../../../support/profiles';

const uri = Uri.parse('file:///folder/a.cpp');
const source = { uri, name: 'a.cpp', editorLanguage: 'cpp', code: 'x', size: 1, textHash: 'h' };

describe('The size of a program', () => {
  beforeEach(() => speak('en'));

  const prepared = (more: Partial<typeof source> = {}): Prepared => {
    const judge = hydroSite('https://oj.example.org');
    assert.ok(judge.submission);
    return { judge, offer: judge.submission, source: { ...source, ...more } };
  };

  it('is rejected if the judge doesn’t accept so many bytes or files', () => {
    const shown = answerNotices();
    const limits = { sourceLimits: { size: 262_144, files: 1 } };
    assert.equal(showSourceLimit(prepared({ size: 262_144 }), limits), false);
    assert.equal(showSourceLimit(prepared({ size: 262_145 }), limits), true);
    assert.equal(showSourceLimit(prepared({ size: 262_145 }), {}), false);
    const several = prepared();
    const others = [{ uri, name: 'b.h', text: '' }];
    assert.equal(showSourceLimit({ ...several, source: { ...source, others } }, limits), true);
    assert.deepEqual(
      shown.map(({ message }) => message),
      [
        'school accepts at most 262144 bytes. a.cpp has 262145. Nothing was submitted.',
        'school accepts at most 1 files. 2 would be sent. Nothing was submitted.',
      ],
    );
  });
});

describe('The encoding of a program', () => {
  const files = workspace.fs as { readFile: unknown };
  const file = { uri: Uri.parse('file:///w/a.cpp'), name: 'a.cpp' };
  let before: unknown;
  beforeEach(() => {
    speak('en');
    before = files.readFile;
  });
  afterEach(() => (files.readFile = before));

  const saved = (bytes: Uint8Array) => (files.readFile = () => Promise.resolve(bytes));

  it('isn’t asked for in UTF-8, and if the file can’t be read', async () => {
    const shown = answerNotices();
    saved(new TextEncoder().encode('// größe 和'));
    assert.equal(await maySendAsUtf8(file), true);
    files.readFile = () => Promise.reject(new Error('gone'));
    assert.equal(await maySendAsUtf8(file), true);
    assert.deepEqual(shown, []);
  });

  it('is asked for once if it isn’t UTF-8', async () => {
    const shown = answerNotices('Send as UTF-8', undefined);
    saved(Uint8Array.from([0x67, 0x72, 0xf6]));
    assert.equal(await maySendAsUtf8(file), true);
    assert.equal(await maySendAsUtf8(file), false);
    assert.deepEqual(
      shown.map(({ message, buttons }) => [message, buttons]),
      Array.from({ length: 2 }, () => ['a.cpp isn’t saved in UTF-8.', ['Send as UTF-8']]),
    );
  });
});
