import { speak, statusBarItems } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { EventEmitter } from 'vscode';
import { timedContests } from '../../../../src/editor/contests/contestWords';
import { ContestStatus } from '../../../../src/editor/contests/contestStatus';
import type { PausedJudge } from '../../../../src/editor/contests/contestWatch';
import { SHOWN_AFTER_END_MS, SHOWN_BEFORE_START_MS } from '../../../../src/editor/contests/limits';
import type { Contest } from '../../../../src/results';
import type { ReportedContest } from '../../../../src/records';
import { FakeClock } from '../../support/fakeClock';

const regional = 'clics https://contest.example.edu/api regional';
const school = 'hydro https://oj.example.edu school';
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

describe('A contest in the status bar', () => {
  let clock: FakeClock;
  let contests: readonly ReportedContest[];
  let paused: readonly PausedJudge[];
  /** ms that the judge’s clock is ahead */
  let lead: number;
  let changed: EventEmitter<void>;
  let status: ContestStatus;

  beforeEach(() => {
    speak('en');
    clock = new FakeClock();
    contests = [];
    paused = [];
    lead = 0;
    changed = new EventEmitter();
  });
  afterEach(() => {
    status.dispose();
    speak('en');
  });

  /** Opens the window. Returns the text of the item; null: it is hidden. */
  function open(): () => string | null {
    status = new ContestStatus(
      {
        timed: () => timedContests(contests, () => clock.now() + lead),
        paused: () => paused,
        onDidChange: changed.event,
      },
      clock,
    );
    const item = statusBarItems.at(-1) ?? assert.fail();
    return () => (item.isShown ? item.text.replace('$(watch) ', '') : null);
  }

  function know(...known: readonly (readonly [string, Partial<Contest>])[]): void {
    contests = known.map(([service, contest]) => ({
      service,
      contest: { title: 'Regional Contest', endsAt: null, id: 'c', ...contest },
    }));
    changed.fire();
  }

  const tooltip = () => statusBarItems.at(-1)?.tooltip;

  it('shows the time to its start, the time that is left, the freeze, and the end', async () => {
    const text = open();
    const startsAt = clock.now() + 4 * MINUTE + 10 * SECOND;
    know([regional, { startsAt, freezesAt: startsAt + 20 * MINUTE, endsAt: startsAt + 29 * MINUTE }]);
    const seen: (string | null)[] = [text()];
    for (const step of [
      10 * SECOND + 1,
      3 * MINUTE,
      30 * SECOND,
      30 * SECOND,
      MINUTE,
      19 * MINUTE,
      8 * MINUTE - SECOND,
      SECOND,
      SECOND,
      59 * SECOND,
      SHOWN_AFTER_END_MS,
    ]) {
      await clock.advance(step);
      seen.push(text());
    }
    assert.deepEqual(seen, [
      'starts in 4 min',
      'starts in 3 min',
      'starts in 59 s',
      'starts in 29 s',
      '28 min left',
      '27 min left',
      '8 min left · frozen',
      '1 min left · frozen',
      '59 s left · frozen',
      '58 s left · frozen',
      'ended',
      null,
    ]);
    assert.equal(clock.timerCount, 0);
  });

  it('follows the judge’s clock, and an extension', async () => {
    const text = open();
    lead = 3 * MINUTE;
    know([regional, { endsAt: clock.now() + 10 * MINUTE }]);
    assert.equal(text(), '7 min left');
    await clock.advance(7 * MINUTE);
    assert.equal(text(), 'ended');
    know([regional, { endsAt: clock.now() + lead + 15 * MINUTE }]);
    assert.equal(text(), '15 min left');
    lead = -3 * MINUTE;
    changed.fire();
    assert.equal(text(), '21 min left');
  });

  it('is hidden without a timer if none is known or near', async () => {
    const text = open();
    assert.deepEqual([text(), clock.timerCount], [null, 0]);
    const startsAt = clock.now() + SHOWN_BEFORE_START_MS + HOUR;
    know([regional, { startsAt, endsAt: startsAt + HOUR }]);
    assert.deepEqual([text(), clock.timerCount], [null, 0]);
    know([regional, { endsAt: clock.now() - SHOWN_AFTER_END_MS }]);
    assert.deepEqual([text(), clock.timerCount], [null, 0]);
    know([school, { endsAt: clock.now() + HOUR, isHomework: true }]);
    assert.deepEqual([text(), clock.timerCount], [null, 0]);
    know([regional, { startsAt: clock.now() + HOUR }]);
    assert.deepEqual([text(), clock.timerCount], ['starts in 60 min', 1]);
    know();
    assert.deepEqual([text(), clock.timerCount], [null, 0]);
  });

  it('isn’t said to have begun or to end if the judge doesn’t report when', () => {
    const text = open();
    know([regional, { hasBegun: false }]);
    assert.equal(text(), 'not begun');
    know([regional, { startsAt: clock.now() - HOUR }]);
    assert.deepEqual([text(), clock.timerCount], ['running', 0]);
  });

  it('shows the one that ends first, and lists the others', () => {
    const now = new Date().setHours(12, 0, 0, 0);
    clock = new FakeClock(now);
    const text = open();
    know(
      [school, { title: 'Weekly\u202e', startsAt: now - HOUR, endsAt: now + 2 * HOUR }],
      [regional, { startsAt: now - HOUR, freezesAt: now, endsAt: now + HOUR }],
    );
    assert.equal(text(), '60 min left · frozen');
    assert.equal(
      tooltip(),
      'Regional Contest · regional\n11:00–13:00 · scoreboard frozen from 12:00\nWeekly · school\n11:00–14:00',
    );
    know([school, { startsAt: now + HOUR, endsAt: now + 2 * HOUR }], [regional, { endsAt: now - MINUTE }]);
    assert.equal(text(), 'starts in 60 min');
  });

  it('names the judge alone if the title is unknown or the same, and says what a single time is', () => {
    const now = new Date().setHours(12, 0, 0, 0);
    clock = new FakeClock(now);
    open();
    know([regional, { title: null, startsAt: now + HOUR }]);
    assert.equal(tooltip(), 'regional\nfrom 13:00');
    know([school, { title: 'school', endsAt: now + HOUR }]);
    assert.equal(tooltip(), 'school\nuntil 13:00');
  });

  it('says in its tooltip that assistants are paused', () => {
    const now = new Date().setHours(12, 0, 0, 0);
    clock = new FakeClock(now);
    const text = open();
    const contest = { title: 'Weekly', endsAt: now + 4 * HOUR, id: 'c' };
    paused = [{ service: school, contest }];
    know([school, contest]);
    assert.equal(text(), '4 h left');
    assert.equal(
      tooltip(),
      'Weekly · school\nuntil 16:00\nAssistants can’t read results of a judge while a contest is running there.',
    );
    paused = [{ service: school, contest: { title: null, endsAt: null } }];
    know();
    assert.equal(text(), 'running');
    assert.match(tooltip() ?? '', /there\.\nschool: contest is running, and its end is unknown$/);
    speak('zh-cn');
    know([school, contest]);
    assert.equal(text(), '剩余 4 小时');
  });
});
