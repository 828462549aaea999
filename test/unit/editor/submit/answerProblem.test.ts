import { answerNotices, recordQuickPicks, speak } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { Uri } from 'vscode';
import type { Extension } from '../../../../src/editor/extension';
import { RemainingSubmissions } from '../../../../src/editor/shared/remainingSubmissions';
import { askSubmission } from '../../../../src/editor/submit/askSubmission';
import { hydroSite } from '../../../support/profiles';
import { standIn } from '../../support/standIn';

describe('A problem that takes an answer', () => {
  it('is refused before the language is asked, with a button to its page', async () => {
    speak('en');
    recordQuickPicks();
    const shown = answerNotices();
    const judge = hydroSite('https://oj.example.org');
    assert.ok(judge.submission);
    const extension = standIn<Extension>({
      remaining: new RemainingSubmissions(),
      judges: { ask: async () => ({ languages: [], limits: null, takesAnswer: true }) },
      context: { globalState: { get: () => undefined }, workspaceState: { get: () => undefined } },
    });
    const source = {
      uri: Uri.parse('file:///folder/a.cpp'),
      name: 'a.cpp',
      editorLanguage: 'cpp',
      code: 'x',
      size: 1,
      textHash: 'h',
    };
    const given = { file: null, problemId: 'OBJ', language: null, optimise: null };
    const prepared = { judge, offer: judge.submission, source };
    assert.deepEqual(await askSubmission(extension, prepared, given), { kind: 'canceled' });
    assert.deepEqual(
      shown.map(({ message, buttons }) => [message, buttons]),
      [['a.cpp wasn’t submitted: OBJ takes an answer, not a program.', ['Open Problem']]],
    );
  });
});
