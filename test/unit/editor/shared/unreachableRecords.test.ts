import { speak } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { UnreachableRecords, type Unreachable } from '../../../../src/editor/shared/unreachableRecords';
import { FakeClock } from '../../support/fakeClock';

const SECOND = 1000;

describe('Records of judges that can’t be reached', () => {
  let clock: FakeClock;
  let unreachable: readonly Unreachable[];
  let shown: UnreachableRecords;
  let changes: string[];

  beforeEach(() => {
    speak('en');
    clock = new FakeClock();
    [unreachable, changes] = [[], []];
    shown = new UnreachableRecords(clock, { unreachable: () => unreachable }, (error) =>
      assert.fail(String(error)),
    );
    shown.onDidChange((keys) => void changes.push(...keys));
  });

  it('count down to the next try in steps, without a timer afterwards', async () => {
    const words = (): string => shown.troubleOf({ key: 'one' });
    unreachable = [{ key: 'one', nextAt: clock.now() + 12 * SECOND }];
    shown.update();
    assert.equal(words(), 'can’t be reached · next try in 15 s');
    await clock.advance(2 * SECOND);
    assert.equal(words(), 'can’t be reached · next try in 10 s');
    await clock.advance(5 * SECOND);
    assert.equal(words(), 'can’t be reached · next try in 5 s');
    await clock.advance(5 * SECOND);
    assert.equal(words(), 'can’t be reached', 'the try is under way');
    assert.equal(clock.timerCount, 0);
    assert.deepEqual(changes, ['one', 'one', 'one', 'one']);
    unreachable = [];
    shown.update();
    assert.equal(words(), '');
    assert.equal(changes.length, 5);
  });

  it('show no time if another window tries', () => {
    unreachable = [{ key: 'one', nextAt: null }];
    shown.update();
    shown.update();
    assert.equal(shown.troubleOf({ key: 'one' }), 'can’t be reached');
    assert.deepEqual([changes, clock.timerCount], [['one'], 0]);
  });

  it('release their timer', () => {
    unreachable = [{ key: 'one', nextAt: clock.now() + SECOND }];
    shown.update();
    shown.dispose();
    assert.equal(clock.timerCount, 0);
  });
});
