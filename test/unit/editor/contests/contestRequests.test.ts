import assert from 'node:assert/strict';
import { simulateIdle } from '../../../bench/contest/simulate';

describe('The requests of a window in a contest of five hours', function () {
  this.timeout(120_000);

  it('are at most two in any minute while nothing is pending, with following and clarifications', async () => {
    const { perMinute, most, mostAtStart, mostAtEnd } = await simulateIdle(1, 6);
    assert.ok(perMinute > 1 && perMinute <= 2, `${perMinute} a minute`);
    assert.equal(most, 2);
    // the user also looks at the problems then, which takes two more
    assert.ok(mostAtStart <= 4, `${mostAtStart} in a minute at the start`);
    // the end of the contest is requested at once
    assert.ok(mostAtEnd <= 3, `${mostAtEnd} in a minute around the end`);
  });
});
