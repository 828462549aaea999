import assert from 'node:assert/strict';
import { countNotices } from '../soak/notices';

describe('The notice count in a fault run', () => {
  it('distinguishes two submissions if the name of one begins with the name of the other', () => {
    const told = ['Info: ejudge.3: Accepted', 'Info: ejudge.31: Wrong answer'];
    const { ends, repeated } = countNotices([told], ['ejudge.3', 'ejudge.31']);
    assert.deepEqual([ends, repeated], [2, []]);
  });

  it('reports a submission announced by two windows', () => {
    const told = ['Info: ejudge.31: Accepted'];
    const { ends, repeated } = countNotices([told, told], ['ejudge.3', 'ejudge.31']);
    assert.deepEqual([ends, repeated], [2, ['ejudge.31']]);
  });
});
