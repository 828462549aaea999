import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import { startLocalHydro, type LocalHydro } from '../../tools/hydro/hydro';
import { secondFactor } from '../../tools/hydro/routes';
import { clickOnce } from '../../tools/workbench/click-once';
import { eventually, useWorkbench } from './harness/index';
import { filesWith } from './support/secrets';
import { outerLabels, setSetting } from './support/steps';

const sum =
  "const [a, b] = require('fs').readFileSync(0, 'utf8').trim().split(/\\s+/).map(Number);\nconsole.log(a + b);\n";
const difference = sum.replace('a + b', 'a - b');

describe('A Hydro site in the packaged extension', () => {
  let site: LocalHydro;
  before(async () => {
    site = await startLocalHydro({ english: true });
  });
  after(() => site.stop());
  const workbench = useWorkbench();
  /** Session IDs of all sign-ins. */
  const sessions = new Set<string>();
  let isAdded = false;

  const write = async (file: string, text: string): Promise<void> => {
    await fs.writeFile(path.join(workbench().folder, file), text);
    await workbench().openFile(file);
  };
  const boxSays = (words: RegExp): Promise<void> =>
    eventually(async () => assert.match(await workbench().quickInput.message(), words));
  /** Signs in with the same method and user name as last time, except the first time. */
  const signIn = async (password: string, isFirst = false): Promise<void> => {
    const { quickInput } = workbench();
    if (isFirst) {
      await quickInput.pick('User name and password');
      await boxSays(/^User name or email/);
      await quickInput.enter(site.alice.uname);
    }
    await boxSays(new RegExp(`^Password of alice. Sent only to ${site.url}`));
    await quickInput.enter(password);
  };
  const goBack = (): Promise<void> => workbench().page.getByRole('button', { name: 'Back' }).click();
  const rememberSessions = (): void => [...site.sessions.keys()].forEach((sid) => sessions.add(sid));
  /** Adds the site and signs in, unless an earlier test did. */
  const ensureAdded = async (): Promise<void> => {
    if (isAdded) return;
    const { notifications } = workbench();
    await setSetting(workbench(), 'judgeResults.services', { School: { type: 'hydro', url: site.url } });
    await setSetting(workbench(), 'judgeResults.service', 'School');
    await workbench().runCommand('Judge: Sign In…');
    await signIn(site.alice.password, true);
    await notifications.expect(/^Signed in to \S+\.$/);
    isAdded = true;
    rememberSessions();
  };
  /** Closes what the earlier tests opened, and removes their results. */
  const startAnew = async (): Promise<void> => {
    await workbench().openContainer('Judge Results');
    await workbench().closeEditors();
    await workbench().notifications.clear();
    await workbench()
      .statusBarItem(/^\s*\d+ · /)
      .waitFor({ state: 'hidden' });
    if ((await workbench().treeRows()).length === 0) return;
    await workbench().runCommand('Judge: Clear Finished Results');
    await workbench().dialog().getByRole('button', { name: 'Clear' }).click();
    await eventually(async () => assert.deepEqual(await workbench().treeRows(), []));
  };
  /** Submits the open file. `problem`: typed or pasted; null: the suggested one. */
  const submit = async (problem: string | null, language: string, action = / to .+ · /): Promise<void> => {
    const { quickInput } = workbench();
    await workbench().runCommand('Judge: Submit');
    await eventually(async () => assert.match(await quickInput.placeholder(), / of the problem$/));
    if (problem === null) {
      await quickInput.row(/\S/).waitFor();
      await quickInput.accept();
    } else {
      await quickInput.enter(problem);
    }
    await quickInput.pick('Other Language…');
    await eventually(async () => assert.match(await quickInput.placeholder(), /^Select a language/));
    await quickInput.pick(language);
    await quickInput.pick(action);
  };
  /** Fetches by ID or by the URL of its page. */
  const fetchResult = async (text: string): Promise<void> => {
    const { page, quickInput } = workbench();
    await workbench().runCommand('Judge: Fetch Judge Result');
    await quickInput.opened();
    await page.keyboard.insertText(text);
    await page.keyboard.press('Enter');
    await quickInput.closed();
  };
  /** Waits until a case of the opened record has this label, and returns all its case rows. */
  const cases = (label: RegExp): Promise<string> =>
    eventually(async (wait) => {
      const rows = await workbench().treeRows();
      const closed = rows.find((one) => one.label.startsWith('Subtask') && one.expanded === false);
      if (closed) await clickOnce(workbench().treeItem(closed.label), wait);
      const found = rows.find((one) => label.test(one.label));
      assert.ok(found, rows.map((one) => one.label).join('\n'));
      return found.description;
    });
  const row = (label: RegExp) => workbench().treeItem(label);
  const newest = () => [...site.records.values()].at(-1)!;

  it('is added step by step, with an error for a wrong password or code', async () => {
    const { quickInput, notifications } = workbench();
    await setSetting(workbench(), 'judgeResults.service', undefined);
    await setSetting(workbench(), 'judgeResults.services', undefined);
    await startAnew();
    await workbench()
      .page.locator('.sidebar .welcome-view-content .monaco-button', { hasText: 'Choose Online Judge' })
      .click();
    await quickInput.pick('Hydro');
    await eventually(async () => assert.equal(await quickInput.placeholder(), 'https://oj.school.edu'));
    // The URL of any page is sufficient.
    await quickInput.enter(`${site.url}/p/P1001`);
    await signIn('not the password', true);
    await boxSays(/^Wrong user name or password\./);
    await workbench().screenshot('hydro-wrong-password');
    // Back to the name, which is kept, and to the password again.
    await goBack();
    await eventually(async () => assert.equal(await quickInput.value(), site.alice.uname));
    await quickInput.accept();
    await boxSays(/^Password of alice/);
    site.oddities.twoFactor = true;
    await quickInput.enter(site.alice.password);
    await boxSays(/^Code from your authenticator app/);
    await workbench().screenshot('hydro-second-factor');
    await quickInput.enter('000000');
    await boxSays(/The 2FA Token is invalid/);
    assert.equal(await quickInput.value(), '000000');
    await quickInput.enter(secondFactor);
    await notifications.expect(/^Signed in to \S+\.$/);
    await notifications.clear();
    site.oddities.twoFactor = false;
    isAdded = true;
    rememberSessions();
  });

  it('fetches a result by its ID, and keeps showing it while it is rejudged', async () => {
    await ensureAdded();
    await startAnew();
    const record = site.submit(site.alice, { pid: 'P1001', lang: 'js', code: difference });
    await site.judged(record);
    await fetchResult(record.rid);
    await row(/^\s*WA \d+ · P1001/).waitFor();
    assert.match(
      await cases(/^\d+-\d+ WA$/),
      /(User output|Standard answer) longer than|Read \S+, expect \S+/,
    );
    await workbench().screenshot('hydro-result');
    const release = site.hold();
    site.rejudge(record.rid);
    await workbench().chooseFor(row(/^\s*WA \d+ · P1001/), 'Refresh');
    await row(/^\s*P1001 · Rejudging · WA \d+/).waitFor();
    assert.notEqual(await cases(/^\d+-\d+ WA$/), '', 'the cases of before are there');
    await workbench().screenshot('hydro-rejudging');
    release();
    await row(/^\s*WA \d+ · P1001/).waitFor();
  });

  it('accepts a program in one of the site’s languages, and pushes the result until it is final', async () => {
    const { quickInput } = workbench();
    await ensureAdded();
    await startAnew();
    await write('pushed P1001.js', sum);
    const before = site.requests.length;
    await submit(null, 'NodeJS');
    await row(/^\s*AC 100 · P1001/).waitFor();
    assert.equal(await quickInput.isOpen(), false);
    assert.equal(newest().lang, 'js');
    assert.equal(site.sockets.maximumCount, 1);
    const requests = site.requests.slice(before);
    const handedInAt = requests.find(({ method }) => method === 'POST')?.at ?? 0;
    const asked = requests.filter(({ path: one }) => one.startsWith('/record'));
    // A longer run is polled once, because it may have ended before the socket was open.
    const allowed = Date.now() - handedInAt < 4_500 ? 0 : 1;
    assert.ok(asked.length <= allowed, 'a pushed result is not asked for');
  });

  it('runs a self-test with input files', async () => {
    const { page } = workbench();
    await ensureAdded();
    await startAnew();
    await write('tested P1001.js', sum);
    await submit(null, 'NodeJS');
    await row(/^\s*AC 100 · P1001/).waitFor();
    // A file with several results would have one row for all of them.
    await workbench().runInView('Group Results…');
    await workbench().quickInput.pick('No grouping');
    await fs.writeFile(path.join(workbench().folder, '1.in'), '20 22\n');
    await workbench().runCommand('Judge: Submit with Options…');
    await workbench().quickInput.pick(/Run with Custom Input…$/);
    await workbench().quickInput.pick(/Input Files…$/);
    await page.locator('.quick-input-widget').getByText('1.in').waitFor();
    await workbench().quickInput.accept();
    await eventually(async () =>
      assert.equal((await outerLabels(workbench()))[0], 'Finished · P1001 with custom input'),
    );
    await workbench().expand('Finished · P1001 with custom input');
    await eventually(async () => {
      // Other expanded records also have a case with that name.
      const own = await workbench().rowsIn('Finished · P1001 with custom input');
      assert.match(own.find(({ label }) => /^(?:1-)?1 Finished$/.test(label))?.description ?? '', /\b42$/);
    });
    assert.deepEqual(newest().input, ['20 22\n']);
    await workbench().setTheme('Dark Modern');
    await workbench().screenshot('hydro-dark');
    // Its page shows input and output, and no verdict.
    await row(/^Finished · P1001 with custom input/).click();
    await workbench().runCommand('Judge: Open Result');
    const panel = workbench().page.frameLocator('iframe.webview.ready').frameLocator('#active-frame');
    await panel.locator('.details').waitFor();
    assert.equal(await panel.locator('.verdict-line .pill').innerText(), 'Ran with custom input');
    assert.deepEqual(await panel.locator('.details h3').allInnerTexts(), ['Input', 'Output']);
    assert.equal(await panel.locator('[data-style="accepted"]').count(), 0);
    await workbench().screenshot('hydro-self-test-page');
    await workbench().closeEditors();
    // It doesn't represent its file, whose submission was accepted.
    await workbench().runInView('Group Results…');
    await workbench().quickInput.pick('By file with several results, in contests by problem');
    await eventually(async () => {
      const rows = await workbench().treeRows();
      const file = rows.find(({ label }) => label === 'tested P1001.js');
      assert.match(file?.description ?? '', /^AC 100 · 2 results/);
    });
    await workbench().screenshot('hydro-self-test-group');
  });

  it('runs a self-test with several lines of typed input, and offers the same input again', async () => {
    const { page, notifications, quickInput } = workbench();
    await ensureAdded();
    await startAnew();
    await write('typed P1001.js', sum);
    await submit(null, 'NodeJS', /Run with Custom Input…$/);
    await quickInput.pick(/Enter Input…$/);
    await notifications.expect(/^Type the input for typed P1001\.js/);
    await page.locator('.editor-group-container.active .tab', { hasText: 'Untitled' }).waitFor();
    await page.keyboard.type('7\n35');
    await workbench().screenshot('hydro-typed-input');
    // The notification hides itself; the button in the title stays.
    await notifications.clear();
    const run = page.locator(
      '.editor-group-container.active .editor-actions a[aria-label^="Run with Custom Input"]',
    );
    await run.waitFor();
    await workbench().screenshot('hydro-typed-input-title');
    await run.click();
    await eventually(() => assert.deepEqual(newest().input, ['7\n35\n']));
    await run.waitFor({ state: 'detached' });
    await page.locator('.tab', { hasText: 'Untitled' }).waitFor({ state: 'detached' });
    await workbench().openFile('typed P1001.js');
    // the problem is known from the first run
    await workbench().runCommand('Judge: Submit');
    await quickInput.pick(/Run with Custom Input…$/);
    await quickInput.row(/Last Input/).waitFor();
    assert.match(await quickInput.row(/Last Input/).innerText(), /7 ⏎ 35/);
    const before = site.records.size;
    await quickInput.pick(/Last Input/);
    await eventually(() => assert.equal(site.records.size, before + 1));
    assert.deepEqual(newest().input, ['7\n35\n']);
  });

  it('stores neither password nor session in files of VS Code or the workspace', async () => {
    await ensureAdded();
    assert.ok(sessions.size > 0);
    for (const secret of [site.alice.password, ...sessions]) {
      assert.deepEqual(await filesWith(secret, workbench().server.dataDir), []);
      assert.deepEqual(await filesWith(secret, workbench().folder), []);
    }
  });
});
