import { answerNotices, speak } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { Uri, window } from 'vscode';
import { checkEntryPoint } from '../../../../src/editor/submit/askEntryPoint';
import type { ChosenSubmission, Prepared } from '../../../../src/editor/submit/submitSteps';
import type { Extension } from '../../../../src/editor/extension';
import type { SubmissionLanguage } from '../../../../src/judges';

const main = 'public static void main(String[] a) {}';

function checked(code: string, entryPoint?: string, isRenamed = false) {
  const submissionLanguage: SubmissionLanguage = {
    id: 'java',
    name: 'Java',
    editorLanguages: ['java'],
    extensions: ['.java'],
    ...(entryPoint === undefined ? {} : { entryPoint }),
  };
  const prepared = {
    judge: { id: 'school', name: 'School' },
    offer: isRenamed ? {} : { keepsFileNames: true },
    source: { uri: Uri.parse('file:///w/a.java'), name: 'a.java', editorLanguage: 'java', code },
  } as unknown as Prepared;
  const choices = { language: 'java', problemId: 'sum', submissionLanguage } as unknown as ChosenSubmission;
  return checkEntryPoint({} as Extension, prepared, choices);
}

describe('The start of a program', () => {
  beforeEach(() => speak('en'));

  it('isn’t asked for if only one class can be started', async () => {
    const shown = answerNotices();
    const code = `package p; public class B { ${main} }`;
    assert.deepEqual(await checked(code, 'Main class'), { sentAs: 'B.java · Main class: p.B' });
    assert.deepEqual(await checked(code), { sentAs: 'B.java' });
    assert.deepEqual(await checked('class A {}', undefined, true), { sentAs: '' });
    assert.deepEqual(shown, []);
  });

  it('is asked for under the judge’s name', async () => {
    const box = window as { showQuickPick: unknown };
    const before = box.showQuickPick;
    const asked: unknown[] = [];
    const answers = [{ candidate: 'B' }, undefined];
    box.showQuickPick = (items: readonly { label: string }[], { title }: { title: string }) => {
      asked.push([title, items.map(({ label }) => label)]);
      return Promise.resolve(answers.shift());
    };
    try {
      const code = `public class A { ${main} } class B { ${main} }`;
      assert.deepEqual(await checked(code, 'Start'), {
        entry: { start: 'B' },
        sentAs: 'A.java · Start: B',
      });
      assert.equal(await checked(code, 'Start'), null);
      assert.deepEqual(asked[0], ['Start', ['A', 'B']]);
    } finally {
      box.showQuickPick = before;
    }
  });

  it('is explained before a program is sent that can’t run', async () => {
    const shown = answerNotices(undefined, 'Submit Anyway');
    const code = `public class Größe { ${main} }`;
    assert.equal(await checked(code), null);
    assert.deepEqual(await checked(code), { sentAs: 'Größe.java' });
    assert.match(shown[0]?.message ?? '', /doesn’t accept the name “Größe\.java”\.$/);
  });
});
