import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { eventually } from '../../tools/workbench/eventually';
import { earlierCodes, listingSites, type ListingSite } from './support/listingSites';
import { useNewRecords } from './support/newRecords';
import { answering, useNotices, type Answer } from './support/person';
import { setting } from './support/session';

const current = '// not submitted yet\n';

describe('Submissions to This Problem', function () {
  this.timeout(120_000);
  const notices = useNotices();
  const records = useNewRecords();
  let folder: string;
  let site: ListingSite | null = null;

  before(() => {
    folder = path.join(vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '', 'problem-submissions');
  });
  afterEach(async () => {
    await vscode.commands.executeCommand('judgeResults.stopAll');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await fs.rm(folder, { recursive: true, force: true });
    for (const name of ['service', 'services']) await setting(name, undefined);
    await site?.stop();
    site = null;
  });

  /** Adds the judge, signed in. */
  async function addJudge(name: string, { settings, secret, account }: ListingSite): Promise<void> {
    const file = path.join(folder, 'session.json');
    const session = {
      settings: { services: { [name]: settings }, service: name },
      token: secret,
      ...(account === null ? {} : { account }),
      requests: [],
    };
    await fs.writeFile(file, JSON.stringify(session));
    await vscode.commands.executeCommand('judgeResults.development.openSession', file);
  }

  const list = (...answers: readonly Answer[]) =>
    answering(answers, () => vscode.commands.executeCommand('judgeResults.showProblemSubmissions'));

  /** Waits for what a button opens. If the judge responds late, a notification has the button. */
  const opened = <Value>(button: string, read: () => Value): Promise<Value> =>
    eventually(() => {
      notices.pressIfShown(button);
      return read();
    });

  for (const [judge, start] of Object.entries(listingSites)) {
    it(`lists those on ${judge}, adds the chosen one, and opens its code if the judge returns it`, async () => {
      site = await start();
      const { program, problem, ids, row, whyNoCode } = site;
      const [older, newer] = ids;
      await fs.mkdir(folder, { recursive: true });
      await addJudge(judge, site);
      const file = path.join(folder, program);
      await fs.writeFile(file, current);
      const { document } = await vscode.window.showTextDocument(vscode.Uri.file(file));
      const showProgram = () => vscode.window.showTextDocument(document);
      const ofId = (id: string) => new RegExp(`^WA .*\\b${id}$`);
      const rows = [newer, older].map((id) => new RegExp(`${row.source}(?=.* ${id}$)`));
      if (site.hasOlderPage) rows.push(/Show Older…/);
      if (whyNoCode) rows.push(whyNoCode);

      await list(problem, { choose: ofId(newer), rows });
      await eventually(() => {
        const added = records.of(judge).find(({ id }) => id === newer);
        assert.deepEqual([added?.state, added?.verdict?.short], ['finished', 'WA']);
      });
      await showProgram();

      if (whyNoCode) return;
      // The program is linked to its submission now, so its problem is known.
      await list({ press: 'Open Code', of: ofId(older) });
      const code = await opened('Open Code', () => {
        const shown = vscode.window.activeTextEditor?.document;
        assert.deepEqual([shown?.uri.scheme, shown?.getText()], ['judge-judged', earlierCodes[0]]);
        return shown;
      });
      assert.equal(code?.languageId, document.languageId);

      await showProgram();
      await list({ press: 'Compare with File', of: ofId(newer) });
      const compared = await opened('Compare with File', () => {
        const shown = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
        assert.ok(shown instanceof vscode.TabInputTextDiff);
        return shown;
      });
      assert.equal((await vscode.workspace.openTextDocument(compared.original)).getText(), earlierCodes[1]);
      assert.equal(compared.modified.fsPath, document.uri.fsPath);

      await showProgram();
      await list({ press: 'Restore This Version', of: ofId(newer) });
      await opened('Restore This Version', () => assert.equal(document.getText(), earlierCodes[1]));
      assert.equal(await fs.readFile(file, 'utf8'), current);
      await showProgram();
      await vscode.commands.executeCommand('workbench.action.files.revert');
    });
  }
});
