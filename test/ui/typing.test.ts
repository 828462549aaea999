import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Envelope } from '../../src/results';
import { startLocalService, type LocalService } from '../../tools/service';
import { housekeeping } from '../../tools/workbench/housekeeping';
import { eventually, useWorkbench } from './harness/index';
import * as records from './panel/records';
import { fetchResult, settingsOf, shownId, signIn } from './support/steps';

/** Longer than it takes to begin typing. */
const delayMs = 2500;
/** Position of the compiler error in the editor. The compiler counts a tab as eight columns. */
const [line, column] = [5, 21];
const brokenProgram =
  '#include <cstdio>\nint main() {\n\tint a, b;\n\tif (scanf("%d%d", &a, &b) != 2) return 1;\n\tprintf("%d\\n", a + missing);\n}\n';
const compilerOutput = `sum.cpp: In function ‘int main()’:
sum.cpp:${line}:28: error: ‘missing’ was not declared in this scope
    5 |         printf("%d\\n", a + missing);
      |                            ^~~~~~~
`;
/** Returns a result with 40 subtasks, of which every fifth failed if they are judged. */
function withManySubtasks(isJudged: boolean): Envelope {
  const cases = [1, 2, 3];
  const subtasks = Array.from({ length: 40 }, (_, at) => {
    const status = !isJudged ? 0 : at % 5 === 4 ? 6 : 12;
    return records.subtaskOf(
      at,
      status,
      cases.map((id) => records.caseOf(3 * at + id, status)),
    );
  });
  const judgement = records.judgementOf(isJudged ? 14 : 1, subtasks);
  return { ...records.envelopeOf(judgement), requestId: 'judging' };
}
const finished = withManySubtasks(true);

const typed = 'every character of this sentence arrives where it is typed, whatever the judge does meanwhile';

