import assert from 'node:assert/strict';
import '../../support/vscodeWords';
import { accepted } from '../../../../src/editor/shared/quickPick';

const [typed, older, one, two] = ['Fetch ab', 'Fetch a', 'one', 'two'].map((label) => ({ label }));

describe('Enter in a pick whose choices follow what is typed', () => {
  assert.ok(typed && older && one && two);
  const items = [typed, one, two];

  it('means the choice that is marked', () => {
    assert.equal(accepted({ items, activeItems: [two], value: 'ab' }), two);
    assert.equal(accepted({ items, activeItems: [typed], value: 'ab' }), typed);
  });

  it('means what is typed where nothing is marked yet', () => {
    assert.equal(accepted({ items, activeItems: [], value: 'ab' }), typed);
    assert.equal(accepted({ items: [one, two, typed], activeItems: [], value: 'ab' }, -1), typed);
  });

  it('means what is typed now, not what was a letter before', () => {
    assert.equal(accepted({ items, activeItems: [older], value: 'ab' }), typed);
  });

  it('means a choice that was made again under the same words', () => {
    const again = { ...one };
    assert.equal(accepted({ items, activeItems: [again], value: 'ab' }), again);
  });

  it('means nothing where nothing is typed or marked', () => {
    assert.equal(accepted({ items, activeItems: [], value: ' ' }), undefined);
  });
});
