import type { RequestName, Judge } from '../../../src/judges';
import { codeforces } from '../../../src/judges/adapters/codeforces';
import { dmoj } from '../../../src/judges/adapters/dmoj';
import { judge0 } from '../../../src/judges/adapters/judge0';
import { startLocalCodeforces } from '../../../tools/codeforces/codeforces';
import { startLocalDmoj } from '../../../tools/dmoj/dmoj';
import { startLocalHydro } from '../../../tools/hydro/hydro';
import { startLocalJudge0 } from '../../../tools/judge0/judge0';
import { newRequestId, startLocalService } from '../../../tools/service';
import { playedPrograms } from '../../support/playedPrograms';
import { described, hydroSite } from '../../support/profiles';
import { judgeOf, request } from '../judges/clients';

/** A service, or a user's account at one, that finishes a submission when the test decides. */
export interface Site {
  readonly judge: Judge;
  /** null if the service requires no credential */
  readonly secret: string | null;
  readonly account: string | null;
  /** Submits a program. `ms`: its running time, which identifies the result. */
  readonly begin: (ms: number) => Judging;
}

export interface Judging extends RequestName {
  /** Status of an accepted result. */
  readonly accepted: number | string;
  readonly progress: () => void;
  readonly end: () => void;
}

/** Starts the mock services of all five types, with two accounts at the Hydro site. `now`: clock for their limits, ms. */
export async function startSites(
  now: () => number,
): Promise<{ readonly sites: readonly Site[]; readonly stop: () => Promise<unknown> }> {
  const [judge, hydro, judge0Host, dmojSite, codeforcesSite] = await Promise.all([
    startLocalService({ role: 'custom', programs: playedPrograms }),
    startLocalHydro({ programs: playedPrograms }),
    startLocalJudge0({ programs: playedPrograms }),
    startLocalDmoj({ programs: playedPrograms }),
    startLocalCodeforces({ programs: playedPrograms, now }),
  ]);
  const release = hydro.hold();
  const [, alice, bob] = hydro.users;
  if (!alice || !bob) throw new Error('Hydro’s users are missing');

  const ofJudge: Site = {
    judge: judgeOf(judge),
    secret: judge.token,
    account: null,
    begin: (ms) => {
      const id = newRequestId();
      const { accepted, judging } = judge.role.statusCodes;
      const body = (status: number) => ({
        type: 'judge',
        requestId: id,
        trackId: null,
        data: { compile: null, judge: { id: 1, status, score: 1, time: ms, memory: 1, subtasks: [] } },
      });
      judge.script(id, [{ status: 204 }]);
      return {
        ...request(id),
        accepted,
        progress: () => judge.script(id, [{ body: body(judging) }]),
        end: () => judge.script(id, [{ body: body(accepted) }]),
      };
    },
  };
  const ofHydro = (user: typeof alice): Site => ({
    judge: hydroSite(hydro.url, {}, user.uname),
    secret: hydro.signIn(user),
    account: user.uname,
    begin: (ms) => {
      const record = hydro.submit(user, { pid: 'P1001', lang: 'js', code: '//' });
      const figures = { verdict: 'accepted', score: 100, time: ms, memory: 800, cases: [] } as const;
      const state = {
        compile: { success: true, message: '', opt2: false },
        judge: { id: record.docId, ...figures },
        subtasks: [],
      };
      return {
        ...request(record.rid),
        accepted: 1,
        progress: () => Object.assign(record, { phase: 21 }),
        end: () => Object.assign(record, { state, phase: 20, judgedAt: new Date().toISOString() }),
      };
    },
  });
  const ofJudge0: Site = {
    judge: described(judge0, 'class', { url: judge0Host.url }),
    secret: judge0Host.token,
    account: null,
    // Every third submission is a batch of several.
    begin: (ms) => {
      const all = Array.from({ length: ms % 3 === 0 ? 3 : 1 }, () =>
        judge0Host.submit({ language_id: 63, source_code: '1' }, false),
      );
      const tokens = all.map(({ token }) => token).join(',');
      const change = (to: Parameters<typeof judge0Host.change>[1]) =>
        all.forEach((one) => judge0Host.change(one, to));
      return {
        ...(all.length === 1 ? request(tokens) : { requestId: `samples-${ms}`, hint: tokens }),
        accepted: 3,
        progress: () => change({ status: 2 }),
        end: () => change({ status: 3, time: ms / 1000 / all.length, memory: 800 }),
      };
    },
  };
  const ofDmoj: Site = {
    judge: described(dmoj, 'club', { url: dmojSite.url }),
    secret: dmojSite.alice.token,
    account: 'alice',
    begin: (ms) => {
      const one = dmojSite.submit({ problem: 'p1001', language: 'V8JS', code: null });
      return {
        ...request(String(one.id)),
        accepted: 'AC',
        progress: () => dmojSite.change(one, { status: 'G' }),
        end: () => dmojSite.change(one, { status: 'D', result: 'AC', time: ms / 1000, points: 10 }),
      };
    },
  };
  const ofCodeforces: Site = {
    judge: described(codeforces, 'cf', { url: `${codeforcesSite.url}/api`, handle: 'tourist' }),
    secret: null,
    account: null,
    begin: (ms) => {
      const one = codeforcesSite.submit({ index: 'A', language: 'Node.js', code: null });
      return {
        ...request(String(one.id)),
        accepted: 'OK',
        progress: () => codeforcesSite.change(one, { verdict: 'TESTING', passedTestCount: 3 }),
        end: () => codeforcesSite.change(one, { verdict: 'OK', timeConsumedMillis: ms }),
      };
    },
  };
  return {
    sites: [ofJudge, ofHydro(alice), ofHydro(bob), ofJudge0, ofDmoj, ofCodeforces],
    stop: () => {
      release();
      const standIns = [hydro, judge0Host, dmojSite, codeforcesSite];
      return Promise.all([judge.close(), ...standIns.map((one) => one.stop())]);
    },
  };
}
