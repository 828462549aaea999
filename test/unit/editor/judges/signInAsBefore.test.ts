import { answerNotices, settings, speak } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { makeCredential } from '../../../../src/editor/judges/signIn/checkCredential';
import { signInAsBefore } from '../../../../src/editor/judges/signIn/signInAsBefore';
import type { Extension } from '../../../../src/editor/extension';
import type { JudgeManager } from '../../../../src/editor/judges/judgeManager';
import { startLocalDomjudge, type LocalDomjudge } from '../../../../tools/domjudge/domjudge';
import { standIn } from '../../support/standIn';
import { newJudges } from './newJudges';

describe('Another contest of a site to which the user is signed in', () => {
  let site: LocalDomjudge;
  let judges: JudgeManager;
  const extension = () => standIn<Extension>({ judges, log: { error: () => undefined } });
  const entry = (contest: string) => ({ type: 'clics', url: `${site.url}/domjudge/api`, contest });

  before(async () => {
    site = await startLocalDomjudge({ version: '10', compilers: false });
  });
  after(() => site.stop());
  beforeEach(() => {
    speak('en');
    judges = newJudges();
    settings['services'] = { first: entry('school'), second: entry('past') };
  });
  afterEach(() => {
    judges.dispose();
    delete settings['services'];
  });

  const judge = async (name: string) => {
    const read = await judges.named(name);
    return read.kind === 'chosen' ? read.judge : assert.fail(name);
  };
  /** Saves a credential of the first judge. */
  async function save(secret: string): Promise<void> {
    const first = await judge('first');
    assert.ok(first.authentication.scheme !== 'none');
    await judges.credentials.save(first.id, makeCredential(first, first.authentication, secret));
  }
  const password = (): string => `${site.alice.username}:${site.alice.password}`;

  it('needs no password, and is saved with its account', async () => {
    await save(password());
    const shown = answerNotices();
    assert.equal(await signInAsBefore(extension(), await judge('second')), true);
    const saved = await judges.credentials.get(await judge('second'));
    assert.deepEqual([saved?.secret, saved?.account], [password(), 'alice']);
    assert.match(shown[0]?.message ?? '', /^Signed in to second/);
  });

  it('asks for a password if the saved one is rejected, without a message', async () => {
    await save(`${site.alice.username}:old`);
    const shown = answerNotices();
    assert.equal(await signInAsBefore(extension(), await judge('second')), false);
    assert.deepEqual([shown.length, await judges.credentials.get(await judge('second'))], [0, null]);
  });

  it('asks for a password if it is the same contest once more, or on another site', async () => {
    await save(password());
    const requests = site.requests.length;
    settings['services'] = {
      first: entry('school'),
      again: entry('school'),
      other: { ...entry('past'), url: 'https://judge.example.edu/api' },
    };
    for (const name of ['again', 'other'])
      assert.equal(await signInAsBefore(extension(), await judge(name)), false, name);
    assert.equal(site.requests.length, requests);
  });
});
