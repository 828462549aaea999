import assert from 'node:assert/strict';
import type { Contest } from '../../../src/results';
import {
  contestKey,
  decideAccess,
  defaultAssistantRules,
  isRunning,
  MemoryAssistantRules,
  runningContest,
  demoJudge,
  StoredAssistantAccess,
  withReported,
  type AssistantRules,
  type KnownRecord,
} from '../../../src/records';
import { CONTEST_GRACE_MS, ENDED_CONTEST_KEPT_MS, MAX_REPORTED_CONTESTS } from '../../../src/records/limits';
import { addRecord } from '../../../src/records/recordUpdates';
import { newRecord } from './fixtures';

const school = 'hydro https://oj.example.edu school';
const now = 1_000_000_000;
const weekly: Contest = { title: 'Weekly', endsAt: now + 60_000, id: 'class1#a' };
const unknownEnd: Contest = { title: 'Weekly', endsAt: null, id: 'class1#a' };

function recordIn(contest: Contest | undefined, service = school): KnownRecord {
  const submission = {
    problemId: 'P1',
    title: null,
    place: null,
    language: null,
    optimise: false,
    ...(contest ? { contest } : {}),
  };
  const draft = addRecord({ ...newRecord(), service, submission }, 5)(null);
  assert.ok(draft);
  return draft.record;
}

const rulesWith = (more: Partial<AssistantRules>): AssistantRules => ({ ...defaultAssistantRules, ...more });
const decide = (
  records: readonly KnownRecord[],
  more: Partial<AssistantRules> = {},
  at = now,
  service = school,
) => decideAccess(service, records, rulesWith(more), at);
const refusedUntil = (endsAt: number | null) => ({ kind: 'refused', reason: 'contest', endsAt });
const allowed = { kind: 'allowed' };

describe('A contest', () => {
  it('is running until shortly after its end', () => {
    assert.equal(isRunning(weekly, now), true);
    assert.equal(isRunning(weekly, now + 60_000 + CONTEST_GRACE_MS - 1), true);
    assert.equal(isRunning(weekly, now + 60_000 + CONTEST_GRACE_MS), false);
  });

  it('is running without a known end until the judge reports that it is over', () => {
    assert.equal(isRunning(unknownEnd, now + 1e12), true);
    assert.equal(isRunning({ ...unknownEnd, isOver: true }, now), false);
    assert.equal(isRunning({ ...weekly, isOver: true }, now), false);
  });

  it('isn’t homework', () => {
    assert.equal(isRunning({ ...weekly, isHomework: true }, now), false);
    assert.deepEqual(decide([recordIn({ ...weekly, isHomework: true })]), allowed);
  });

  it('is the same for all entries of a site, and is identified by its title if it has no ID', () => {
    const other = 'hydro https://oj.example.edu other';
    assert.equal(
      contestKey({ service: school, contest: weekly }),
      contestKey({ service: other, contest: unknownEnd }),
    );
    const untitled = { title: null, endsAt: null };
    const keys = [
      weekly,
      { ...weekly, id: 'b' },
      { title: 'Weekly', endsAt: 1 },
      { title: 'Finals', endsAt: 1 },
      untitled,
    ];
    assert.equal(new Set(keys.map((contest) => contestKey({ service: school, contest }))).size, keys.length);
    const renamed = { ...weekly, title: 'Weekly 7' };
    assert.equal(
      contestKey({ service: school, contest: weekly }),
      contestKey({ service: school, contest: renamed }),
    );
  });
});

