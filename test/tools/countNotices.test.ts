import assert from 'node:assert/strict';
import { countNotices } from '../soak/notices';

describe('the count of the notices in a fault run', () => {
  it('tells apart two judgings if the name of one begins with the name of the other', () => {
    const told = ['Info: ejudge.3: Accepted', 'Info: ejudge.31: Wrong answer'];
    const { ends, repeated } = countNotices([told], ['ejudge.3', 'ejudge.31']);
    assert.deepEqual([ends, repeated], [2, []]);
  });

  it('names a judging that two windows tell', () => {
    const told = ['Info: ejudge.31: Accepted'];
    const { ends, repeated } = countNotices([told, told], ['ejudge.3', 'ejudge.31']);
    assert.deepEqual([ends, repeated], [2, ['ejudge.31']]);
  });
});
