import { answerNotices, settings, speak } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { window } from 'vscode';
import { checkAndSave, makeCredential } from '../../../../src/editor/judges/signIn/checkCredential';
import type { Extension } from '../../../../src/editor/extension';
import { startLocalDomjudge, type LocalDomjudge } from '../../../../tools/domjudge/domjudge';
import { eventually } from '../../../../tools/workbench/eventually';
import type { DomjudgeUser } from '../../../../tools/domjudge/site';
import { standIn } from '../../support/standIn';
import { newJudges } from './newJudges';

describe('A sign-in', () => {
  let site: LocalDomjudge;
  const { showWarningMessage } = window;

  before(async () => {
    site = await startLocalDomjudge({ version: '10', compilers: false });
  });
  after(() => site.stop());
  afterEach(() => {
    Object.assign(window, { showWarningMessage });
    delete settings['services'];
  });

  it('warns a contestant without a team, but not the jury, that the account can’t submit', async () => {
    speak('en');
    const warnings: string[] = [];
    Object.assign(window, { showWarningMessage: async (message: string) => void warnings.push(message) });
    const url = `${site.url}/domjudge/api`;
    const judges = newJudges();
    settings['services'] = { finals: { type: 'clics', url, contest: 'school' } };
    const read = await judges.named('finals');
    assert.ok(read.kind === 'chosen');
    const extension = standIn<Extension>({ judges, log: { error: () => undefined } });
    const signIn = async ({ username, password }: DomjudgeUser): Promise<readonly string[]> => {
      const shown = answerNotices();
      const credential = makeCredential(read.judge, { scheme: 'basic' }, `${username}:${password}`);
      await checkAndSave(extension, read.judge, credential);
      return shown.map(({ message }) => message);
    };
    const information = await signIn(site.jury);
    assert.deepEqual(
      [information, warnings],
      [['Signed in to finals. This account has no team, so it can’t submit.'], []],
    );
    await signIn(site.alone);
    assert.deepEqual(warnings, ['This account has no team, so it can’t submit. Signed in to finals.']);
    judges.dispose();
  });
});

describe('Wrong settings of a judge', () => {
  let site: LocalDomjudge;

  before(async () => {
    site = await startLocalDomjudge({ version: '9.0', compilers: false });
  });
  after(() => site.stop());
  beforeEach(() => speak('en'));
  afterEach(() => {
    delete settings['services'];
  });

  /** Signs in with these settings, and presses that button of the first notification. Returns the settings then. */
  async function corrected(url: string, contest: string, secret: string, button: string) {
    const judges = newJudges();
    settings['services'] = { finals: { type: 'clics', url, contest } };
    const read = await judges.named('finals');
    assert.ok(read.kind === 'chosen');
    const extension = standIn<Extension>({
      judges: judges,
      log: { error: () => undefined },
      store: { records: () => [] },
      tracking: { stop: async () => undefined },
    });
    const shown = answerNotices(button, undefined);
    await checkAndSave(extension, read.judge, makeCredential(read.judge, { scheme: 'basic' }, secret));
    await eventually(() => assert.equal(shown.length, 2));
    judges.dispose();
    return { last: shown[1]?.message ?? '', services: settings['services'] };
  }

  it('are corrected if the URL is that of a page, and wrong credentials are then rejected', async () => {
    const api = `${site.url}/domjudge/api`;
    const { services, last } = await corrected(
      `${site.url}/domjudge/team`,
      'school',
      'alice:wrong',
      `Use ${api}`,
    );
    assert.deepEqual(services, { finals: { type: 'clics', url: api, contest: 'school' } });
    assert.match(last, /^Wrong user name or password\./);
  });

  it('are corrected if the contest has another ID, and the credentials are saved', async () => {
    const url = `${site.url}/domjudge/api`;
    const secret = `alice:${site.alice.password}`;
    const { services, last } = await corrected(url, 'School', secret, 'Use school');
    assert.deepEqual(services, { finals: { type: 'clics', url, contest: 'school' } });
    assert.equal(last, 'Signed in to finals.');
  });
});
