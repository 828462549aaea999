// A DOMjudge site, and clients of its users.
import assert from 'node:assert/strict';
import { FieldReader } from '../../../../../src/judges/settingFields';
import type { Judge } from '../../../../../src/judges/judge';
import type { JudgeClient } from '../../../../../src/judges/client';
import { clics } from '../../../../../src/judges/adapters/clics';
import { startLocalDomjudge, type LocalDomjudge } from '../../../../../tools/domjudge/domjudge';
import type { DomjudgeUser, DomjudgeVersion } from '../../../../../tools/domjudge/site';
import { clientAt, credentialFor } from '../../clients';

export const versions: readonly DomjudgeVersion[] = ['8.3', '9.0', '10'];

/** A site whose clock the test sets. */
export interface PlayedSite {
  readonly site: LocalDomjudge;
  /** The time at the site and at its clients, ms since 1970. */
  readonly clock: { now: number };
  /** Returns a signed-in client. `user`: absent: alice; `contest`: absent: the running one. */
  readonly clientFor: (user?: DomjudgeUser, contest?: string) => JudgeClient;
}

/** Returns a function that starts a site. All sites of a test are stopped after it. */
export function useDomjudge(): (version: DomjudgeVersion) => Promise<PlayedSite> {
  const sites: LocalDomjudge[] = [];
  afterEach(async () => {
    await Promise.all(sites.splice(0).map((site) => site.stop()));
  });
  return async (version) => {
    const clock = { now: Date.now() };
    const now = (): number => clock.now;
    const site = await startLocalDomjudge({ version, compilers: false, now });
    sites.push(site);
    return {
      site,
      clock,
      clientFor: (user = site.alice, contest = runningContest(site)) => {
        const judge = judgeAt(`${site.url}/domjudge/api`, contest);
        const credential = credentialFor(judge, `${user.username}:${user.password}`);
        return clientAt(judge, { credential: () => Promise.resolve(credential), now });
      },
    };
  };
}

export function judgeAt(url: string, contest: string): Judge {
  const judge = clics.describe('finals', new FieldReader('finals', { url, contest }));
  assert.ok(judge);
  return judge;
}

/** ID of the running contest at the API. */
function runningContest({ version }: LocalDomjudge): string {
  return version === '8.3' ? '52' : 'school';
}