describe('Typing while a judge responds slowly', () => {
  let service: LocalService;
  const workbench = useWorkbench(async () => {
    service = await startLocalService();
    service.script('first', [{ body: { ...records.mixed, requestId: 'first' } }]);
    for (const id of ['editor', 'palette', 'hidden']) {
      const body: Envelope = { ...records.mixed, requestId: id };
      service.script(id, [{ body, delayMs }]);
    }
    service.script('judging', [{ body: withManySubtasks(false) }]);
    const compile = { success: false, message: compilerOutput, opt2: false };
    const broken = { type: 'judge', requestId: 'broken', trackId: null, data: { compile, judge: null } };
    service.script('broken', [{ body: broken }]);
    return {
      settings: {
        ...settingsOf(service),
        'editor.autoClosingBrackets': 'never',
        'editor.quickSuggestions': { other: 'off', comments: 'off', strings: 'off' },
      },
    };
  });
  after(() => service.close());

  before('signs in, and loads the commands, because a box that opens slowly is opened twice', async () => {
    await signIn(workbench(), service);
    await fetchResult(workbench(), 'first');
  });

  const requests = () => service.entries().length;
  const row = (id: string) => workbench().treeItem(shownId(id));
  const savedText = async (name: string): Promise<string> => {
    await workbench().page.keyboard.press('Control+s');
    await workbench().page.locator('.tab.dirty').waitFor({ state: 'hidden' });
    return fs.readFile(path.join(workbench().folder, name), 'utf8');
  };

  /** Opens an empty file and asks for a result. Resolves when the judge has received the request. */
  async function startFetch(id: string, name: string): Promise<void> {
    await fs.writeFile(path.join(workbench().folder, name), '');
    await workbench().openFile(name);
    const before = requests();
    // A box that is opened twice replaces the first one.
    await eventually(async (wait) => {
      await workbench().quickInput.openBy(housekeeping.fetch.key, id);
      await workbench().quickInput.row(`Fetch ${id}`).waitFor({ timeout: wait });
    });
    await workbench().quickInput.accept();
    await workbench().quickInput.closed();
    await eventually(async () => assert.ok(requests() > before));
  }

  it('leaves every character in the editor, and the row isn’t focused', async () => {
    await startFetch('editor', 'typed.txt');
    await workbench().page.keyboard.type(typed, { delay: 60 });
    await row('editor').waitFor();
    await workbench().page.locator('.editor-instance .monaco-editor.focused').waitFor();
    assert.equal(await savedText('typed.txt'), typed);
  });

  it('keeps the Command Palette open with every character', async () => {
    await startFetch('palette', 'other.txt');
    await workbench().page.keyboard.press('F1');
    await workbench().quickInput.opened();
    await workbench().page.keyboard.type(typed, { delay: 60 });
    await row('palette').waitFor();
    assert.equal(await workbench().quickInput.value(), `>${typed}`);
    await workbench().quickInput.cancel();
  });

  it('doesn’t open the list in place of another view, but offers to', async () => {
    await workbench().openContainer('Search');
    await startFetch('hidden', 'third.txt');
    await workbench().page.keyboard.type(typed, { delay: 60 });
    await workbench().notifications.expect(/is in the list\./);
    await workbench()
      .page.locator('.sidebar .composite.title', { hasText: /Search/i })
      .waitFor();
    assert.equal(await savedText('third.txt'), typed);
  });

  it('leaves every character in the editor while a program is submitted and judged', async () => {
    const { page, quickInput } = workbench();
    await workbench().openContainer('Judge Results');
    await fs.writeFile(path.join(workbench().folder, 'slow P1001.js'), '');
    await workbench().openFile('slow P1001.js');
    await page.keyboard.type('0;\n');
    await savedText('slow P1001.js');
    await workbench().runCommand('Judge: Submit');
    await quickInput.pick(/P1001$/);
    await quickInput.row(/ · -O2$/).waitFor();
    const restore = service.misbehave({ what: { kind: 'delay', ms: delayMs } });
    await quickInput.pick(/JavaScript \(Node\.js LTS\) · -O2$/);
    await quickInput.closed();
    await page.locator('.editor-instance .monaco-editor.focused').waitFor();
    await page.keyboard.type(typed, { delay: 60 });
    await workbench()
      .treeItem(/WA .*P1001/)
      .waitFor();
    await page.keyboard.type(typed, { delay: 10 });
    restore();
    assert.equal(await savedText('slow P1001.js'), `0;\n${typed}${typed}`);
  });

  it('leaves every character in the editor while a result finishes whose page was just opened', async () => {
    const { page } = workbench();
    await fetchResult(workbench(), 'judging');
    await fs.writeFile(path.join(workbench().folder, 'while open.txt'), '');
    await row('judging').dblclick();
    await workbench().openFile('while open.txt');
    service.script('judging', [{ body: finished, delayMs }]);
    await page.keyboard.type(typed, { delay: 60 });
    await row('judging').filter({ hasText: /WA/ }).waitFor();
    await page.keyboard.type(typed, { delay: 10 });
    assert.equal(await savedText('while open.txt'), `${typed}${typed}`);
  });

  it('finds only the first failed of 40 subtasks unfolded', async () => {
    const unfolded = async () =>
      (await workbench().rowsIn('judging'))
        .filter(({ level, expanded }) => level === 2 && expanded)
        .map(({ label }) => label);
    await eventually(async () => assert.deepEqual(await unfolded(), ['Subtask 4 WA']));
    await workbench().screenshot('subtasks-unfolded');
  });

  describe('in a file with Problems', () => {
    const problem = () =>
      workbench().page.locator('.markers-panel [role="treeitem"]', { hasText: 'missing' });
    const isAt = (place: string) =>
      eventually(async () => assert.match(await problem().innerText(), new RegExp(`\\[${place}\\]`)));
    const startOfFile = async (): Promise<void> => {
      await workbench().openFile('sum.cpp');
      await workbench().page.keyboard.press('Control+Home');
    };

    before('fetches a result with a compiler error', async () => {
      await workbench().closeEditors();
      await fs.writeFile(path.join(workbench().folder, 'sum.cpp'), brokenProgram);
      await workbench().openFile('sum.cpp');
      await workbench().openContainer('Judge Results');
      await fetchResult(workbench(), 'broken');
      await workbench().problems();
      await isAt(`Ln ${line}, Col ${column}`);
    });

    it('moves them at a pause, although the file isn’t saved', async () => {
      const { page } = workbench();
      await startOfFile();
      await page.keyboard.type('int one;\nint two;\n', { delay: 60 });
      await isAt(`Ln ${line + 2}, Col ${column}`);
      await page.locator('.tab.dirty[data-resource-name="sum.cpp"]').waitFor();
    });

    it('selects the characters of the error at a click, and underlines only these', async () => {
      const { page } = workbench();
      // not on the link to the compiler output
      await problem().click({ position: { x: 80, y: 8 } });
      // The status bar counts a tab as four columns.
      await workbench()
        .statusBarItem(`Ln ${line + 2}, Col 31 (7 selected)`)
        .waitFor();
      const marks = page.locator('.editor-instance .squiggly-error');
      await eventually(async () => assert.equal(await marks.count(), 1));
      const boxes = await Promise.all(
        [marks, page.locator('.editor-instance .selected-text').first()].map((part) => part.boundingBox()),
      );
      const [mark, selection] = boxes;
      assert.ok(mark && selection);
      for (const side of ['x', 'width', 'y'] as const)
        assert.ok(Math.abs(mark[side] - selection[side]) < 4, `${side}: ${JSON.stringify(boxes)}`);
      await workbench().screenshot('problems-unsaved');
    });

    it('moves them back if the change is undone', async () => {
      const { page } = workbench();
      await startOfFile();
      await page.keyboard.press('Shift+ArrowDown');
      await page.keyboard.press('Shift+ArrowDown');
      await page.keyboard.press('Delete');
      await isAt(`Ln ${line}, Col ${column}`);
    });
  });
});