describe('What assistants may read', () => {
  it('excludes a judge while a contest of one of its results is running', () => {
    const records = [
      recordIn(undefined),
      recordIn(weekly),
      recordIn({ ...weekly, id: 'c', endsAt: now - 60_000 }),
    ];
    assert.deepEqual(decide(records), refusedUntil(weekly.endsAt));
    assert.deepEqual(decide(records, {}, now + 3_600_000), allowed);
    assert.deepEqual(decide(records, {}, now, 'hydro https://oj.other.edu other'), allowed);
    assert.deepEqual(decide([]), allowed);
  });

  it('excludes a judge again if the clock is set back', () => {
    const records = [recordIn(weekly)];
    assert.deepEqual(decide(records, {}, now + 3_600_000), allowed);
    assert.deepEqual(decide(records, {}, now), refusedUntil(weekly.endsAt));
  });

  it('includes a judge after practice or virtual participation, which have no contest', () => {
    const ended = { ...weekly, endsAt: now - 86_400_000 };
    assert.deepEqual(decide([recordIn(undefined), recordIn(ended)]), allowed);
  });

  it('excludes a judge until the last end, which is unknown if one is', () => {
    const later = { ...weekly, id: 'd', endsAt: now + 120_000 };
    assert.deepEqual(decide([recordIn(later), recordIn(weekly)]), refusedUntil(later.endsAt));
    assert.deepEqual(
      decide([recordIn(weekly), recordIn({ ...unknownEnd, id: 'e' }), recordIn(later)]),
      refusedUntil(null),
    );
  });

  it('excludes other entries of the same site, and includes other contests of a site with one judge each', () => {
    const records = [recordIn(weekly)];
    assert.deepEqual(
      decide(records, {}, now, 'hydro https://oj.example.edu renamed'),
      refusedUntil(weekly.endsAt),
    );
    // type and address are separate, so together they can't look like those of another judge
    assert.deepEqual(decide(records, {}, now, 'hyd rohttps://oj.example.edu school'), allowed);
    const finals = [recordIn(weekly, 'ejudge https://ej.example.org#1 finals')];
    assert.deepEqual(decide(finals, {}, now, 'ejudge https://ej.example.org#2 practice'), allowed);
  });

  it('excludes a site at another protocol or port, and the same site with another handle', () => {
    const excludes = (one: string, other: string): boolean =>
      decide([recordIn(weekly, one)], {}, now, other).kind === 'refused';
    assert.ok(excludes(school, 'hydro http://oj.example.edu lab'));
    assert.ok(excludes(school, 'hydro http://oj.example.edu:8888 lab'));
    assert.ok(excludes('clics http://10.0.0.2/domjudge/api a', 'clics https://10.0.0.2:8443/domjudge/api b'));
    assert.ok(excludes('codeforces alice cf', 'codeforces bob cf2'));
    const mirror = 'codeforces https://mirror.example.org/api';
    assert.ok(excludes(`${mirror}#alice cf`, `${mirror}#bob cf2`));
    assert.ok(!excludes(school, 'hydro https://oj.example.org other'));
    assert.ok(
      !excludes('clics https://judge.example.edu/a/api a', 'clics https://judge.example.edu/b/api b'),
    );
    assert.ok(!excludes('codeforces alice cf', school));
  });

  it('follows the reported end of a contest instead of that of its records', () => {
    const records = [recordIn(weekly)];
    const moved = (contest: Contest) => ({ contests: [{ service: school, contest }] });
    assert.deepEqual(
      decide(records, moved({ ...weekly, endsAt: now + 120_000 })),
      refusedUntil(now + 120_000),
    );
    assert.deepEqual(decide(records, moved({ ...weekly, isOver: true })), allowed);
    assert.deepEqual(decide(records, moved(unknownEnd)), refusedUntil(null));
  });

  it('excludes a judge although the results of its running contest were removed', () => {
    const contests = [{ service: school, contest: weekly }];
    assert.deepEqual(decide([], { contests }), refusedUntil(weekly.endsAt));
    const other = 'hydro https://oj.other.edu school';
    assert.deepEqual(decide([], { contests }, now, other), allowed);
  });

  it('includes a judge that the user allowed, but not another one with its name or address', () => {
    const allowedDuringContests = [school];
    assert.deepEqual(decide([recordIn(weekly)], { allowedDuringContests }), allowed);
    for (const service of ['hydro https://oj.other.edu school', 'hydro https://oj.example.edu other']) {
      const records = [recordIn(weekly, service)];
      assert.deepEqual(decide(records, { allowedDuringContests }, now, service), refusedUntil(weekly.endsAt));
    }
    assert.deepEqual(
      decide([recordIn(weekly)], { allowedDuringContests: ['school'] }),
      refusedUntil(weekly.endsAt),
    );
  });

  it('is nothing if the user’s settings forbid it, also for allowed judges', () => {
    const refused = { kind: 'refused', reason: 'settings', endsAt: null };
    assert.deepEqual(decide([], { isEnabled: false, allowedDuringContests: [school] }), refused);
  });

  it('includes demo results, which have no judge', () => {
    assert.equal(runningContest(demoJudge, [recordIn(weekly, demoJudge)], [], now), null);
  });
});

