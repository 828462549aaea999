import '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { changeOf } from '../../../../src/editor/resultPanel/resultComparison';
import type { Case, JudgeSemantics } from '../../../../src/results';
import { luogu } from '../../../support/profiles';
import { caseOf } from '../../../ui/panel/records';

const { rules } = luogu;
const unitless: JudgeSemantics = { ...rules, units: { time: null, memory: null, score: null } };

function change(before: Partial<Case>, after: Partial<Case>, afterRules = rules): string {
  return changeOf(caseOf(1, 12, before), caseOf(1, 12, after), rules, afterRules);
}

describe('A case’s change between two results', () => {
  it('is better or worse by its verdict first', () => {
    assert.equal(change({ status: 6, score: 0 }, { status: 12, time: 900 }), 'better');
    assert.equal(change({ status: 12 }, { status: 5, score: 0, time: 1 }), 'worse');
  });

  it('is better or worse by its score if the verdicts are of the same kind', () => {
    assert.equal(change({ status: 6, score: 0 }, { status: 6, score: 3 }), 'better');
    assert.equal(change({ score: 10 }, { score: 9 }), 'worse');
  });

  it('is “different” if neither verdict is better', () => {
    assert.equal(change({ status: 6, score: 0 }, { status: 7, score: 0 }), 'different');
    assert.equal(change({ status: 99, score: 0 }, { status: 98, score: 0 }), 'different');
  });

  it('is “slower” or “faster”, otherwise “larger” or “smaller”, beyond the measuring error', () => {
    assert.equal(change({ time: 100 }, { time: 130 }), 'slower');
    assert.equal(change({ time: 130 }, { time: 100, memory: 90_000 }), 'faster');
    assert.equal(change({ memory: 10_000 }, { memory: 20_000 }), 'larger');
    assert.equal(change({ memory: 20_000 }, { memory: 10_000 }), 'smaller');
  });

  it('is “same” for differences of up to 10 %, or up to 10 ms or 512 KiB', () => {
    assert.equal(change({ time: 1000 }, { time: 1099 }), 'same');
    assert.equal(change({ time: 2 }, { time: 12 }), 'same');
    assert.equal(change({ memory: 800 }, { memory: 1300 }), 'same');
  });

  it('doesn’t compare figures in different units', () => {
    assert.equal(change({ time: 100, score: 1 }, { time: 900, score: 2 }, unitless), 'same');
  });

  it('ignores missing figures', () => {
    assert.equal(change({ time: null, memory: null, score: null }, { time: 900, memory: 900 }), 'same');
  });
});
