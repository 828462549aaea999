import '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { askInTurn, back, keeping, type Step } from '../../../../src/editor/shared/dialogs/quickPick';

describe('Successive prompts', () => {
  /** Creates questions with these answers. Records which questions were asked. */
  const answering = (...answers: Awaited<ReturnType<Step>>[]) => {
    const asked: number[] = [];
    const step: Step = async (place) => {
      asked.push(place);
      return answers[asked.length - 1];
    };
    return { asked, steps: [step, step, step] };
  };

  it('are all shown in order', async () => {
    const { asked, steps } = answering('next', 'next', 'next');
    assert.equal(await askInTurn(steps), true);
    assert.deepEqual(asked, [0, 1, 2]);
  });

  it('return to the previous one on Back', async () => {
    const { asked, steps } = answering('next', 'next', back, back, 'next', 'next', 'next');
    assert.equal(await askInTurn(steps), true);
    assert.deepEqual(asked, [0, 1, 2, 1, 0, 1, 2]);
  });

  it('stay at the first one on Back', async () => {
    const { asked, steps } = answering(back, 'next', 'next', 'next');
    assert.equal(await askInTurn(steps), true);
    assert.deepEqual(asked, [0, 0, 1, 2]);
  });

  it('end when one is cancelled', async () => {
    const { asked, steps } = answering('next', undefined);
    assert.equal(await askInTurn(steps), false);
    assert.deepEqual(asked, [0, 1]);
  });

  it('store an answer, but nothing on Back or Cancel', async () => {
    const kept: string[] = [];
    const keep = (answer: string): void => void kept.push(answer);
    assert.equal(await keeping<string>(Promise.resolve('yes'), keep), 'next');
    assert.equal(await keeping<string>(Promise.resolve(back), keep), back);
    assert.equal(await keeping<string>(Promise.resolve(undefined), keep), undefined);
    assert.deepEqual(kept, ['yes']);
  });

  it('may be an empty list', async () => {
    assert.equal(await askInTurn([]), true);
  });
});
