import assert from 'node:assert/strict';
import '../../../support/vscodeWords';
import { accepted } from '../../../../../src/editor/shared/dialogs/quickPick';

const [typed, older, one, two] = ['Fetch ab', 'Fetch a', 'one', 'two'].map((label) => ({ label }));

describe('Enter in a quick pick whose items depend on the input', () => {
  assert.ok(typed && older && one && two);
  const items = [typed, one, two];

  it('accepts the active item', () => {
    assert.equal(accepted({ items, activeItems: [two], value: 'ab' }), two);
    assert.equal(accepted({ items, activeItems: [typed], value: 'ab' }), typed);
  });

  it('accepts the input if no item is active yet', () => {
    assert.equal(accepted({ items, activeItems: [], value: 'ab' }), typed);
    assert.equal(accepted({ items: [one, two, typed], activeItems: [], value: 'ab' }, -1), typed);
  });

  it('accepts the current input, not an earlier one', () => {
    assert.equal(accepted({ items, activeItems: [older], value: 'ab' }), typed);
  });

  it('accepts an item recreated with the same label', () => {
    const again = { ...one };
    assert.equal(accepted({ items, activeItems: [again], value: 'ab' }), again);
  });

  it('accepts nothing without input or an active item', () => {
    assert.equal(accepted({ items, activeItems: [], value: ' ' }), undefined);
  });
});
