import { settings, speak } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { window, type InputBoxOptions } from 'vscode';
import { askName } from '../../../../src/editor/judges/editJudges';
import { askField } from '../../../../src/editor/judges/askFields';
import { judgeTypes, judgeTypeNames } from '../../../../src/judges';

describe('Empty input in “Add Online Judge…”', () => {
  let said: unknown;
  const typed = { showInputBox: async (): Promise<string | undefined> => undefined };

  beforeEach(() => {
    speak('en');
    settings['services'] = {};
    // Presses Enter in an empty box.
    typed.showInputBox = async (options?: InputBoxOptions) => {
      said = await options?.validateInput?.('');
      return said === undefined ? '' : undefined;
    };
    Object.assign(window, typed);
  });
  afterEach(() => {
    delete settings['services'];
  });

  for (const type of judgeTypeNames) {
    for (const asked of judgeTypes[type].promptedFields) {
      const { field, defaultValue } = asked;
      if (field === 'authentication' || field === 'statusCodes') continue;
      it(`is ${defaultValue === null ? 'rejected with a message' : 'accepted'} for ${type}: ${field}`, async () => {
        const value = await askField('Add Online Judge', asked, {}, undefined);
        if (defaultValue === null) assert.ok(typeof said === 'string' && said !== '');
        else assert.deepEqual([said, value], [undefined, null]);
      });
    }
  }

  it('is rejected with a message for a token’s header', async () => {
    await askField('Add Online Judge', { field: 'headerName', defaultValue: null }, {}, undefined);
    assert.equal(said, 'Expected a header name, for example X-Api-Key');
  });

  it('is rejected with a message for the judge’s name', async () => {
    await askName('Add Online Judge', 'school');
    assert.equal(said, 'Enter a name for the judge');
  });
});
