import assert from 'node:assert/strict';
import { keepNewest, RequestLog } from '../../../tools/service/log';

describe('keepNewest', () => {
  it('drops the older half of a list that exceeds its limit', () => {
    const list = [1, 2, 3];
    keepNewest(list, 4, 4);
    assert.deepEqual(list, [1, 2, 3, 4]);
    keepNewest(list, 5, 4);
    assert.deepEqual(list, [4, 5]);
  });
});

describe('RequestLog', () => {
  it('keeps the newest entries, and never exceeds its limit', () => {
    const log = new RequestLog();
    let most = 0;
    for (let index = 0; index < 25_000; index++) {
      log.sent('frame', String(index), null);
      most = Math.max(most, log.entries.length);
    }
    assert.ok(most <= 10_000, `${most} entries`);
    const kept = log.entries.map(({ id }) => Number(id));
    assert.equal(kept.at(-1), 24_999);
    assert.ok(kept.every((id, index) => index === 0 || id === (kept[index - 1] ?? 0) + 1));
    assert.ok(kept.length >= 5000);
  });
});
