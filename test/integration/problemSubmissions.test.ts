import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import type { JudgeResultsApi } from '../../src/api';
import { startLocalHydro, type LocalHydro } from '../../tools/hydro/hydro';
import { eventually } from '../../tools/workbench/eventually';
import { answering, useNotices, type Answer } from './support/person';
import { setting } from './support/session';

const earlier = 'console.log(1);\n';
const current = 'console.log(2);\n';

describe('Submissions to This Problem', function () {
  this.timeout(120_000);
  useNotices();
  let api: JudgeResultsApi;
  let folder: string;
  let site: LocalHydro;

  before(async () => {
    const extension = vscode.extensions.getExtension<JudgeResultsApi>('judge-results.judge-results');
    assert.ok(extension);
    api = await extension.activate();
    folder = path.join(vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '', 'problem-submissions');
    site = await startLocalHydro({ english: true });
  });
  after(async () => {
    await vscode.commands.executeCommand('judgeResults.stopAll');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await fs.rm(folder, { recursive: true, force: true });
    for (const name of ['service', 'services']) await setting(name, undefined);
    await site.stop();
  });

  const run = (command: string, ...answers: readonly Answer[]) =>
    answering(answers, () => vscode.commands.executeCommand(`judgeResults.${command}`));

  it('opens the code of an earlier submission, and restores it in the file', async () => {
    const ids: string[] = [];
    for (const code of [earlier, 'console.log(3);\n']) {
      const record = site.submit(site.alice, { pid: 'P1001', lang: 'js', code });
      await site.judged(record);
      ids.push(record.rid);
    }
    site.submit(site.alice, { pid: 'P1115', lang: 'js', code: 'console.log(0);\n' });
    await fs.mkdir(folder, { recursive: true });
    const file = path.join(folder, 'P1001.js');
    await fs.writeFile(file, current);
    const editor = await vscode.window.showTextDocument(vscode.Uri.file(file));
    await run(
      'chooseService',
      { choose: /Add Online Judge…$/ },
      { choose: /^Hydro$/ },
      { enter: site.url, asked: /^URL of the site/ },
      { choose: /^User name and password$/ },
      { enter: site.alice.uname, asked: /^User name or email/ },
      { enter: site.alice.password, asked: /^Password of alice/ },
    );

    await run('showProblemSubmissions', { choose: /P1001/ }, { choose: new RegExp(ids[1] ?? '') });
    await eventually(() => assert.ok(api.records.some(({ id }) => id === ids[1])));

    await vscode.window.showTextDocument(editor.document);
    const code = { press: 'Open Code', of: /^WA/ };
    await run('showProblemSubmissions', code);
    const opened = vscode.window.activeTextEditor?.document;
    assert.equal(opened?.getText(), 'console.log(3);\n');
    assert.deepEqual([opened.uri.scheme, opened.languageId], ['judge-judged', 'javascript']);

    await vscode.window.showTextDocument(editor.document);
    await run('showProblemSubmissions', { press: 'Restore This Version', of: /^WA/ });
    await eventually(() => assert.equal(editor.document.getText(), 'console.log(3);\n'));
    assert.equal(await fs.readFile(file, 'utf8'), current);
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });
});
