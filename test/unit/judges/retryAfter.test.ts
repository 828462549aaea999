import assert from 'node:assert/strict';
import { retryAfterMs } from '../../../src/judges/requestFailed';

const now = Date.parse('Fri, 17 Mar 2023 06:34:25 GMT');
const day = 86_400_000;

describe('Retry-After', () => {
  it('accepts seconds', () => {
    assert.deepEqual(
      ['0', '7', ' 120 ', '999999999'].map((text) => retryAfterMs(text, null, now)),
      [0, 7000, 120_000, day],
    );
  });

  it('accepts a date, by the local clock if the response has no date', () => {
    assert.equal(retryAfterMs('Fri, 17 Mar 2023 06:34:45 GMT', null, now), 20_000);
    assert.equal(retryAfterMs('Friday, 17-Mar-23 06:34:45 GMT', null, now), 20_000);
    assert.equal(retryAfterMs('Fri Mar 17 06:34:45 2023', null, now), 20_000);
    assert.equal(retryAfterMs('Fri, 17 Mar 2023 06:00:00 GMT', null, now), 0);
    assert.equal(retryAfterMs('Fri, 17 Mar 2090 06:00:00 GMT', null, now), day);
  });

  it('is measured by the judge’s clock if the response has a date', () => {
    assert.equal(retryAfterMs('Fri, 17 Mar 2023 08:00:10 GMT', 'Fri, 17 Mar 2023 08:00:00 GMT', now), 10_000);
  });

  it('is ignored if it is neither a number nor a date', () => {
    for (const text of [null, '', 'soon', '-1', '1.5', '2023-03-17', 'Fri, nonsense']) {
      assert.equal(retryAfterMs(text, null, now), null, String(text));
    }
  });
});
