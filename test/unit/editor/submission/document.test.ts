import '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { window } from 'vscode';
import { sourceToSubmit } from '../../../../src/editor/submission/document';

describe('the file that is submitted', () => {
  const editor = window as { activeTextEditor?: unknown };
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

  it('is there where another command has saved it meanwhile', async () => {
    beingEdited({ answer: false, isDirty: false });
    assert.equal((await sourceToSubmit(null))?.code, 'int main() {}');
  });

  it('is none where it could not be saved', async () => {
    beingEdited({ answer: false, isDirty: true });
    assert.equal(await sourceToSubmit(null), null);
  });
});
