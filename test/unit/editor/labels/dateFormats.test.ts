import { speak } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { dayAndTime, shortMoment } from '../../../../src/editor/labels/dateFormats';

const noon = new Date(2026, 10, 21, 12, 5, 9).getTime();
const day = 24 * 60 * 60 * 1000;

describe('Formatted times', () => {
  afterEach(() => speak('en'));

  it('contain the time for today, and the date for earlier days', () => {
    assert.equal(shortMoment(noon, noon + 60_000), '12:05');
    assert.equal(shortMoment(noon - day, noon), 'Nov 20');
    assert.equal(shortMoment(noon - 365 * day, noon), 'Nov 21');
  });

  it('contain date and time for a later day, so that a pause just after midnight isn’t a whole day', () => {
    const beforeMidnight = new Date(2026, 10, 21, 23, 50).getTime();
    assert.equal(shortMoment(beforeMidnight + 15 * 60_000, beforeMidnight), 'Nov 22, 00:05');
    speak('zh-cn');
    assert.equal(shortMoment(beforeMidnight + 15 * 60_000, beforeMidnight), '11月22日 00:05');
  });

  it('begin the day with hour 0', () => {
    const midnight = new Date(2026, 10, 21, 0, 5).getTime();
    assert.equal(shortMoment(midnight, noon), '00:05');
  });

  it('contain date and time in the long form', () => {
    assert.equal(dayAndTime(noon).replace(/\s/g, ' '), 'Nov 21, 2026, 12:05:09 PM');
  });

  it('are empty if the time is out of range, as stored by some earlier versions', () => {
    for (const time of [1e300, -1e300, NaN, Infinity])
      assert.deepEqual([shortMoment(time), dayAndTime(time)], ['', '']);
  });

  it('are in VS Code’s language', () => {
    speak('zh-cn');
    assert.equal(shortMoment(noon - day, noon), '11月20日');
    assert.equal(dayAndTime(noon), '2026年11月21日 12:05:09');
  });

  it('reuse formatters, because the memory of a formatter is freed late', () => {
    const { DateTimeFormat } = Intl;
    let made = 0;
    class Counted extends DateTimeFormat {
      constructor(...options: ConstructorParameters<typeof DateTimeFormat>) {
        super(...options);
        made += 1;
      }
    }
    Object.assign(Intl, { DateTimeFormat: Counted });
    try {
      for (let i = 0; i < 100; i += 1) {
        shortMoment(noon, noon + i);
        shortMoment(noon - day, noon + i);
        dayAndTime(noon + i);
      }
    } finally {
      Object.assign(Intl, { DateTimeFormat });
    }
    assert.ok(made <= 3, `${made} formats`);
  });
});
