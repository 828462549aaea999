import assert from 'node:assert/strict';
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { COMPANION_PORTS } from '../../src/editor/companion/limits';
import { probePort } from '../../src/editor/companion/probePort';
import { sharedFolder } from '../../src/editor/companion/userFolder';
import { startLocalCodeforces, type LocalCodeforces } from '../../tools/codeforces/codeforces';
import { patienceMs } from '../../tools/workbench/eventually';
import { eventually, useWorkbench } from './harness/index';
import { setSetting } from './support/steps';

const sum = '#include <cstdio>\nint main() { int a, b; scanf("%d%d", &a, &b); printf("%d\\n", a + b); }\n';

describe('From a problem in the browser to a verdict', () => {
  const state = fs.mkdtempSync(path.join(os.tmpdir(), 'judge-state-'));
  const workbench = useWorkbench({ settings: {}, env: { XDG_STATE_HOME: state } });
  after(() => fs.rmSync(state, { recursive: true, force: true }));

  /** What the person did since the beginning of the test: a command, key, click, or choice is one action. */
  let actions: string[];
  beforeEach(() => (actions = []));
  const act = async (name: string, action: () => Promise<unknown>): Promise<void> => {
    actions.push(name);
    await action();
  };
  const noMoreThan = (limit: number): void => assert.ok(actions.length <= limit, actions.join(' · '));

  /** Returns the port on which the window receives problems. Other programs may use some of them. */
  const ownPort = (): Promise<number> =>
    eventually(async () => {
      const file = path.join(sharedFolder('linux', { XDG_STATE_HOME: state }), 'window-secret');
      const secret = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
      for (const port of COMPANION_PORTS) {
        const probe = probePort(port, secret);
        const { kind } = await probe.first;
        probe.close();
        if (kind === 'ours') return port;
      }
      return assert.fail('no window receives problems');
    });

  /** Sends a problem as Competitive Companion does when its icon is clicked. */
  async function send(letter: string, interactive = false, contest = 1850): Promise<void> {
    const port = await ownPort();
    const body = JSON.stringify({
      name: `${letter}. To My Critics`,
      group: 'Codeforces - Round',
      url: `https://codeforces.com/contest/${contest}/problem/${letter}`,
      interactive,
      memoryLimit: 256,
      timeLimit: 1000,
      tests: interactive ? [] : [{ input: '1 2\n', output: '3\n' }],
      testType: 'single',
      input: { type: 'stdin' },
      output: { type: 'stdout' },
      languages: { java: { mainClass: 'Main', taskClass: letter } },
      batch: { id: letter, size: 1 },
    });
    await new Promise<void>((resolve, reject) => {
      const headers = { 'Content-Type': 'application/json' };
      const request = http.request({ port, host: '127.0.0.1', method: 'POST', headers }, (response) => {
        response.resume();
        assert.equal(response.statusCode, 204);
        resolve();
      });
      request.on('error', reject);
      request.end(body);
    });
  }
  const tab = (name: string) => workbench().page.locator(`.tab.active[data-resource-name="${name}"]`);

  it('needs few actions the first time, without a judge', async () => {
    const { page, notifications, quickInput, folder } = workbench();
    fs.writeFileSync(path.join(folder, 'template.cpp'), sum);
    await act('the icon of the extension', () => workbench().openContainer('Judge Results'));
    const receive = page.locator('.sidebar .welcome-view-content .monaco-button', {
      hasText: 'Receive Problems',
    });
    await receive.waitFor();
    await workbench().screenshot('receive welcome');
    await act('Receive Problems from the Browser', () => receive.click());
    const agree = workbench().dialog().getByRole('button', { name: 'Receive Problems' });
    await agree.waitFor();
    await workbench().screenshot('receive question');
    await act('agree', () => agree.click());
    await notifications.expect(/^Open a problem in the browser/);
    await act('+ in the browser', () => send('A'));
    await quickInput.row('C++').waitFor();
    await workbench().screenshot('receive language');
    await act('C++', () => quickInput.pick('C++'));
    await tab('1850A.cpp').waitFor();
    await workbench()
      .statusBarItem(/1850A\.cpp · samples: 1 · Run Samples/)
      .waitFor();
    const flask = page.locator('.editor-actions .action-label[aria-label^="Run Samples"]');
    await flask.waitFor();
    await workbench().screenshot('receive file');
    await act('the flask', () => flask.click());
    const run = workbench().dialog().getByRole('button', { name: 'Run' });
    await run.waitFor();
    await act('agree to run', () => run.click());
    await workbench()
      .treeItem(/^AC · 1850A\.cpp/)
      .waitFor();
    await workbench().screenshot('receive verdict');
    noMoreThan(8);
  });

  it('needs two actions for the next problem', async () => {
    await act('+ in the browser', () => send('B'));
    await tab('1850B.cpp').waitFor();
    const status = workbench().statusBarItem(/1850B\.cpp · samples: 1 · Run Samples/);
    await status.waitFor();
    await act('Run Samples in the status bar', () => status.click());
    await workbench()
      .treeItem(/^AC · 1850B\.cpp/)
      .waitFor();
    noMoreThan(2);
  });

  it('says what to do with an interactive problem', async () => {
    await send('C', true);
    await tab('1850C.cpp').waitFor();
    await workbench()
      .statusBarItem(/1850C\.cpp · interactive/)
      .waitFor();
    await workbench().notifications.expect(/^1850C\.cpp is interactive/);
    await workbench().screenshot('receive interactive');
  });

  describe('at a judge whose website accepts the programs', () => {
    let codeforces: LocalCodeforces;
    before('adds Codeforces, and chooses another judge', async () => {
      codeforces = await startLocalCodeforces();
      codeforces.oddities.callInterval = 0;
      await setSetting(workbench(), 'judgeResults.services', {
        Codeforces: { type: 'codeforces', handle: 'tourist', url: `${codeforces.url}/api` },
        School: { type: 'hydro', url: 'http://127.0.0.1:9' },
      });
      await setSetting(workbench(), 'judgeResults.service', 'School');
      await workbench().notifications.clear();
    });
    after(() => codeforces.stop());

    it('needs four actions to the verdict of the judge', async () => {
      const { page } = workbench();
      await act('+ in the browser', () => send('A', false, 1985));
      await tab('1985A.cpp').waitFor();
      await workbench()
        .statusBarItem(/1985A\.cpp · samples: 1 · Run Samples/)
        .waitFor();
      await page.locator('.editor-instance .monaco-editor.focused').waitFor();
      const submitPage = page.context().waitForEvent('page', { timeout: patienceMs });
      await act('the key of Submit', () => page.keyboard.press('Control+Alt+Enter'));
      const opened = await submitPage;
      // VS Code's server opens pages of this computer through its proxy
      assert.equal(new URL(opened.url()).pathname.replace(/^\/proxy\/\d+/, ''), '/contest/1985/submit/A');
      await workbench()
        .treeItem(/^1985A · /)
        .waitFor();
      await workbench().screenshot('receive waiting in browser');
      let code = '';
      await act('paste in the browser', async () => {
        code = await opened.evaluate<string>('navigator.clipboard.readText()');
      });
      assert.equal(code, sum);
      await opened.close();
      await act('Submit in the browser', async () =>
        codeforces.submit({ index: 'A', contestId: 1985, language: 'GNU C++17', code }),
      );
      await workbench()
        .treeItem(/^AC · 1985A/)
        .waitFor();
      await workbench().screenshot('receive verdict of Codeforces');
      noMoreThan(4);
    });
  });
});
