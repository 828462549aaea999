import { answerNotices, speak } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { window } from 'vscode';
import { sourceToSubmit } from '../../../../src/editor/program/sourceToSubmit';

describe('The submitted file', () => {
  const editor = window as { activeTextEditor?: unknown };
  beforeEach(() => speak('en'));
  afterEach(() => delete editor.activeTextEditor);

  function beingEdited(afterSave: { readonly answer: boolean; readonly isDirty: boolean }): void {
    const document = {
      uri: { path: '/folder/a.cpp', toString: () => 'file:///folder/a.cpp' },
      languageId: 'cpp',
      isDirty: true,
      isUntitled: false,
      getText: () => 'int main() {}',
      save: () => {
        document.isDirty = afterSave.isDirty;
        return Promise.resolve(afterSave.answer);
      },
    };
    editor.activeTextEditor = { document };
  }

  it('is used if another command saved it meanwhile', async () => {
    beingEdited({ answer: false, isDirty: false });
    assert.equal((await sourceToSubmit(null))?.code, 'int main() {}');
  });

  it('is null if it couldn’t be saved', async () => {
    beingEdited({ answer: false, isDirty: true });
    assert.equal(await sourceToSubmit(null), null);
  });

  it('is saved once for two concurrent commands', async () => {
    const shown = answerNotices();
    const saves: ((answer: boolean) => void)[] = [];
    const document = {
      uri: { path: '/folder/a.cpp', toString: () => 'file:///folder/a.cpp' },
      languageId: 'cpp',
      isDirty: true,
      isUntitled: false,
      getText: () => 'int main() {}',
      // As in VS Code: during a save, another one returns false.
      save: () => (saves.length > 0 ? Promise.resolve(false) : new Promise((done) => saves.push(done))),
    };
    editor.activeTextEditor = { document };
    const both = Promise.all([sourceToSubmit(null), sourceToSubmit(null)]);
    await new Promise((resolve) => setImmediate(resolve));
    document.isDirty = false;
    saves.forEach((done) => done(true));
    const codes = (await both).map((source) => source?.code);
    assert.deepEqual(codes, ['int main() {}', 'int main() {}']);
    assert.deepEqual(shown, []);
  });

  it('is null for both commands if it couldn’t be saved', async () => {
    const shown = answerNotices();
    beingEdited({ answer: false, isDirty: true });
    assert.deepEqual(await Promise.all([sourceToSubmit(null), sourceToSubmit(null)]), [null, null]);
    assert.equal(shown.length, 2);
  });
});
