import '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { SubmissionLists } from '../../../../src/editor/following/submissionLists';
import type { JudgeManager } from '../../../../src/editor/judges/judgeManager';
import { startLocalHydro, type LocalHydro } from '../../../../tools/hydro/hydro';
import { playedPrograms } from '../../../support/playedPrograms';
import { hydroSite } from '../../../support/profiles';
import { credentialFor } from '../../judges/clients';
import { FakeClock } from '../../support/fakeClock';
import { newJudges } from '../judges/newJudges';

const [oi, acm, homework] = ['a', 'b', 'c'].map((digit) => digit.repeat(24)) as [string, string, string];
const minute = 60_000;

describe('A followed Hydro site’s submissions', function () {
  this.timeout(60_000);
  let site: LocalHydro;
  let judges: JudgeManager;
  let clock: FakeClock;
  let lists: SubmissionLists;
  let failures: string[];
  const judge = () => hydroSite(site.url);
  const submit = (contest: string | null) =>
    site.submit(site.alice, { pid: 'P1001', lang: 'js', code: 'console.log(3)', contest }).rid;

  beforeEach(async () => {
    site = await startLocalHydro({ programs: playedPrograms });
    site.oddities.contests.set(oi, 'oi').set(acm, 'acm').set(homework, 'homework');
    judges = newJudges();
    const credential = { ...credentialFor(judge(), site.signIn(site.alice)), account: 'alice' };
    await judges.credentials.save(judge().id, credential);
    clock = new FakeClock();
    failures = [];
    lists = new SubmissionLists(judges, clock, ({ failure }) => void failures.push(failure.kind));
  });
  afterEach(async () => {
    judges.dispose();
    await site.stop();
  });
  const listed = async (by: 'person' | 'background' = 'background'): Promise<readonly string[]> =>
    (await lists.list(judge(), by))?.map(({ requestId }) => requestId) ?? assert.fail();
  const requestsOf = async (list: () => Promise<unknown>): Promise<readonly string[]> => {
    const before = site.requests.length;
    await list();
    return site.requests
      .slice(before)
      .map(({ path }) => path)
      .toSorted();
  };

  it('include submissions in contests and homework', async () => {
    site.oddities.attended.add(oi).add(acm).add(homework);
    const submitted = [null, oi, acm, homework].map(submit);
    await site.idle();
    for (const by of ['background', 'person'] as const) {
      assert.deepEqual((await listed(by)).toSorted(), submitted.toSorted(), by);
    }
    assert.deepEqual(failures, []);
  });

  it('don’t open contest problems, which would start the user’s time in the contest', async () => {
    site.oddities.attended.add(oi);
    assert.deepEqual(await requestsOf(listed), [
      '/contest',
      `/d/system/record?uidOrName=alice&tid=${homework}`,
      '/homework',
      '/record?uidOrName=alice',
    ]);
    assert.equal(site.oddities.opened.size, 0);
  });

  it('are requested once a minute for each contest, and once in five minutes for the contest list', async () => {
    site.oddities.attended.add(acm);
    submit(acm);
    await listed();
    const all = '/record?uidOrName=alice';
    assert.deepEqual(await requestsOf(listed), [all]);
    await clock.advance(minute);
    const inContests = [acm, homework].map((id) => `/d/system/record?uidOrName=alice&tid=${id}`);
    assert.deepEqual(await requestsOf(listed), [...inContests, all]);
    await clock.advance(4 * minute);
    assert.deepEqual(await requestsOf(listed), ['/contest', ...inContests, '/homework', all]);
    assert.deepEqual(await requestsOf(() => listed('person')), ['/contest', ...inContests, '/homework', all]);
  });

  it('are those outside contests if the contests can’t be read', async () => {
    const submitted = submit(null);
    await site.idle();
    site.misbehave({ path: '/contest', what: { kind: 'status', status: 503 } });
    site.misbehave({ path: '/homework', what: { kind: 'status', status: 503 } });
    assert.deepEqual(await listed(), [submitted]);
    assert.deepEqual(failures, ['status', 'status']);
  });
});
