import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { eventually } from '../../tools/workbench/eventually';
import { answering, useNotices, type Answer } from './support/person';
import { openSession, type Session } from './support/session';

const code = "console.log(eval(require('fs').readFileSync(0, 'utf8').trim().split(/\\s+/).join('+')));\n";

/** The problem ID is in the name of the file. */
const choices: readonly Answer[] = [
  { choose: /P1001/ },
  { choose: /Other Language…$/ },
  { choose: /^JavaScript \(Node\.js LTS\)/ },
  { choose: / · -O2$/ },
];

describe('A submission', function () {
  this.timeout(120_000);
  const notices = useNotices();
  let session: Session;
  /** In the workspace. */
  let folder: string;
  before(async () => {
    session = await openSession({ withPush: false });
    folder = path.join(vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '', 'submissions');
    await fs.mkdir(folder, { recursive: true });
  });
  after(async () => {
    await session.close();
    await fs.rm(folder, { recursive: true, force: true });
  });
  afterEach(async () => {
    await vscode.commands.executeCommand('judgeResults.stopAll');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  /** Writes a program, and opens it. */
  async function open(name: string): Promise<vscode.TextEditor> {
    const file = path.join(folder, name);
    await fs.writeFile(file, code);
    return vscode.window.showTextDocument(vscode.Uri.file(file));
  }

  const submit = (argument?: object) => vscode.commands.executeCommand('judgeResults.submit', argument);
  const accepted = () => session.service.acceptedSubmissions;
  const posts = () => session.service.entries().filter(({ method }) => method === 'POST').length;

  // first, because a submission to the judge in this workspace is enough
  it('to a judge that the workspace has selected requires a confirmation the first time', async () => {
    const select = (name: string | undefined) =>
      vscode.workspace
        .getConfiguration('judgeResults')
        .update('service', name, vscode.ConfigurationTarget.Workspace);
    const asked = /^Submit mine P1001\.js to Local Judge as P1001\?/;
    await select('Local Judge');
    try {
      const before = accepted().length;
      await open('mine P1001.js');
      await answering([...choices, { cancel: true, asked }], submit);
      assert.equal(accepted().length, before);
      await answering([...choices, { confirm: 'Submit', asked }], submit);
      assert.equal(accepted().length, before + 1);
      const editor = await open('mine P1001.js');
      await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), '// again\n'));
      await answering([], submit);
      assert.equal(accepted().length, before + 2);
    } finally {
      await select(undefined);
    }
  });

  it('is never repeated automatically: the user decides after a lost response', async () => {
    await open('lost P1001.js');
    const before = posts();
    const lost = /lost P1001\.js may have been submitted to Local Judge, but no ID was returned/;
    const loseResponses = () =>
      session.service.misbehave({ method: 'POST', what: { kind: 'cut', bytes: 5 }, times: 1 });
    loseResponses();
    await answering([...choices, { cancel: true, asked: lost }], submit);
    assert.equal(posts(), before + 1);
    loseResponses();
    await answering([...choices, { confirm: 'Send Again', asked: lost }], submit);
    assert.equal(posts(), before + 3);
  });

  it('is rejected with a message if no points are left', async () => {
    await open('empty P1001.js');
    session.service.setQuota(0);
    try {
      await answering(choices, async () => {
        void submit();
        const { buttons } = await notices.expect(/No points left on Local Judge \(402\)/);
        assert.deepEqual(buttons, ['Show Remaining Points']);
      });
      await answering([{ cancel: true, asked: /: 0 points left/ }], () =>
        notices.press(/\(402\)/, 'Show Remaining Points'),
      );
    } finally {
      session.service.setQuota(500);
    }
  });

  it('contains the file as it is when the last question is answered', async () => {
    const editor = await open('edited P1001.js');
    const last = choices.at(-1);
    assert.ok(last && 'choose' in last);
    const start = new vscode.Position(0, 0);
    const before = () => editor.edit((edit) => edit.insert(start, '// while asked\n'));
    await answering([...choices.slice(0, -1), { ...last, before }], submit);
    assert.equal(accepted().at(-1)?.['code'], `// while asked\n${code}`);
  });

  it('started by a key binding or a task requires a confirmation that shows everything to be sent', async () => {
    const { document } = await open('P1001.js');
    await open('active P1002.js');
    const argument = {
      file: document.uri.toString(),
      problemId: 'P1001',
      language: 'js/node/lts',
      optimise: false,
    };
    const asked = new RegExp(
      [
        '^Submit P1001\\.js to Local Judge as P1001\\?',
        '^submissions/P1001\\.js$',
        `^P1001 · JavaScript \\(Node\\.js LTS\\) · ${code.length} bytes`,
        'Each submission costs 1–10 points',
      ].join('[^]*'),
      'm',
    );
    const before = accepted().length;
    await answering([{ cancel: true, asked }], () => submit(argument));
    assert.equal(accepted().length, before);
    await answering([{ confirm: 'Submit', asked }], () => submit(argument));
    assert.equal(accepted().length, before + 1);
    const { pid, lang, o2, code: sent } = accepted().at(-1) ?? {};
    assert.deepEqual([pid, lang, o2, sent], ['P1001', 'js/node/lts', false, code]);
    await submit({ ...argument, problemId: '../quota' });
    await notices.expect(/Couldn’t submit: invalid arguments/);
    assert.equal(accepted().length, before + 1);
  });

  it('is compared with the text that was submitted, even after its file was linked again', async () => {
    await open('first P1001.js');
    await answering(choices, submit);
    const { id } = await eventually(() => {
      const found = session.api.records.find(({ source }) => source?.endsWith('first%20P1001.js'));
      assert.equal(found?.state, 'finished');
      return found;
    });
    const row = { key: session.keyOf(id) };
    const moved = path.join(folder, 'moved.js');
    await fs.writeFile(moved, 'console.log(0);\n');
    await vscode.window.showTextDocument(vscode.Uri.file(moved));
    await answering([{ choose: /^moved\.js/ }], () =>
      vscode.commands.executeCommand('judgeResults.setSourceFile', row),
    );
    await vscode.commands.executeCommand('judgeResults.compareWithJudged', row);
    await eventually(async () => {
      const { activeTab } = vscode.window.tabGroups.activeTabGroup;
      assert.equal(activeTab?.label, 'moved.js: submitted ↔ current');
      assert.ok(activeTab.input instanceof vscode.TabInputTextDiff);
      const { original, modified } = activeTab.input;
      const texts = await Promise.all(
        [original, modified].map(async (uri) => (await vscode.workspace.openTextDocument(uri)).getText()),
      );
      assert.deepEqual(texts, [code, 'console.log(0);\n']);
    });
  });
});
