import '../../support/vscodeWords';
import assert from 'node:assert/strict';
import {
  caseButtonLabels,
  runCaseButton,
  type CaseTarget,
} from '../../../../src/editor/resultPanel/caseButtons';
import { caseResult } from '../../../../src/editor/resultPanel/recordView';
import { caseOf } from '../../../../src/judges/adapters/shared/makeResult';

function targetOf(done: string[]): CaseTarget {
  return {
    side: 'record',
    subtask: '0',
    case: '2',
    runCommand: async (command) => void done.push(command),
    description: () => 'all of it',
    post: (message) => void done.push(message.type),
  };
}

describe('A case’s buttons', () => {
  it('each have a label and an action', async () => {
    const done: string[] = [];
    for (const { id, label } of caseButtonLabels()) {
      assert.notEqual(label, '');
      await runCaseButton(id, targetOf(done));
    }
    assert.deepEqual(done, [
      'description',
      'compareOutput',
      'saveCase',
      'editSample',
      'runCase',
      'compareAs',
      'debugCase',
    ]);
  });

  it('edit the user’s own sample, and save any other case', () => {
    const buttons = (isOwnSample: boolean) => {
      const extra = { stdin: '1', ...(isOwnSample ? { isOwnSample } : {}) };
      return caseResult(caseOf({ id: 1, status: 1, extra })).buttons;
    };
    const own = buttons(true);
    assert.deepEqual([own.includes('editSample'), own.includes('saveCase')], [true, false]);
    const other = buttons(false);
    assert.deepEqual([other.includes('editSample'), other.includes('saveCase')], [false, true]);
  });

  it('do nothing for an ID that isn’t in the list', async () => {
    const done: string[] = [];
    await runCaseButton('workbench.action.terminal.new', targetOf(done));
    assert.deepEqual(done, []);
  });
});
