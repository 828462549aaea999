import assert from 'node:assert/strict';
import { keysFromState, messageFromPage } from '../../../../src/editor/resultPanel/messageFromPage';
import { actionIds } from '../../../../src/resultPage/messages';

describe('A message from the record page', () => {
  it('is accepted unchanged if valid', () => {
    const said = [
      { type: 'ready' },
      ...actionIds.map((action) => ({ type: 'action', action })),
      { type: 'openVersion', key: 'https://judge.example\n1BwHdxEa4LTFnL619bxRwC' },
      { type: 'openSource', side: 'before' },
      { type: 'openPosition', side: 'record', link: 0 },
      { type: 'caseButton', button: 'compareOutput', side: 'record', subtask: '0', case: '2' },
    ];
    for (const message of said) assert.deepEqual(messageFromPage(message), message);
  });

  it('is accepted without its unknown fields', () => {
    const said = { type: 'openVersion', key: 'x', command: 'workbench.action.terminal.new' };
    assert.deepEqual(messageFromPage(said), { type: 'openVersion', key: 'x' });
  });

  it('is rejected if invalid', () => {
    const odd = [
      null,
      'ready',
      {},
      { type: 'action', action: 'remove' },
      { type: 'openVersion' },
      { type: 'openVersion', key: '' },
      { type: 'openVersion', key: 'x'.repeat(5000) },
      { type: 'openPosition', side: 'record', link: -1 },
      { type: 'caseButton', button: 'compareOutput', side: 'record', subtask: '0'.repeat(65), case: '2' },
    ];
    for (const message of odd) assert.equal(messageFromPage(message), null, JSON.stringify(message));
  });
});

describe('The saved page state', () => {
  it('contains the keys of its records, whatever other fields it has', () => {
    const keys = { record: 'a', before: null };
    assert.deepEqual(keysFromState({ version: 1, keys, scroll: 3 }), keys);
    for (const state of [null, {}, { keys: null }, { keys: { record: '', before: null } }])
      assert.equal(keysFromState(state), null, JSON.stringify(state));
  });
});