describe('What assistants outside of VS Code may read', () => {
  const errors: unknown[] = [];
  const accessWith = (
    records: () => Promise<readonly KnownRecord[]>,
    rules: () => Promise<AssistantRules | null>,
  ) => new StoredAssistantAccess({ records, rules, now: () => now }, (error) => errors.push(error));
  const running = async () => [recordIn(weekly)];

  it('follows the stored rules and records', async () => {
    const rules = async () => rulesWith({ allowedDuringContests: [school] });
    assert.deepEqual(await accessWith(running, rules).of(school), allowed);
  });

  it('follows the records alone if no rules are stored', async () => {
    assert.deepEqual(await accessWith(running, async () => null).of(school), refusedUntil(weekly.endsAt));
    assert.deepEqual(
      await accessWith(
        async () => [],
        async () => null,
      ).of(school),
      allowed,
    );
  });

  it('is nothing if the rules or the records can’t be read', async () => {
    const unreadable = { kind: 'refused', reason: 'unreadable', endsAt: null };
    const failing = () => Promise.reject(new Error('disk'));
    assert.deepEqual(await accessWith(async () => [], failing).of(school), unreadable);
    assert.deepEqual(await accessWith(failing, async () => null).of(school), unreadable);
    assert.deepEqual(errors.map(String), ['Error: disk', 'Error: disk']);
  });
});

describe('The reported contests', () => {
  const first = { service: school, contest: weekly };

  it('contain the newest report of each contest', () => {
    const moved = { service: school, contest: { ...weekly, endsAt: now + 1 } };
    const other = { service: school, contest: { ...weekly, id: 'b' } };
    assert.deepEqual(withReported([first, other], [moved], now), [other, moved]);
    const known = [first, other];
    assert.equal(withReported(known, [{ ...first }], now), known);
    const unknown = { service: school, contest: unknownEnd };
    assert.deepEqual(withReported([unknown], [], ENDED_CONTEST_KEPT_MS + 1), [unknown]);
  });

  it('change if an ended contest is replaced by another one', () => {
    const later = now + 60_001 + ENDED_CONTEST_KEPT_MS;
    const kept = { service: school, contest: { ...weekly, id: 'kept', endsAt: later } };
    const added = { service: school, contest: { ...weekly, id: 'added', endsAt: later } };
    assert.deepEqual(withReported([kept, first], [added], later), [kept, added]);
  });

  it('omit contests that ended long ago, and the oldest ones beyond the limit', () => {
    assert.deepEqual(withReported([first], [], now + 60_000 + ENDED_CONTEST_KEPT_MS), [first]);
    assert.deepEqual(withReported([first], [], now + 60_001 + ENDED_CONTEST_KEPT_MS), []);
    const many = Array.from({ length: MAX_REPORTED_CONTESTS + 1 }, (_, at) => ({
      service: school,
      contest: { ...unknownEnd, id: `c${at}` },
    }));
    assert.deepEqual(withReported([], many, now), many.slice(1));
  });

  it('omit ended contests before running ones beyond the limit', () => {
    const ended = (at: number) => ({
      service: school,
      contest: { ...weekly, id: `c${at}`, endsAt: now - 60_000 },
    });
    const others = Array.from({ length: MAX_REPORTED_CONTESTS }, (_, at) => ended(at));
    assert.deepEqual(withReported([first], others, now), [first, ...others.slice(1)]);
  });

  it('omit the oldest running ones if no contest has ended', () => {
    const running = Array.from({ length: MAX_REPORTED_CONTESTS + 2 }, (_, at) => ({
      service: school,
      contest: { ...weekly, id: `c${at}` },
    }));
    const ended = { service: school, contest: { ...weekly, id: 'ended', endsAt: now - 60_000 } };
    assert.deepEqual(withReported([...running, ended], [], now), running.slice(2));
  });

  it('are kept in memory where there are no files', async () => {
    const rules = new MemoryAssistantRules();
    assert.equal(await rules.read(), null);
    await rules.update((stored) => rulesWith({ isEnabled: stored === null }));
    await rules.update((stored) => rulesWith({ ...stored, contests: [first] }));
    assert.deepEqual(await rules.read(), rulesWith({ contests: [first] }));
  });

  it('don’t let any judge be read during contests by default', () => {
    assert.deepEqual(defaultAssistantRules, { isEnabled: true, allowedDuringContests: [], contests: [] });
  });
});
