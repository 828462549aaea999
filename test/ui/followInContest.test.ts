import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import { startLocalDomjudge, type LocalDomjudge } from '../../tools/domjudge/domjudge';
import { workbenchUrl } from '../../tools/host/index';
import { Workbench } from '../../tools/workbench/workbench';
import { eventually, useWorkbench } from './harness/index';
import { openPage } from './harness/one-browser';
import { setFocus, settingsFor } from './support/steps';

/** Interval between two lists in the focused window, ms. */
const listIntervalMs = 60_000;
/** Longer than the focused window waits for the next list on a slow computer, ms. */
const limitMs = 3 * listIntervalMs;

describe('Following a contest in windows that keep the focus', function () {
  this.timeout(2 * limitMs);
  let site: LocalDomjudge;
  const workbench = useWorkbench(async () => {
    site = await startLocalDomjudge({ version: '10', compilers: false });
    const { id } = site.running;
    return {
      settings: {
        ...settingsFor({ type: 'clics', url: `${site.url}/domjudge/api`, contest: id }),
        'editor.quickSuggestions': { other: 'off', comments: 'off', strings: 'off' },
      },
    };
  });
  after(() => site.stop());

  const signIn = async (one: Workbench): Promise<void> => {
    const { quickInput, notifications } = one;
    await one.openContainer('Judge Results');
    await one.runCommand('Judge: Sign In…');
    await eventually(async () => assert.match(await quickInput.message(), /^User name/));
    await quickInput.enter(site.alice.username);
    await eventually(async () => assert.match(await quickInput.message(), /^Password of/));
    await quickInput.enter(site.alice.password);
    await notifications.expect(/Signed in to/);
    await notifications.clear();
  };
  /** Times of the lists of the team’s judgements, ms since 1970. */
  const lists = () =>
    site.requests
      .filter(({ method, path: requested }) => method === 'GET' && /\/judgements$/.test(requested))
      .map(({ at }) => at);

  it('adds a teammate’s submission within two minutes, by one request a minute, and leaves every character', async () => {
    const { folder, notifications, page, server } = workbench();
    await signIn(workbench());
    await workbench().runCommand('Judge: Follow My Submissions');
    await notifications.expect(
      /added whenever you return to this window, and every minute during contests\./,
    );
    await workbench().screenshot('follow-contest');
    await notifications.clear();
    const opened = await openPage({});
    await opened.page.goto(workbenchUrl(server, { folder }), { waitUntil: 'domcontentloaded' });
    const other = new Workbench(opened.page, server, folder);
    await other.ready();
    await signIn(other);

    await fs.writeFile(path.join(folder, 'focused.txt'), '');
    await workbench().openFile('focused.txt');
    const before = lists().length;
    // Both windows keep the focus from now on.
    for (const one of [page, opened.page]) await setFocus(one, false);
    for (const one of [page, opened.page]) await setFocus(one, true);
    await eventually(() => assert.ok(lists().length > before), limitMs);
    const submission = site.submit({ problem: 'B', code: null });
    site.change(submission, { verdict: 'AC', endedAt: Date.now(), time: 0.01 });
    let text = '';
    const row = workbench().treeItem(/^AC · B/);
    await eventually(async () => {
      await page.keyboard.type('x');
      text += 'x';
      assert.ok((await row.count()) > 0);
    }, limitMs);
    const times = lists().slice(before);
    // the requests after the second list are for the submission that it contained
    const [first = 0, next = 0] = times;
    assert.ok(
      next - first > 0.8 * listIntervalMs,
      `lists after ${times.map((at) => at - first).join(', ')} ms`,
    );
    await page.keyboard.type(' still here', { delay: 60 });
    await workbench().screenshot('follow-focused');
    await other.treeItem(/^AC · B/).waitFor();
    await page.keyboard.press('Control+s');
    await page.locator('.tab.dirty').waitFor({ state: 'hidden' });
    assert.equal(await fs.readFile(path.join(folder, 'focused.txt'), 'utf8'), `${text} still here`);
    await opened.close();
  });
});
