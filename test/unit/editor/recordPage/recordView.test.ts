import '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { caseResult, recordView } from '../../../../src/editor/recordPage/recordView';
import { luogu } from '../../../support/profiles';
import { caseOf, envelopeOf, judgementOf, mixed, subtaskOf, unknownCodes } from '../../../ui/panel/records';

const described = {
  name: '',
  verdict: '',
  versions: [],
  limits: null,
  progress: null,
  isOwnRun: false,
  ownNote: null,
  note: null,
  origin: [],
  facts: [],
  sign: '',
  counted: '',
  first: null,
  actions: [],
  compile: null,
};

describe('The view model of a record', () => {
  it('is plain JSON, whatever the service sent', () => {
    for (const envelope of [mixed, unknownCodes, null]) {
      const view = recordView(envelope, luogu.rules, described);
      assert.deepEqual(JSON.parse(JSON.stringify(view)), view);
    }
  });

  it('mentions an output that the judge doesn’t send, and doesn’t offer a comparison', () => {
    const one = { ...caseOf(1, 6), extra: { expected: '11\n', omitted: { stdout: 'tooLarge' } } };
    assert.deepEqual(caseResult(one).outputs, {
      expected: '11',
      found: '',
      isWhole: false,
      omitted: { actual: 'tooLarge' },
    });
  });

  it('identifies cases by their IDs, including repeated and missing ones', () => {
    const cases = [caseOf(3, 12), caseOf(null, 6), caseOf(3, 6), caseOf(null, 6), caseOf(4, 12)];
    const envelope = envelopeOf(judgementOf(6, [subtaskOf(0, 6, cases)]));
    const { subtasks } = recordView(envelope, luogu.rules, described);
    assert.deepEqual(
      subtasks[0]?.cases.map(({ key }) => key),
      ['3', '-', '3~2', '-~2', '4'],
    );
  });
});
