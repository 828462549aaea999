import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import type { JudgeResultsApi } from '../../src/api';
import { startLocalCodeforces, type LocalCodeforces } from '../../tools/codeforces/codeforces';
import { startLocalDmoj, type LocalDmoj } from '../../tools/dmoj/dmoj';
import { eventually } from '../../tools/workbench/eventually';
import { answering, pagesOpenedBy, useNotices, type Answer } from './support/person';
import { setting } from './support/session';

const sum = 'console.log(eval(require("fs").readFileSync(0, "utf8").trim().split(/\\s+/).join("+")));\n';

/** Pages of a problem that the user pastes, and the submit pages that must be opened. */
const pages = [
  ['/contest/1000/problem/A', '/contest/1000/submit/A'],
  ['/gym/104114/problem/A', '/gym/104114/submit'],
  ['/group/Ab12Cd34/contest/234567/problem/A', '/group/Ab12Cd34/contest/234567/submit'],
  ['/problemset/problem/1000/B', '/problemset/submit/1000/B'],
] as const;

describe('Submit in Browser', function () {
  this.timeout(120_000);
  useNotices();
  let api: JudgeResultsApi;
  let folder: string;
  let codeforces: LocalCodeforces;
  let dmoj: LocalDmoj;

  before(async () => {
    const extension = vscode.extensions.getExtension<JudgeResultsApi>('judge-results.judge-results');
    assert.ok(extension);
    api = await extension.activate();
    folder = path.join(vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '', 'submit-in-browser');
    await fs.mkdir(folder, { recursive: true });
    codeforces = await startLocalCodeforces();
    codeforces.oddities.callInterval = 0;
    dmoj = await startLocalDmoj();
    await setting('services', {
      cf: { type: 'codeforces', handle: 'tourist', url: `${codeforces.url}/api` },
      club: { type: 'dmoj', url: dmoj.url },
    });
  });
  afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));
  after(async () => {
    await vscode.commands.executeCommand('judgeResults.stopAll');
    await fs.rm(folder, { recursive: true, force: true });
    for (const name of ['service', 'services']) await setting(name, undefined);
    await codeforces.stop();
    await dmoj.stop();
  });

  async function open(name: string): Promise<void> {
    await fs.writeFile(path.join(folder, name), sum);
    await vscode.window.showTextDocument(vscode.Uri.file(path.join(folder, name)));
  }

  /** Runs a command, answers its questions, and returns the opened pages. */
  const openedBy = (command: string, ...answers: readonly Answer[]) =>
    pagesOpenedBy(() => answering(answers, () => vscode.commands.executeCommand(`judgeResults.${command}`)));
  const listCount = () => codeforces.requests.filter((one) => one.path.endsWith('count=20')).length;

  it('opens the submit page of a contest, a gym, a group, the problem set, and DMOJ', async () => {
    await setting('service', 'cf');
    for (const [pasted, expected] of pages) {
      await open(`${pages.findIndex(([one]) => one === pasted)}.js`);
      const address = `https://codeforces.com${pasted}`;
      const opened = await openedBy('submitInBrowser', { typing: address, choose: /^\$\(link\)/ });
      assert.deepEqual(opened, [codeforces.url + expected]);
      assert.equal(await vscode.env.clipboard.readText(), sum);
    }
    await setting('service', 'club');
    await open('p1001.js');
    const question = { enter: dmoj.alice.token, asked: /^API token/ };
    const opened = await openedBy('submitInBrowser', question, { choose: /p1001/ });
    assert.deepEqual(opened, [`${dmoj.url}/problem/p1001/submit`]);
  });

  it('shows the verdict of a submission in a group soon, with few requests, and repeats it with a key', async () => {
    await setting('service', 'cf');
    await open('program.js');
    const [pasted, submitPage] = pages[2];
    const problem = { typing: `https://codeforces.com${pasted}`, choose: /^\$\(link\)/ };
    await openedBy('submitInBrowser', problem);
    const before = { lists: listCount(), requests: codeforces.requests.length };
    const { id } = codeforces.submit({ index: 'A', language: 'Node.js', code: sum, contestId: 234_567 });
    const submittedAt = Date.now();
    const record = () => api.records.find((one) => one.service.endsWith(' cf') && one.id === String(id));
    await eventually(() => assert.ok(record()));
    const delay = Date.now() - submittedAt;
    const lists = listCount() - before.lists;
    await eventually(() => assert.deepEqual([record()?.state, record()?.verdict?.short], ['finished', 'AC']));
    assert.equal(path.basename(record()?.source ?? ''), 'program.js');
    const requests = codeforces.requests.length - before.requests;
    console.log(
      `      found after ${delay} ms with ${lists} lists, verdict after ${Date.now() - submittedAt} ms and ${requests} requests`,
    );
    // 2, 5, and 10 seconds after the page was opened; a slow computer needs more time, but not more requests
    assert.ok(lists <= 3, `${lists} lists`);

    assert.deepEqual(await openedBy('submitAgain'), [codeforces.url + submitPage]);
  });
});
