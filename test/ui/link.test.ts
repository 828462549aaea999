import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import {
  newRequestId,
  startLocalService,
  startOtherOrigin,
  type LocalService,
  type OtherOrigin,
} from '../../tools/service';
import { startLocalHydro, type LocalHydro } from '../../tools/hydro/hydro';
import { eventually, useWorkbench } from './harness/index';

describe('A link in an untrusted workspace', () => {
  let service: LocalService;
  let other: OtherOrigin;
  let site: LocalHydro;
  const id = newRequestId();
  const workbench = useWorkbench(async () => {
    service = await startLocalService();
    other = await startOtherOrigin();
    site = await startLocalHydro({ english: true });
    const folder = await fs.mkdtemp(path.join(process.env['TMPDIR'] ?? '/tmp', 'judge-untrusted-'));
    await fs.mkdir(path.join(folder, '.vscode'));
    await fs.writeFile(path.join(folder, 'P1001.cpp'), 'int main() { int unused; }\n');
    const foreign = {
      'judgeResults.service': 'evil',
      'judgeResults.services': { evil: { type: 'judge', url: other.origin } },
    };
    await fs.writeFile(path.join(folder, '.vscode/settings.json'), JSON.stringify(foreign));
    const settings = Object.entries(service.settings);
    return {
      folder,
      settings: {
        ...Object.fromEntries(settings.map(([name, value]) => [`judgeResults.${name}`, value])),
        'security.workspace.trust.enabled': true,
        'security.workspace.trust.startupPrompt': 'never',
        'security.workspace.trust.untrustedFiles': 'open',
      },
    };
  });
  after(async () => {
    await service.close();
    await other.close();
    await site.stop();
  });

  before('signs in', async () => {
    await workbench().openContainer('Judge Results');
    await workbench().runCommand('Judge: Sign In…');
    await workbench().quickInput.enter(service.token);
    await workbench().notifications.expect(/Signed in to/);
    await workbench().notifications.clear();
    const part = { status: 12, score: 100, time: 1, memory: 1 };
    const message = "/tmp/compiler_x/src:1:18: warning: unused variable 'unused' [-Wunused-variable]\n";
    service.script(id, [
      {
        body: {
          type: 'judge',
          requestId: id,
          trackId: null,
          data: { compile: { success: true, message, opt2: false }, judge: { ...part, id: 1, subtasks: [] } },
        },
      },
    ]);
    service.clearLog();
  });

  /** Opens a link as from any program on the computer. VS Code first asks about it, as for any extension. */
  async function open(query: string): Promise<void> {
    const { quickInput, page } = workbench();
    await workbench().runCommand('Developer: Open URL');
    await quickInput.enter(`code-oss://judge-results.judge-results/${query}`);
    const allowed = workbench()
      .dialog()
      .getByText(/Allow 'Judge Results' extension to open this URI/);
    await allowed.waitFor();
    await page.locator('.monaco-dialog-box .monaco-button', { hasText: 'Open' }).first().click();
    await allowed.waitFor({ state: 'hidden' });
  }

  it('requires confirmation, and is rejected without a valid ID or with a file outside the workspace', async () => {
    const { notifications, page } = workbench();
    await open(`fetch?id=${id}&file=P1001.cpp`);
    const dialog = workbench().dialog();
    await dialog.getByText(`Fetch the result of ${id}, as requested by a link?`).waitFor();
    const words = await dialog.innerText();
    assert.ok(words.includes(`(${service.origin})`), words);
    assert.match(words, /Compiler errors and warnings are shown in P1001\.cpp/);
    assert.doesNotMatch(words, /again/);
    await workbench().screenshot('link');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    assert.deepEqual(service.entries(), []);

    await open('fetch?id=..%2Fx');
    await notifications.expect(/The link has no valid ID/);
    await notifications.clear();
    await open(`fetch?id=${id}&file=missing.cpp`);
    const { message } = await notifications.expect(/isn’t in this workspace/);
    assert.ok(message.endsWith('missing.cpp'), message);
    await notifications.clear();
    assert.equal(await workbench().dialog().count(), 0);
    assert.deepEqual(service.entries(), []);
  });

  it('fetches the result after confirmation, and shows Problems in its file', async () => {
    await open(`fetch?id=${id}&file=P1001.cpp`);
    await workbench().page.locator('.monaco-dialog-box .monaco-button', { hasText: 'Fetch' }).first().click();
    await workbench()
      .treeItem(/AC .*P1001\.cpp/)
      .waitFor();
    await eventually(async () => {
      const problems = (await workbench().problems()).map(({ text }) => text);
      assert.ok(
        problems.some((text) => text.includes("unused variable 'unused'")),
        problems.join(),
      );
    });
    await workbench().screenshot('untrusted');
    assert.deepEqual(other.received, []);
  });

  it('can’t start a submission, and shows the page about trust instead', async () => {
    const { notifications, page } = workbench();
    await notifications.clear();
    await workbench().openFile('P1001.cpp');
    await page.locator('.monaco-editor .view-lines').first().click();
    await page.keyboard.press('Control+Alt+Enter');
    await notifications.press(/^Submitting requires a trusted workspace\./, 'Manage Workspace Trust');
    await page.locator('.tab', { hasText: 'Workspace Trust' }).waitFor();
    await workbench().screenshot('page about trust');
    assert.deepEqual(service.acceptedSubmissions, []);
  });

  it('shows no error if the fetch is cancelled', async () => {
    const { notifications } = workbench();
    await notifications.clear();
    service.script('silent', [{ misbehave: { kind: 'silence' } }]);
    await workbench().runCommand('Judge: Fetch Judge Result');
    await workbench().quickInput.type('silent');
    await workbench().quickInput.pick(/Fetch silent$/);
    await notifications.expect(/Fetching silent from Local Judge/);
    await workbench().screenshot('fetching');
    await notifications.press(/Fetching silent/, 'Cancel');
    await eventually(async () => assert.deepEqual(await notifications.shown(), []));
    assert.equal(await workbench().treeItem('silent').count(), 0);
  });

  it('adds a judge after confirmation, and continues with the sign-in', async () => {
    const { notifications, page, quickInput } = workbench();
    await notifications.clear();
    const link = `add?type=hydro&url=${encodeURIComponent(site.url)}&name=Class%201`;
    await open(link);
    const dialog = workbench().dialog();
    await dialog.getByText('Add the judge Class 1, as requested by a link?').waitFor();
    const words = await dialog.innerText();
    assert.ok(words.includes(`URL: ${site.url}`), words);
    assert.match(words, /Type: Hydro/);
    assert.match(words, /When you sign in, your credentials are sent to/);
    await workbench().screenshot('link-add');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    assert.equal(site.sessions.size, 0);

    await open(link);
    await page.locator('.monaco-dialog-box .monaco-button', { hasText: 'Add' }).first().click();
    await quickInput.pick('User name and password');
    await eventually(async () => assert.match(await quickInput.message(), /^User name or email/));
    await quickInput.enter(site.alice.uname);
    await eventually(async () => assert.match(await quickInput.message(), /^Password of alice/));
    await quickInput.enter(site.alice.password);
    await notifications.expect(/^Signed in to Class 1\.$/);
    await workbench().screenshot('link-added');

    await notifications.clear();
    await open(link);
    await dialog.getByText('You already have this judge: Class 1').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
  });

  it('can’t add a judge with a credential', async () => {
    const { notifications } = workbench();
    await open('add?type=hydro&url=https%3A%2F%2Foj.school.edu&password=abc');
    const { message } = await notifications.expect(/The judge in the link can’t be added/);
    assert.match(message, /“password” contains a credential/);
    await workbench().screenshot('link-rejected');
    await notifications.clear();
    assert.equal(await workbench().dialog().count(), 0);
  });
});
