import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import { startLocalJudge0, type LocalJudge0 } from '../../tools/judge0/judge0';
import { eventually, useWorkbench } from './harness/index';
import { filesWith } from './support/secrets';
import { fetchResult, hasBeenShown, savedJson, setSetting } from './support/steps';

const sum = (line: string) =>
  `#include <cstdio>\nint main() {\n\tint a, b;\n\tif (scanf("%d%d", &a, &b) != 2) return 1;\n\t${line}\n}\n`;
const wrongOnTwo = sum('printf("%d\\n", a == 2 ? 5 : a + b);');
const broken = sum('int 和 = 缺少;');

describe('A Judge0 host', () => {
  let host: LocalJudge0;
  before(async () => {
    host = await startLocalJudge0();
    assert.ok(
      host.languages.some(({ id }) => id === 54),
      'these tests need g++',
    );
  });
  after(() => host.stop());
  const workbench = useWorkbench({ settings: { 'judgeResults.notifications': 'never' } });

  const write = async (files: Readonly<Record<string, string>>) => {
    const folder = path.join(workbench().folder, 'sum');
    await fs.mkdir(folder, { recursive: true });
    for (const [name, text] of Object.entries(files)) await fs.writeFile(path.join(folder, name), text);
  };
  const record = (label: RegExp) => workbench().treeItem(label);
  const tokens: string[] = [];
  const enterToken = async (token: string, asked = /Sent only to/) => {
    const { quickInput } = workbench();
    tokens.push(token);
    await eventually(async () => assert.match(await quickInput.message(), asked));
    await quickInput.enter(token);
  };

  it('is added with its URL, header, and token, and rejects a wrong token', async () => {
    const { quickInput, notifications } = workbench();
    await workbench().openContainer('Judge Results');
    await workbench().runCommand('Judge: Choose Online Judge…');
    await quickInput.pick('Add Online Judge…');
    await quickInput.pick('Judge0');
    await eventually(async () => assert.equal(await quickInput.placeholder(), 'https://judge.example.com'));
    await quickInput.enter(host.url);
    await eventually(async () => assert.equal(await quickInput.value(), 'X-Auth-Token'));
    await quickInput.accept();
    await eventually(async () => assert.equal(await quickInput.value(), new URL(host.url).host));
    await quickInput.enter('Class');
    await enterToken('not-the-token-of-this-host');
    await enterToken(host.token, /^Class rejected the credentials \(401\)/);
    await notifications.expect(/Signed in to Class/);
    await notifications.clear();
  });

  it('tracks a submission to its end', async () => {
    const one = host.submit({ language_id: 63, source_code: '1', expected_output: '3' }, false);
    await fetchResult(workbench(), one.token);
    await record(/^1 In Queue/).waitFor();
    host.change(one, { status: 2 });
    await record(/^1 Processing/).waitFor();
    host.change(one, { status: 3, time: 0.012, memory: 800 });
    await record(/^AC · /).waitFor();
  });

  it('fetches a submission by its address, and exports its output without the token', async () => {
    const { quickInput, notifications, page, folder } = workbench();
    const one = host.submit({ language_id: 63, source_code: '1', expected_output: '3' }, false);
    host.change(one, { status: 11, exit_code: 1, stdout: Buffer.from(`it was ${host.token}`) });
    await workbench().runCommand('Judge: Fetch Judge Result');
    await quickInput.opened();
    await page.keyboard.insertText(`${host.url}/submissions/${one.token}?base64_encoded=true`);
    await page.keyboard.press('Enter');
    await hasBeenShown(workbench(), /^\s*RE · /);
    await workbench().chooseFor(record(/^RE · /), 'Export Result…');
    await eventually(async () => assert.ok((await quickInput.value()).endsWith('.json')));
    await quickInput.accept();
    const file = path.join(folder, `${one.token}.json`);
    const exported = await savedJson(file);
    assert.match(exported, /it was •••/);
    await notifications.clear();
  });

  it('runs a program with the samples next to it after one question', async () => {
    const { quickInput } = workbench();
    await write({ 'sum.cpp': wrongOnTwo, '1.in': '1 2\n', '1.out': '3\n', '2.in': '2 2\n', '2.ans': '4\n' });
    await workbench().openFile('sum.cpp');
    await workbench().runCommand('Judge: Run Samples');
    const dialog = workbench().dialog();
    await dialog.getByText('Run 2 samples of sum.cpp on Class?').waitFor();
    await workbench().screenshot('run samples');
    await dialog.getByRole('button', { name: 'Run Samples' }).click();
    await quickInput.pick(/^C\+\+ \(GCC/);
    await record(/^WA · sum\.cpp/).waitFor();
    const sent = host.requests.filter(({ method }) => method === 'POST').map((one) => one.path);
    const submitted = sent.filter((one) => one.startsWith('/submissions'));
    assert.deepEqual(submitted, ['/submissions/batch?base64_encoded=true']);
  });

  it('shows the time and memory of each case relative to the host’s limits', async () => {
    await record(/^WA · sum\.cpp/).click();
    await workbench().page.keyboard.press('Control+Enter');
    const panel = workbench()
      .page.frameLocator('iframe.webview.ready')
      .frameLocator('iframe[title], iframe#active-frame');
    await panel.locator('.square').first().click();
    await panel.locator('.details', { hasText: / of 5\.00 s/ }).waitFor();
    await workbench().screenshot('limits of a host');
    await workbench().closeEditors();
  });

  it('shows expected and actual output of a wrong case side by side', async () => {
    const { page } = workbench();
    await workbench().expand(/^\s*WA · sum\.cpp/);
    await workbench().chooseFor(record(/^\s*2 WA/), 'Compare Output');
    await page.locator('.tab', { hasText: 'sum.cpp 2: expected ↔ actual' }).waitFor();
    const side = async (name: string) =>
      (await page.locator(`.monaco-diff-editor .editor.${name} .view-lines`).innerText()).trim();
    await eventually(async () =>
      assert.deepEqual([await side('original'), await side('modified')], ['4', '5']),
    );
    await workbench().screenshot('compare output');
    await workbench().closeEditors();
  });

  it('shows the same comparison from the record page', async () => {
    const { page } = workbench();
    await record(/^2 WA/).click();
    const details = page
      .frameLocator('iframe.webview.ready')
      .frameLocator('iframe[title], iframe#active-frame')
      .getByRole('button', { name: 'Compare Output' });
    await details.click();
    await page.locator('.tab', { hasText: 'sum.cpp 2: expected ↔ actual' }).waitFor();
    await workbench().screenshot('case details');
    await workbench().closeEditors();
  });

  it('shows a compiler error at the exact character', async () => {
    const { page } = workbench();
    await write({ 'sum.cpp': broken });
    await workbench().openFile('sum.cpp');
    await workbench().runCommand('Judge: Run Samples');
    await record(/^sum\.cpp\s*2 results/).waitFor();
    const problem = page.locator('.markers-panel [role="treeitem"]', { hasText: '缺少' }).first();
    await eventually(async (wait) => {
      await workbench().problems();
      await problem.click({ timeout: wait, position: { x: 90, y: 10 } });
      await workbench().statusBarItem('Ln 5, Col 15 (2 selected)').waitFor({ timeout: wait });
    });
    await workbench().screenshot('compile error');
  });

  it('shows a run-time error at its line', async () => {
    const { page, quickInput } = workbench();
    await write({ 'divide.py': 'a, b = map(int, input().split())\nprint(a // (b - 2))\n' });
    await workbench().openFile('divide.py');
    await workbench().runCommand('Judge: Run Samples');
    await quickInput.pick(/^Python/);
    await record(/^RE · divide\.py/).waitFor();
    await workbench().problems();
    const problem = page.locator('.markers-panel [role="treeitem"]', {
      hasText: /cases 1, 2: ZeroDivisionError/,
    });
    await problem.first().waitFor();
    await workbench().screenshot('runtime error');
  });

  it('asks once to sign in after the token was replaced, and then continues', async () => {
    const { notifications } = workbench();
    const one = host.submit({ language_id: 63, source_code: '1', expected_output: '3' }, false);
    await fetchResult(workbench(), one.token);
    await record(/^1 In Queue/).waitFor();
    await setSetting(workbench(), 'judgeResults.notifications', 'failures');
    host.renewToken();
    const { buttons } = await notifications.expect(/^Signed out of Class/);
    assert.ok(buttons.includes('Sign In'), buttons.join());
    const asked = host.received;
    await workbench().screenshot('judge0 token replaced');
    host.change(one, { status: 5, time: 2, memory: 800 });
    assert.equal(host.received, asked);
    await notifications.press(/^Signed out of Class/, 'Sign In');
    await enterToken(host.token);
    await record(/^TLE · /).waitFor();
    await notifications.clear();
  });

  it('stores its token in no file of VS Code or the workspace', async () => {
    assert.equal(tokens.length, 3);
    for (const token of tokens) {
      // Results are stored as received, and a program had printed the token.
      const found = await filesWith(token, workbench().server.dataDir);
      assert.deepEqual(
        found.filter((file) => !file.includes('/history/')),
        [],
      );
      assert.deepEqual(await filesWith(token, workbench().folder), []);
    }
  });
});
