import '../support/vscodeWords';
import assert from 'node:assert/strict';
import type { Case } from '../../../src/results';
import { recordView } from '../../../src/editor/resultPanel/recordView';
import { caseView, difference } from '../../../src/resultPage/caseView';
import { headTexts } from '../../support/headTexts';
import { luogu } from '../../support/profiles';
import { caseOf, envelopeOf, judgementOf, subtaskOf } from '../../ui/panel/records';

function viewsOf(...cases: readonly Case[]) {
  const judge = judgementOf(14, [subtaskOf(0, 14, cases)]);
  const { head, subtasks } = recordView(envelopeOf(judge), luogu.rules, {
    ...headTexts,
    limits: { time: 1000, memory: 400 },
  });
  const [subtask] = subtasks;
  assert.ok(subtask);
  return subtask.cases.map((one) => caseView(head, one.name, one));
}

describe('A case on the record page', () => {
  it('shows verdict, figures, signal, and exit code in readable form', () => {
    const [view] = viewsOf(caseOf(7, 7, { time: 1201, memory: 131_072, signal: 11, exitCode: 139 }));
    assert.equal(view?.name, '7');
    assert.equal(view?.code, 'RE');
    assert.equal(view?.verdict, 'RE Runtime Error');
    assert.equal(view?.time, '1.20 s');
    assert.equal(view?.memory, '128.00 MiB');
    assert.equal(view?.signal, '11 (SIGSEGV)');
    assert.equal(view?.exitCode, '139');
  });

  it('is empty if the judge sends nothing', () => {
    const [view] = viewsOf({
      ...caseOf(null, null, { score: null, time: null, memory: null, signal: null, exitCode: null }),
      description: null,
    });
    assert.deepEqual(
      { ...view, style: null },
      {
        name: '–',
        code: '–',
        verdict: '',
        style: null,
        score: '',
        time: '',
        memory: '',
        timeShare: null,
        memoryShare: null,
        signal: '',
        exitCode: '',
        description: '',
      },
    );
  });

  it('shows an unknown code as its number, without a color', () => {
    const [view] = viewsOf(caseOf(1, 99));
    assert.equal(view?.code, 'Status 99');
    assert.equal(view?.style, null);
  });

  it('shows time and memory relative to the limits', () => {
    const [fast, slow] = viewsOf(
      caseOf(1, 12, { time: 250, memory: 100 }),
      caseOf(2, 12, { time: 1000, memory: 400 }),
    );
    assert.equal(fast?.timeShare, 0.25);
    assert.equal(fast?.memoryShare, 0.25);
    assert.equal(slow?.timeShare, 1);
  });

  it('shows no time while it is waiting', () => {
    const [view] = viewsOf(caseOf(1, 0, { time: 0, memory: 0, score: 0 }));
    assert.deepEqual([view?.time, view?.memory, view?.score, view?.timeShare], ['', '', '', null]);
  });

  it('limits bar lengths to the range from 0 to 1', () => {
    for (const view of viewsOf(
      caseOf(1, 12, { time: -5, memory: 0 }),
      caseOf(2, 12, { time: -1, memory: 0 }),
    )) {
      assert.equal(view.timeShare, 0);
      assert.equal(view.memoryShare, 0);
    }
  });
});

describe('A difference between figures', () => {
  const format = (value: number) => `${value} ms`;

  it('shows the absolute and relative change', () => {
    assert.equal(difference(100, 140, format), '+40 ms, +40%');
    assert.equal(difference(100, 25, format), '−75 ms, −75%');
  });

  it('omits a meaningless percentage', () => {
    assert.equal(difference(0, 40, format), '+40 ms');
    assert.equal(difference(1, 1000, format), '+999 ms');
    assert.equal(difference(1000, 1001, format), '+1 ms');
  });

  it('is empty if the values are equal or unknown', () => {
    assert.equal(difference(5, 5, format), '');
    assert.equal(difference(null, 5, format), '');
    assert.equal(difference(5, null, format), '');
  });
});
