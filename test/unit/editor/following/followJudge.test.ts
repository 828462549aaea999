import { answerNotices, settings, speak } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import {
  followJudge,
  lookForMore,
  offerToFollow,
  unfollowJudge,
} from '../../../../src/editor/following/followJudge';
import { isFollowed } from '../../../../src/editor/shared/settings/judgeSettings';
import type { RecentSubmission, Judge } from '../../../../src/judges';
import { codeforces } from '../../../../src/judges/adapters/codeforces';
import { recentOf } from '../../../../src/judges/adapters/shared/listedSubmissions';
import { clics } from '../../../../src/judges/adapters/clics';
import { described, luogu } from '../../../support/profiles';
import { settle } from '../../support/fakeClock';
import { standIn } from '../../support/standIn';
import type { Extension } from '../../../../src/editor/extension';

const site = described(codeforces, 'cf', { handle: 'me' });
const old: RecentSubmission = recentOf({ requestId: '1', status: 'OK', at: 1 });

describe('“Follow My Submissions”', () => {
  let begun: Judge[];
  let added: RecentSubmission[];
  let refreshed: string[];
  let kept: Map<string, unknown>;
  let parts: Parameters<typeof followJudge>[0];
  let mayHaveAny: boolean;

  beforeEach(() => {
    speak('en');
    begun = [];
    added = [];
    refreshed = [];
    kept = new Map();
    mayHaveAny = true;
    settings['services'] = { cf: { type: 'codeforces', handle: 'me' }, other: { type: 'dmoj' } };
    const following = {
      begin: async (judge: Judge, listed: readonly RecentSubmission[]) => {
        begun.push(judge);
        return listed;
      },
      refreshSoon: (service: string) => refreshed.push(service),
    };
    const globalState = {
      get: (key: string, otherwise: unknown) => kept.get(key) ?? otherwise,
      update: async (key: string, value: unknown) => void kept.set(key, value),
    };
    parts = standIn<Extension>({
      context: { globalState },
      judges: { ask: async () => mayHaveAny },
      following: async () => ({
        following,
        listAll: async () => [old],
        addAll: async (_judge: Judge, all: readonly RecentSubmission[]) => void added.push(...all),
      }),
    });
  });
  afterEach(() => void delete settings['services']);

  it('changes only the “follow” field of the judge in the settings', async () => {
    answerNotices(undefined);
    await followJudge(parts, site);
    assert.deepEqual(settings['services'], {
      cf: { type: 'codeforces', handle: 'me', follow: true },
      other: { type: 'dmoj' },
    });
    assert.deepEqual([isFollowed('cf'), isFollowed('other'), isFollowed('luogu')], [true, false, false]);
    await unfollowJudge(site);
    assert.deepEqual(settings['services'], {
      cf: { type: 'codeforces', handle: 'me' },
      other: { type: 'dmoj' },
    });
  });

  it('adds older submissions only on request', async () => {
    const shown = answerNotices('Add Older');
    await followJudge(parts, site);
    await settle();
    assert.match(shown[0]?.message ?? '', /1 older submission can be added, too\.$/);
    assert.deepEqual([begun, added], [[site], [old]]);
  });

  it('is suggested once for each judge that lists submissions', async () => {
    const shown = answerNotices(undefined, undefined);
    await offerToFollow(parts, luogu);
    await offerToFollow(parts, site);
    await offerToFollow(parts, site);
    assert.deepEqual(
      shown.map(({ message }) => message),
      ['Follow your submissions on cf? New submissions will be added to the list automatically.'],
    );
  });

  it('is neither suggested nor possible for an account without a team', async () => {
    const finals = described(clics, 'finals', { url: 'https://dj.example.org/api', contest: 'finals' });
    mayHaveAny = false;
    const shown = answerNotices(undefined, undefined);
    await offerToFollow(parts, finals);
    await followJudge(parts, finals);
    assert.deepEqual(
      shown.map(({ message }) => message),
      ['Your account on finals belongs to no team, so it has no submissions to follow.'],
    );
    assert.deepEqual([begun, isFollowed('finals')], [[], false]);
    mayHaveAny = true;
    await offerToFollow(parts, finals);
    assert.match(shown[1]?.message ?? '', /^Follow your submissions on finals\?/);
  });

  it('looks for more submissions after a user’s fetch only while it is turned on', async () => {
    await lookForMore(parts, site);
    assert.deepEqual(refreshed, []);
    answerNotices(undefined);
    await followJudge(parts, site);
    await lookForMore(parts, site);
    assert.deepEqual(refreshed, [site.id]);
  });
});
