import assert from 'node:assert/strict';
import { countNotices } from '../soak/notices';

describe('The count of notices in a fault run', () => {
  it('distinguishes two submissions if one’s name begins with the other’s', () => {
    const told = ['Info: ejudge.3: Accepted', 'Info: ejudge.31: Wrong answer'];
    const { ends, repeated } = countNotices([told], ['ejudge.3', 'ejudge.31']);
    assert.deepEqual([ends, repeated], [2, []]);
  });

  it('reports a submission that two windows announce', () => {
    const told = ['Info: ejudge.31: Accepted'];
    const { ends, repeated } = countNotices([told, told], ['ejudge.3', 'ejudge.31']);
    assert.deepEqual([ends, repeated], [2, ['ejudge.31']]);
  });
});
