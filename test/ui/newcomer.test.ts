import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import { startLocalHydro, type LocalHydro } from '../../tools/hydro/hydro';
import { eventually, useWorkbench } from './harness/index';

const sum =
  "const [a, b] = require('fs').readFileSync(0, 'utf8').trim().split(/\\s+/).map(Number);\nconsole.log(a + b);\n";

describe('A new user with two sites whose host names contain dots', () => {
  let first: LocalHydro;
  let second: LocalHydro;
  before(async () => {
    [first, second] = await Promise.all([
      startLocalHydro({ english: true }),
      startLocalHydro({ english: true }),
    ]);
  });
  after(() => Promise.all([first.stop(), second.stop()]));
  const workbench = useWorkbench();
  const nameOf = (site: LocalHydro): string => new URL(site.url).host;

  const prompt = (words: RegExp): Promise<void> =>
    eventually(async () => assert.match(await workbench().quickInput.message(), words));
  const placeholder = (words: RegExp): Promise<void> =>
    eventually(async () => assert.match(await workbench().quickInput.placeholder(), words));
  /** Adds a site, starting at the list of judges. */
  const add = async (site: LocalHydro): Promise<void> => {
    const { quickInput } = workbench();
    await quickInput.pick('Add Online Judge…');
    await quickInput.pick('Hydro');
    await placeholder(/^https:\/\/oj\.school\.edu$/);
    await quickInput.enter(site.url);
    await quickInput.row('User name and password').waitFor();
    assert.equal(await quickInput.title(), `Sign In to ${nameOf(site)}`);
    await quickInput.pick('User name and password');
    await prompt(/^User name or email/);
    await quickInput.enter(site.alice.uname);
    await prompt(/^Password of alice/);
    await quickInput.enter(site.alice.password);
  };
  /** Submits to a site, starting at the question for the problem, with the ID from the file name. */
  const submit = async (site: LocalHydro): Promise<void> => {
    const { quickInput } = workbench();
    await placeholder(/^Problem ID/);
    assert.match(await quickInput.title(), new RegExp(`^Submit P1001\\.js to ${nameOf(site)}`));
    await quickInput.row('P1001').waitFor();
    await quickInput.accept();
    await placeholder(/^Select a language/);
    await quickInput.pick('NodeJS');
    await quickInput.pick(/Submit$/);
    await workbench().notifications.expect(/^AC 100 · P1001: 9 of 9 passed\.$/);
  };
  const userSettings = async (): Promise<Readonly<Record<string, unknown>>> => {
    const file = path.join(workbench().server.dataDir, 'data/User/settings.json');
    return JSON.parse(await fs.readFile(file, 'utf8')) as Record<string, unknown>;
  };

  it('submits the file from the palette, which leads through the choice of a site and the sign-in', async () => {
    await fs.writeFile(path.join(workbench().folder, 'P1001.js'), sum);
    await workbench().openFile('P1001.js');
    await workbench().runCommand('Judge: Submit Active File…');
    await add(first);
    await submit(first);
    await workbench().screenshot('newcomer first site');
    await workbench().openContainer('Judge Results');
    await workbench()
      .treeItem(/^AC 100 · P1001/)
      .waitFor();
    await workbench().notifications.clear();
  });

  it('adds the second site and keeps the first one', async () => {
    const { quickInput, notifications } = workbench();
    await workbench().runCommand('Judge: Choose Online Judge…');
    await add(second);
    await notifications.expect(/^Signed in to/);
    await notifications.clear();
    assert.deepEqual((await userSettings())['judgeResults.services'], {
      [nameOf(first)]: { type: 'hydro', url: first.url },
      [nameOf(second)]: { type: 'hydro', url: second.url },
    });
    await workbench().runCommand('Judge: Choose Online Judge…');
    await quickInput.row(nameOf(second)).and(workbench().page.locator('.focused')).waitFor();
    await quickInput.row(nameOf(first)).waitFor();
    await workbench().screenshot('newcomer both sites');
    // Enter keeps the current judge.
    await quickInput.accept();
    await quickInput.closed();
    assert.equal((await userSettings())['judgeResults.service'], nameOf(second));
  });

  it('submits the same file to the second site, and the rows show the site of each result', async () => {
    await workbench().runCommand('Judge: Submit Active File…');
    await submit(second);
    await workbench()
      .treeItem(/^P1001\.js/)
      .waitFor();
    await workbench().expand(/^P1001\.js/);
    await eventually(async () => {
      const rows = (await workbench().treeRows()).filter(({ level }) => level === 2);
      assert.equal(rows.length, 2);
      const named = (site: LocalHydro) => new RegExp(`^[\\d.]+ m?s · ${nameOf(site)} · A\\+B Problem`);
      assert.match(rows[0]?.description ?? '', named(second));
      assert.match(rows[1]?.description ?? '', named(first));
    });
    await workbench().screenshot('newcomer two results');
    await workbench().notifications.clear();
  });

  it('follows the second site, and keeps both', async () => {
    const { notifications } = workbench();
    await workbench().runCommand('Judge: Follow My Submissions');
    await notifications.expect(/^New submissions on \S+ are added/);
    await notifications.clear();
    assert.deepEqual((await userSettings())['judgeResults.services'], {
      [nameOf(first)]: { type: 'hydro', url: first.url },
      [nameOf(second)]: { type: 'hydro', url: second.url, follow: true },
    });
  });

  it('returns to the first site without a new sign-in', async () => {
    const { quickInput } = workbench();
    await workbench().runCommand('Judge: Choose Online Judge…');
    await quickInput.pick(nameOf(first));
    await quickInput.closed();
    await workbench().openFile('P1001.js');
    await workbench().runCommand('Judge: Submit Again');
    await workbench()
      .dialog()
      .getByText(/hasn’t changed since the last submission/)
      .waitFor();
    await workbench()
      .dialog()
      .getByText(`Judge: ${nameOf(first)} (${first.url})`)
      .waitFor();
    await workbench().screenshot('newcomer first site again');
    await workbench().dialog().getByRole('button', { name: 'Submit Again', exact: true }).click();
    await workbench().notifications.expect(/^AC 100 · P1001: 9 of 9 passed \(was AC 100\)\.$/);
    assert.deepEqual([first.records.size, second.records.size], [2, 1]);
  });
});
