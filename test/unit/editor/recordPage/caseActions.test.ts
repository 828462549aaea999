import '../../support/vscodeWords';
import assert from 'node:assert/strict';
import {
  caseActionLabels,
  runCaseAction,
  type CaseTarget,
} from '../../../../src/editor/recordPage/caseActions';
import { caseResult } from '../../../../src/editor/recordPage/model';
import { caseOf } from '../../../ui/panel/records';

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

describe('The actions of a case', () => {
  it('offer the whole description if only its beginning was sent', () => {
    const actions = (description: string) => caseResult(caseOf(1, 6, { description })).actions;
    assert.deepEqual(actions('x'.repeat(5000)), ['wholeDescription']);
    assert.deepEqual(actions('short'), []);
  });

  it('each have a label and do something', async () => {
    const done: string[] = [];
    for (const { id, label } of caseActionLabels()) {
      assert.notEqual(label, '');
      await runCaseAction(id, targetOf(done));
    }
    assert.deepEqual(done, ['description', 'compareOutput']);
  });

  it('do nothing for an ID that isn’t in the list', async () => {
    const done: string[] = [];
    await runCaseAction('workbench.action.terminal.new', targetOf(done));
    assert.deepEqual(done, []);
  });
});
