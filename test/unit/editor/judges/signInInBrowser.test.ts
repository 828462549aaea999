import {
  answerNotices,
  browser,
  openedPages,
  settings,
  speak,
  vscodeWindow,
} from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { removeCredentials } from '../../../../src/editor/judges/signIn/account';
import { signInInBrowser } from '../../../../src/editor/judges/signIn/signInInBrowser';
import type { JudgeManager } from '../../../../src/editor/judges/judgeManager';
import type { Extension } from '../../../../src/editor/extension';
import { CONFIRMATION_POLL_MS, CONFIRMATION_TIMEOUT_MS } from '../../../../src/judges/limits';
import type { SignIn } from '../../../../src/judges';
import { cses } from '../../../../src/judges/adapters/cses';
import { described } from '../../../support/profiles';
import { startCsesStandIn, type CsesStandIn } from '../../../support/standIns/cses';
import { credentialFor } from '../../judges/clients';
import { FakeClock, until } from '../../support/fakeClock';
import { standIn } from '../../support/standIn';
import { newJudges } from './newJudges';

describe('A sign-in that is confirmed in the browser', () => {
  let site: CsesStandIn;
  let clock: FakeClock;
  let judges: JudgeManager;
  let extension: Extension;
  let log: string[];
  let cancelled: Set<() => void>;
  /** Titles of the progress notifications. */
  let progress: string[];
  let restoreWindow: () => void;

  beforeEach(async () => {
    speak('en');
    openedPages.length = 0;
    browser.opensPages = true;
    browser.clipboard = '';
    site = await startCsesStandIn();
    clock = new FakeClock();
    log = [];
    cancelled = new Set();
    progress = [];
    const { withProgress } = vscodeWindow;
    restoreWindow = () => Object.assign(vscodeWindow, { withProgress });
    Object.assign(vscodeWindow, {
      withProgress: async (
        { title }: { title: string },
        work: (report: unknown, token: unknown) => unknown,
      ) => {
        progress.push(title);
        const onCancellationRequested = (listener: () => void) => {
          cancelled.add(listener);
          return { dispose: () => void cancelled.delete(listener) };
        };
        return work({}, { onCancellationRequested });
      },
    });
    settings['services'] = { CSES: { type: 'cses', url: site.apiUrl } };
    judges = newJudges((line) => void log.push(line));
    extension = standIn<Extension>({
      judges: judges,
      tracking: { pending: () => [] },
      log: { error: (line: string) => void log.push(line) },
    });
  });
  afterEach(async () => {
    restoreWindow();
    browser.opensPages = true;
    delete settings['services'];
    judges.dispose();
    await site.stop();
  });

  const judge = () => described(cses, 'CSES', { url: site.apiUrl });
  /** Starts to sign in. `changes`: replace the functions of the judge. */
  function signingIn(changes: Partial<Extract<SignIn, { kind: 'browser' }>> = {}) {
    const { signIn: how, authentication } = judge();
    assert.ok(how.kind === 'browser' && authentication.scheme !== 'none');
    return signInInBrowser(extension, judge(), authentication, { ...how, ...changes }, null, clock);
  }
  /** Number of requests that ask whether the sign-in is confirmed. */
  const polls = (): number => site.sent.filter(({ method }) => method === 'GET').length;
  /** Advances the clock to the next request, and waits for it. One timer is that of the timeout. */
  const poll = async (): Promise<void> => {
    const before = polls();
    await until(() => clock.timerCount > 1);
    await clock.advance(CONFIRMATION_POLL_MS);
    await until(() => polls() > before);
  };

  for (const code of ['pending_api_key', 'invalid_api_key'] as const)
    it(`opens the judge’s page and waits for the confirmation, if the token is reported as ${code}`, async () => {
      site.pendingCode = code;
      const notices = answerNotices();
      const signing = signingIn();
      await poll();
      await poll();
      const [page = '', ...others] = openedPages;
      assert.match(page, /^127\.0\.0\.1:\d+\/authorize-login\?token=[0-9a-f]{32}$/);
      assert.deepEqual(others, []);
      assert.equal(await judges.credentials.get(judge()), null);
      site.confirmSignIn();
      await poll();
      await signing;
      const saved = await judges.credentials.get(judge());
      assert.equal(saved?.account, 'uolevi (mooc.fi)');
      assert.equal(saved.secret, page.slice(-32));
      assert.equal(notices.at(-1)?.message, 'Signed in to CSES.');
      assert.deepEqual(progress, [
        'Signing in to CSES…',
        'Confirm the sign-in to CSES in your browser. Waiting…',
      ]);
      assert.ok(log.length >= 3);
      assert.ok(!log.join('\n').includes(saved.secret), 'the log contains the token');
      assert.deepEqual([clock.timerCount, cancelled.size], [0, 0]);
    });

  it('ends without a message if the user cancels', async () => {
    const notices = answerNotices();
    const signing = signingIn();
    await poll();
    await until(() => clock.timerCount > 1);
    for (const cancel of cancelled) cancel();
    await signing;
    assert.deepEqual([notices.length, clock.timerCount], [0, 0]);
    assert.equal(await judges.credentials.get(judge()), null);
  });

  it('reports that it wasn’t confirmed in time, and offers to start again', async () => {
    const notices = answerNotices('Try Again');
    const signing = signingIn();
    await poll();
    await until(() => clock.timerCount > 1);
    await clock.advance(CONFIRMATION_TIMEOUT_MS);
    await signing;
    assert.deepEqual(
      notices.map(({ message }) => message),
      ['The sign-in to CSES wasn’t confirmed in time.'],
    );
    await until(() => openedPages.length === 2 && cancelled.size > 0);
    for (const cancel of cancelled) cancel();
    await until(() => clock.timerCount === 0);
  });

  it('reports if the judge refuses to start it', async () => {
    const notices = answerNotices();
    site.tooManyRequests = true;
    await signingIn();
    assert.match(notices[0]?.message ?? '', /Too many requests/);
    assert.deepEqual(openedPages, []);
  });

  it('offers the URL of the page if VS Code doesn’t open it', async () => {
    const notices = answerNotices('Copy Link');
    browser.opensPages = false;
    const signing = signingIn();
    await poll();
    assert.equal(notices[0]?.message, 'If no browser opened, open the sign-in page of CSES yourself.');
    assert.match(browser.clipboard, /^http:\/\/127\.0\.0\.1:\d+\/authorize-login\?token=/);
    site.confirmSignIn();
    await poll();
    await signing;
    assert.ok(await judges.credentials.get(judge()));
  });

  it('doesn’t open a page of another scheme or without encryption', async () => {
    for (const page of ['http://cses.fi/x', 'command:workbench.action.quit', 'file:///etc/passwd', 'x']) {
      const notices = answerNotices();
      await signingIn({ start: async () => ({ secret: 'secret-token', page }) });
      assert.deepEqual(
        notices.map(({ message }) => message),
        ['CSES sent a sign-in page without encryption, so it wasn’t opened.'],
      );
    }
    assert.deepEqual(openedPages, []);
    assert.equal(await judges.credentials.get(judge()), null);
  });

  it('is ended at the judge by “Sign Out”', async () => {
    const token = site.issueToken();
    await judges.credentials.save(judge().id, { ...credentialFor(judge(), token), account: 'uolevi' });
    const client = await judges.client(judge());
    assert.deepEqual(await client.ask(judge().checkAccount), { name: 'uolevi (mooc.fi)' });
    const notices = answerNotices('Sign Out');
    await removeCredentials(extension);
    assert.equal(notices.at(-1)?.message, 'Signed out of CSES.');
    const last = site.sent.at(-1);
    assert.deepEqual(
      [last?.method, last?.path, last?.headers['x-auth-token']],
      ['POST', '/api/logout', token],
    );
    assert.equal(await judges.credentials.get(judge()), null);
  });
});
