import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { eventually, useWorkbench } from './harness/index';
import { setSetting } from './support/steps';

/** The examples of type `json` in docs/custom-judges.md, with another address. */
async function examples(url: string): Promise<Record<string, Record<string, unknown>>> {
  const document = await fs.readFile(path.join(__dirname, '../../docs/custom-judges.md'), 'utf8');
  const blocks = [...document.matchAll(/^```json\n("(?:qduoj|mine|dmoj-by-hand)": \{[^]*?)^```/gm)];
  const described = blocks.map(([, text]) => JSON.parse(`{${text}}`) as Record<string, object>);
  // An example of another type in the document has the same name.
  const all = described.flatMap(Object.entries<object>).filter(([, fields]) => 'result' in fields);
  return Object.fromEntries(all.map(([name, fields]) => [name, { ...fields, url }]));
}

const token = 'a-token-of-somebody';

const test = {
  name: 'secret/03-max',
  verdict: 'wrong',
  seconds: 0.057,
  got: '1',
  wanted: '2',
  host: 'judge-3',
};
const answers: Readonly<Record<string, unknown>> = {
  '/runs/judge-results-credential-check': { message: 'no such run' },
  '/runs/7': {
    id: 7,
    verdict: 'wrong',
    points: 40,
    groups: [{ points: 40, tests: [{ ...test, verdict: 'ok' }, test] }],
  },
};

describe('Judges with a JSON API, configured like the examples in the document', () => {
  const asked: string[] = [];
  const server = http.createServer(({ url = '', headers }, response) => {
    asked.push(url);
    const isKnown = headers.authorization === `Bearer ${token}`;
    const body = isKnown ? (answers[url] ?? { message: 'nothing is here' }) : { message: 'who are you?' };
    const status = !isKnown ? 401 : answers[url] === undefined || url.endsWith('-check') ? 404 : 200;
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  let described: Record<string, Record<string, unknown>> = {};
  before(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    described = await examples(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  });
  after(() => new Promise((resolve) => server.close(resolve)));
  // Disables automatic brackets and indentation, so that the typed text is complete.
  const workbench = useWorkbench({
    // The report is a Markdown preview. As text, its last rows would be out of sight.
    builtins: ['markdown-language-features'],
    settings: {
      'editor.autoClosingBrackets': 'never',
      'editor.autoClosingQuotes': 'never',
      'editor.autoIndent': 'none',
    },
  });

  it('are typed into the settings', async () => {
    const { page } = workbench();
    await workbench().openContainer('Judge Results');
    await workbench().runCommand('Preferences: Open User Settings (JSON)');
    await page.locator('.tab.active[data-resource-name="settings.json"]').waitFor();
    const file = path.join(workbench().server.dataDir, 'data/User/settings.json');
    const before = JSON.parse(await fs.readFile(file, 'utf8')) as object;
    await page.locator('.editor-group-container .monaco-editor').first().click();
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Delete');
    await page.keyboard.insertText(
      JSON.stringify({ ...before, 'judgeResults.services': described }, null, 2),
    );
    await page.keyboard.press('Control+S');
    await page.locator('.tab.active.dirty').waitFor({ state: 'detached' });
    await workbench().screenshot('json in the settings');
  });

  it('sign in and fetch a result', async () => {
    const { quickInput, notifications } = workbench();
    await workbench().runCommand('Judge: Choose Online Judge…');
    for (const name of ['qduoj', 'dmoj-by-hand']) await quickInput.row(name).waitFor();
    await quickInput.pick('mine');
    await eventually(async () => assert.match(await quickInput.message(), /Sent only to/));
    await quickInput.enter(token);
    await notifications.expect(/Signed in to mine/);
    await notifications.clear();
    await workbench().runCommand('Judge: Fetch Judge Result');
    await quickInput.type('7');
    await quickInput.pick(/Fetch 7$/);
    await workbench()
      .treeItem(/^WA 40 · 7/)
      .waitFor();
  });

  it('are tested with an ID: the report shows response, errors, values, and record', async () => {
    const { quickInput } = workbench();
    const wrong: Record<string, unknown> = { ...described['mine'], units: { time: 'ms' } };
    const result = wrong['result'] as { readonly fields: object };
    const fields = { ...result.fields, score: 'score' };
    const changed = { ...described, mine: { ...wrong, result: { ...result, fields } } };
    await setSetting(workbench(), 'judgeResults.services', changed);
    await workbench().runCommand('Judge: Test Online Judge…');
    await quickInput.pick('mine');
    await quickInput.pick(/7$/);
    await eventually(async () => {
      const [answer = '', report = ''] = await texts();
      assert.match(answer, /GEThttp:\/\/127\.0\.0\.1:\d+\/runs\/7\/\/200.*"verdict":"wrong"/);
      assert.match(report, /result\.fields\.score`?:`?score`?isn’tintheresponse\.Found:.*points/);
      assert.match(report, /fields\.time\W*seconds\W*0\.057/);
      assert.match(report, /⚠notfound/);
    });
    await workbench().screenshot('json tested');
  });

  it('are read again without a new request when the settings are corrected', async () => {
    const before = asked.length;
    await setSetting(workbench(), 'judgeResults.services', described);
    await eventually(async () => {
      const [, report = ''] = await texts();
      assert.match(report, /Score\W*40/);
      assert.doesNotMatch(report, /score`?isn’tintheresponse/);
      assert.match(report, /57ms/);
    });
    assert.deepEqual(asked.slice(before), []);
    await workbench().screenshot('json mended');
  });

  /** Texts of both documents without blanks, because lines wrap anywhere. The report is a preview, or text if VS Code's Markdown extension can't run. */
  const texts = async (): Promise<string[]> => {
    const { page } = workbench();
    const groups = await page.locator('.editor-group-container').all();
    const editors = await Promise.all(
      groups.map((group) =>
        group
          .locator('.view-lines')
          .first()
          .innerText({ timeout: 1000 })
          .catch(() => ''),
      ),
    );
    const preview = page.frameLocator('iframe.webview.ready').frameLocator('#active-frame').locator('body');
    const shown = await preview.innerText({ timeout: 500 }).catch(() => '');
    return [editors[0] ?? '', shown || (editors[1] ?? '')].map((text) => text.replace(/\s/g, ''));
  };
});
