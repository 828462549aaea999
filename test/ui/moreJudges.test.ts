import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import { startCmsStandIn, type CmsStandIn } from '../support/standIns/cms';
import { startCsesStandIn, type CsesStandIn } from '../support/standIns/cses';
import { startEolympStandIn, type EolympStandIn } from '../support/standIns/eolymp';
import { startLibraryCheckerStandIn, type LibraryCheckerStandIn } from '../support/standIns/libraryChecker';
import { startQduojStandIn, type QduojStandIn } from '../support/standIns/qduoj';
import { startYandexContestStandIn, type YandexContestStandIn } from '../support/standIns/yandexContest';
import { eventually, useWorkbench } from './harness/index';
import { setSetting } from './support/steps';

/** The compilers of the stand-ins report an error at line 3, column 5 of each program. */
const program = 'int main() {\n\tint n = 0;\n    undeclared = 1;\n}\n';

describe('Each judge, in the packaged extension', () => {
  let cms: CmsStandIn;
  let cses: CsesStandIn;
  let eolymp: EolympStandIn;
  let libraryChecker: LibraryCheckerStandIn;
  let qduoj: QduojStandIn;
  let yandex: YandexContestStandIn;
  const workbench = useWorkbench(async () => {
    cms = await startCmsStandIn();
    cses = await startCsesStandIn();
    eolymp = await startEolympStandIn();
    libraryChecker = await startLibraryCheckerStandIn();
    qduoj = await startQduojStandIn();
    yandex = await startYandexContestStandIn();
    return {
      settings: { 'judgeResults.notifications': 'never', 'workbench.colorTheme': 'Default Light Modern' },
    };
  });
  after(async () => {
    await cms.stop();
    await cses.stop();
    await eolymp.stop();
    await libraryChecker.stop();
    await qduoj.stop();
    await yandex.stop();
  });

  const page = () => workbench().page.frameLocator('iframe.webview.ready').frameLocator('#active-frame');

  /** Opens the list of judges, and chooses the type of a new one. */
  async function add(type: string): Promise<void> {
    const { quickInput } = workbench();
    await workbench().runCommand('Judge: Choose Online Judge…');
    await eventually(async () => assert.match(await quickInput.placeholder(), /^Type a name/));
    // The list shows only some of the types at once.
    await quickInput.type(type);
    await quickInput.pick(type);
  }

  /** Enters text after the prompt or placeholder is this. */
  async function enter(prompt: RegExp, text: string): Promise<void> {
    const { quickInput } = workbench();
    await eventually(async () => assert.match(await quickInput.message(), prompt));
    await quickInput.enter(text);
  }

  /** Waits for the notification about this judge. That about another one may still be visible. */
  async function signedIn(name: string): Promise<void> {
    await workbench().notifications.expect(new RegExp(`^Signed in to ${name}`));
    await workbench().notifications.clear();
  }

  /** Writes the program, and submits it to a problem. */
  async function submit(file: string, problem: string, language: string | RegExp): Promise<void> {
    const { quickInput } = workbench();
    await workbench().closeEditors();
    await fs.writeFile(path.join(workbench().folder, file), program);
    await workbench().openFile(file);
    await workbench().runCommand('Judge: Submit');
    await eventually(async () => assert.match(await quickInput.placeholder(), / of the problem$/));
    await quickInput.enter(problem);
    await quickInput.pick('Other Language…');
    await eventually(async () => assert.match(await quickInput.placeholder(), /^Select/));
    await quickInput.pick(language);
    await quickInput.pick(/ to .+ · /);
    await quickInput.closed();
  }

  /** Waits for the row of the only result, and opens its page. */
  async function expectCompileError(): Promise<void> {
    await workbench().openContainer('Judge Results');
    const row = workbench().treeItem(/^\s*CE · /);
    await row.waitFor();
    await workbench().chooseFor(row, 'Open Result');
    await page().locator('.verdict-line', { hasText: 'Compile Error' }).first().waitFor();
  }

  /** Clicks the only error in the Problems view, and waits until the characters are selected in the file. */
  async function openProblem(file: string): Promise<void> {
    await workbench().problems();
    const error = workbench().page.locator('.markers-panel [role="treeitem"]', { hasText: 'undeclared' });
    await eventually(async (wait) => {
      // In its text, because the middle of the row is a link to the compiler's output.
      await error.first().click({ position: { x: 80, y: 10 }, timeout: wait });
      await workbench().page.locator(`.tab.active[data-resource-name="${file}"]`).waitFor({ timeout: wait });
      await workbench()
        .statusBarItem(/Ln 3, Col \d+ \(10 selected\)/)
        .waitFor({ timeout: wait });
    });
  }

  afterEach('removes the results', async () => {
    await workbench().quickInput.cancelIfOpen();
    await workbench().notifications.clear();
    if ((await workbench().treeRows()).length === 0) return;
    await workbench().runCommand('Judge: Clear Finished Results');
    await workbench().dialog().getByRole('button', { name: 'Clear' }).click();
    await eventually(async () => assert.deepEqual(await workbench().treeRows(), []));
  });

  it('CSES: signs in in the browser, and shows a compile error in the file', async () => {
    const { notifications } = workbench();
    await add('CSES');
    await enter(/./, cses.apiUrl);
    await enter(/^Name of the judge/, 'CSES');
    await notifications.expect(/^Confirm the sign-in to CSES in your browser/);
    cses.confirmSignIn();
    await signedIn('CSES');
    await submit('cses 1068.cpp', '1068', 'C++17');
    await cses.untilPolls(1);
    cses.finish(cses.newestId, 'compileError');
    await expectCompileError();
    await workbench().screenshot('judge-cses');
    await openProblem('cses 1068.cpp');
    await workbench().screenshot('judge-cses-problem');
  });

  it('Yandex Contest: submits to the contest, and shows a compile error in the file', async () => {
    await add('Yandex Contest');
    await enter(/^URL of the contest/, yandex.apiUrl);
    await enter(/^Number of the contest/, String(yandex.contestId));
    await enter(/^Name of the judge/, 'Yandex');
    await enter(/Sent only to/, yandex.token);
    await signedIn('Yandex');
    await submit('yandex A.cpp', 'A', 'GNU C++20 10.2');
    const id = await eventually(() => yandex.newestId);
    yandex.finish(id, 'compileError');
    await expectCompileError();
    await workbench().screenshot('judge-yandex-contest');
    await openProblem('yandex A.cpp');
  });

  it('Eolymp: submits to the archive, and shows a compile error in the file', async () => {
    await add('Eolymp');
    await enter(/^URL of the API/, eolymp.url);
    await enter(/^ID of the space/, '');
    await enter(/^ID of the contest/, '');
    await enter(/^Name of the judge/, 'Eolymp');
    await enter(/Sent only to/, eolymp.token);
    await signedIn('Eolymp');
    await submit('eolymp 1.cpp', '1', 'C++ 20 (GNU 14)');
    const id = await eventually(() => eolymp.newestId);
    eolymp.finish(id, 'compileError');
    await expectCompileError();
    await workbench().screenshot('judge-eolymp');
    await openProblem('eolymp 1.cpp');
  });

  it('CMS: submits to a task of the contest, and shows a compile error in the file', async () => {
    await add('CMS');
    await enter(/^URL of the site/, cms.contestUrl);
    await enter(/^User name/, cms.user.username);
    await enter(/^Password of/, cms.user.password);
    await signedIn('127.0.0.1');
    await submit('cms sum.cpp', 'sum', 'C++20 / g++');
    const id = await eventually(() => cms.newestId);
    cms.finish(id, 'compileError');
    await expectCompileError();
    await workbench().screenshot('judge-cms');
    await openProblem('cms sum.cpp');
  });

  it('Library Checker: submits without an account', async () => {
    const description = { type: 'json', basedOn: 'library-checker', url: libraryChecker.url };
    await setSetting(workbench(), 'judgeResults.services', { 'Library Checker': description });
    await setSetting(workbench(), 'judgeResults.service', 'Library Checker');
    await submit('library aplusb.cpp', 'aplusb', /^cpp$/);
    const id = await eventually(() => libraryChecker.newestId ?? assert.fail());
    libraryChecker.finish(id, 'CE');
    await expectCompileError();
    await workbench().screenshot('judge-library-checker');
    await openProblem('library aplusb.cpp');
  });

  it('QDUOJ: submits to a problem of a contest, and lists the submissions there', async () => {
    const { quickInput } = workbench();
    const description = { type: 'json', basedOn: 'qduoj', url: qduoj.url };
    await setSetting(workbench(), 'judgeResults.services', { School: description });
    await setSetting(workbench(), 'judgeResults.service', 'School');
    await workbench().runCommand('Judge: Sign In…');
    await enter(/^App key/, qduoj.appKey);
    await signedIn('School');
    const file = 'school A.cpp';
    await workbench().closeEditors();
    await fs.writeFile(path.join(workbench().folder, file), program);
    await workbench().openFile(file);
    await workbench().runCommand('Judge: Submit');
    await eventually(async () => assert.match(await quickInput.placeholder(), /^ID or title/));
    await quickInput.type(`${qduoj.url}/contest/7`);
    await quickInput.row(/^\s*A$/).waitFor();
    await workbench().screenshot('judge-qduoj-contest');
    await quickInput.pick(/^\s*A$/);
    await quickInput.row(/^\s*A – .* to School · C\+\+|^\s*A to School · C\+\+/).waitFor();
    await eventually(async () =>
      assert.match(await quickInput.placeholder(), /^Autumn Round · A Sum of Two/),
    );
    await workbench().screenshot('judge-qduoj-confirmation');
    await quickInput.pick(/ to School · /);
    const id = await eventually(() => qduoj.newestId ?? assert.fail());
    assert.deepEqual(qduoj.placeOf(id), [11, 7]);
    qduoj.finish(id, 'compileError');
    await expectCompileError();
    await page().getByText('Autumn Round').first().waitFor();
    await workbench().screenshot('judge-qduoj');
    const other = qduoj.submitInBrowser('A', 7);
    qduoj.finish(other, 'wrong');
    qduoj.submitInBrowser('A', null);
    await workbench().runCommand('Judge: Submissions to This Problem…');
    // the result page is active, so the recent problem is offered
    await quickInput.pick(/^\s*A$/);
    await quickInput.row(/WA/).waitFor();
    await workbench().screenshot('judge-qduoj-submissions');
    assert.equal((await quickInput.rows()).length, 2);
    await quickInput.cancelIfOpen();
    await openProblem(file);
  });
});
