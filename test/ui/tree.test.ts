import assert from 'node:assert/strict';
import type { Envelope } from '../../src/results';
import { startLocalService, type LocalService } from '../../tools/service';
import { eventually, useWorkbench } from './harness/index';
import * as records from './panel/records';
import { fetchResult, hasBeenShown, openSamples, outerLabels, settingsOf, signIn } from './support/steps';

const samples = {
  accepted: 'AC 100 · Demo P1001',
  wrong: 'WA 50 · Demo P1115',
  crash: 'RE 0 · Demo P1177',
  slow: 'TLE 40 · Demo P1177',
  uncompiled: 'CE · Demo P1115',
  judging: 'Judging 1/6 · Demo P1216',
};
const newestFirst = Object.values(samples);

describe('The results list', () => {
  let service: LocalService;
  const workbench = useWorkbench(async () => {
    service = await startLocalService();
    const body = (envelope: Envelope, requestId: string) => [{ body: { ...envelope, requestId } }];
    service.script('one', body(records.single, 'one'));
    service.script('two', body(records.mixed, 'two'));
    return { settings: settingsOf(service), viewport: { width: 1280, height: 900 } };
  });
  after(() => service.close());

  before('brings the samples', async () => {
    await signIn(workbench(), service);
    await openSamples(workbench());
  });

  /** Opens the filter with its icon, types without waiting, and presses Enter. */
  async function filterBy(text: string): Promise<void> {
    await workbench().runCommand('Judge: Filter Results…');
    await workbench().quickInput.opened();
    await workbench().page.keyboard.type(text);
    await workbench().page.keyboard.press('Enter');
    await workbench().quickInput.closed();
  }

  async function listIs(labels: readonly string[]): Promise<void> {
    await eventually(async () => assert.deepEqual(await outerLabels(workbench()), labels));
  }

  const message = () => workbench().page.locator('.sidebar .tree-explorer-viewlet-tree-view .message');

  it('shows the cause of a failure before the name, with an icon, and the judge’s own verdict in the tooltip', async () => {
    const row = workbench().treeItem(samples.wrong);
    const [shown] = await workbench().rowsIn(samples.wrong);
    assert.match(shown?.description ?? '', /^2\/6 failed · #4 · /);
    assert.match(shown?.spoken ?? '', /^WA Wrong Answer, score 50, Demo P1115, 2\/6 failed · #4 · /);
    const [uncompiled] = await workbench().rowsIn(samples.uncompiled);
    assert.match(uncompiled?.description ?? '', /^2 errors · line 12 · /);
    const glyph = (name: string) => row.locator(`.codicon-${name}`).count();
    assert.deepEqual([await glyph('error'), await glyph('flame')], [1, 0]);
    assert.equal(await workbench().treeItem(samples.crash).locator('.codicon-flame').count(), 1);
    const width = (await row.locator('.monaco-icon-label-container').boundingBox())?.width ?? 0;
    const label = await row.locator('.label-name').boundingBox();
    assert.ok((label?.width ?? Infinity) < width, 'nothing of the label is cut');
    await eventually(async (wait) => {
      // A tooltip doesn't appear if the mouse is already there.
      await workbench().page.mouse.move(5, 5, { steps: 2 });
      await row.locator('.label-name').hover();
      const hover = await workbench().page.locator('.monaco-hover:visible').innerText({ timeout: wait });
      assert.match(hover, /Verdict: WA Wrong Answer\s+Status on the judge: UNAC Overall Unaccepted/);
      assert.match(hover, /Cases: 2 of 6 failed/);
    });
    await workbench().page.keyboard.press('Escape');
  });

  describe('when filtered', () => {
    afterEach(async () => {
      await workbench().page.locator('.sidebar .title-actions [aria-label="Clear Filter"]').click();
      await listIs(newestFirst);
    });

    it('applies typed text when Enter is pressed immediately after the last letter', async () => {
      for (const [text, shown] of [
        ['Accepted', [samples.accepted]],
        ['WA P1115', [samples.wrong]],
      ] as const) {
        await filterBy(text);
        await listIs(shown);
        const count = `Showing ${shown.length} of 6: only “`;
        await eventually(async () => assert.ok((await message().innerText()).startsWith(count), count));
      }
    });

    it('shows failures after a click on the icon and on the first item', async () => {
      await workbench().page.locator('.sidebar .title-actions [aria-label="Filter Results…"]').click();
      await workbench().quickInput.pick('Failed only');
      await listIs([samples.wrong, samples.crash, samples.slow, samples.uncompiled]);
    });

    it('shows a message if nothing matches, and clears the filter with one click', async () => {
      await filterBy('P9999');
      await eventually(async () => assert.match(await workbench().welcome(), /No matching results/));
      await workbench()
        .page.locator('.sidebar .welcome-view-content .monaco-button', { hasText: 'Clear Filter' })
        .click();
      await listIs(newestFirst);
      await filterBy('P1001');
    });
  });

  it('sorts by score, shows the order above the list, and groups by source file, using the view’s menu', async () => {
    const choose = async (entry: string, choice: string | RegExp) => {
      await workbench().runInView(entry);
      await workbench().quickInput.pick(choice);
    };
    await choose('Sort Results…', 'By score, highest first');
    const { accepted, wrong, slow, judging, crash, uncompiled } = samples;
    await listIs([accepted, wrong, slow, judging, crash, uncompiled]);
    await eventually(async () => assert.match(await message().innerText(), /highest score first/));
    await choose('Sort Results…', 'Newest first');
    await listIs(newestFirst);
    await choose('Group Results…', /^By source file$/);
    const files = ['P1001.cpp', 'P1115.cpp', 'P1177-crash.cpp', 'P1177.cpp', 'P1115-compile-error.cpp'];
    await listIs([...files, 'P1216.cpp']);
    const [group, record] = await workbench().rowsIn('P1177.cpp');
    assert.equal(group?.description, '1 result');
    assert.deepEqual([record?.level, record?.label], [2, samples.slow]);
    await choose('Group Results…', 'By file with several results, in contests by problem');
    await listIs(newestFirst);
  });

  describe('with selected records', () => {
    const clipboard = () => workbench().page.evaluate<string>('navigator.clipboard.readText()');

    before('fetches two more at once', async () => {
      const { quickInput } = workbench();
      await workbench().page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await workbench().runCommand('Judge: Fetch Judge Result');
      await quickInput.type('one, two');
      await quickInput.pick('Fetch 2 results');
      await listIs(['WA 60 · two', 'AC 10 · one', ...newestFirst]);
      // Once they have arrived, the first one is revealed, which takes the focus if the computer is fast.
      await hasBeenShown(workbench(), 'one');
    });

    async function fromMenu(row: string, item: string): Promise<void> {
      await workbench().treeItem(row).click({ button: 'right' });
      await workbench().pickInMenu(item);
    }

    it('copies the selected records as Markdown, and copies their request IDs with one key', async () => {
      await workbench().treeItem('WA 60 · two').click();
      await workbench()
        .treeItem('AC 10 · one')
        .click({ modifiers: ['Control'] });
      await fromMenu('AC 10 · one', 'Copy as Markdown');
      await eventually(async () => assert.match(await clipboard(), /Request ID.*one/s));
      const text = await clipboard();
      assert.match(text, /^### two — WA Wrong Answer$/m);
      assert.match(
        text,
        /^\| 1 \| 6 \| WA \| 0 \| 4 ms \| 800 KiB \| On line 1 column 3, read -, expected 0\. \|$/m,
      );
      await workbench().page.keyboard.press('Control+C');
      await eventually(async () => assert.deepEqual((await clipboard()).split('\n').sort(), ['one', 'two']));
    });

    it('opens the list of judges for the URL of a page that is pasted into it', async () => {
      const { page, quickInput } = workbench();
      const paste = async (text: string): Promise<void> => {
        await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
        await workbench().treeItem('AC 10 · one').click();
        await page.keyboard.press('Control+V');
      };
      await paste('https://judge.invalid/contests/7');
      await quickInput.opened();
      await quickInput.row('Add judge.invalid').waitFor();
      await quickInput.cancel();
      await paste('no ID');
      await workbench().notifications.expect(/^The clipboard contains neither/);
      await workbench().notifications.dismiss(/^The clipboard contains neither/);
    });

    async function write(row: string, item: string, text: string): Promise<void> {
      // Of a single record.
      await workbench().treeItem(row).click();
      await fromMenu(row, item);
      await workbench().quickInput.opened();
      await workbench().quickInput.type(text);
      await workbench().quickInput.accept();
      await workbench().quickInput.closed();
    }

    it('stores and removes a record’s note and name, which the filter also searches', async () => {
      await write('AC 10 · one', 'Edit Note…', 'off by one');
      const rename = (row: string, name: string) => write(row, 'Rename…', name);
      await rename('AC 10 · one', 'greedy');
      await listIs(['WA 60 · two', 'AC 10 · greedy', ...newestFirst]);
      await filterBy('greedy');
      await listIs(['AC 10 · greedy']);
      await workbench().page.locator('.sidebar .title-actions [aria-label="Clear Filter"]').click();
      // While the list is loading, another record may move into this row.
      await listIs(['WA 60 · two', 'AC 10 · greedy', ...newestFirst]);
      await rename('AC 10 · greedy', '');
      await listIs(['WA 60 · two', 'AC 10 · one', ...newestFirst]);
    });

    it('groups a file’s results in one row, which expands to the open result', async () => {
      const { quickInput } = workbench();
      await workbench().openFile('P1001.cpp');
      for (const row of ['AC 10 · one', 'WA 60 · two']) {
        await workbench().chooseFor(workbench().treeItem(row), 'Set Source File…');
        await quickInput.pick(/^P1001\.cpp/);
        await quickInput.closed();
        // Waits until the list has applied it before the next row is clicked.
        await eventually(async () => assert.ok(!(await outerLabels(workbench())).includes(row)));
      }
      await listIs(['P1001.cpp', ...newestFirst]);
      const [file] = await workbench().rowsIn('P1001.cpp');
      assert.match(file?.description ?? '', /^AC 10 · 2 results · \d\d:\d\d/);
      await fetchResult(workbench(), 'one', /^\s*AC 10/);
      await eventually(async () =>
        assert.deepEqual(
          (await workbench().rowsIn('P1001.cpp')).slice(0, 4).map(({ label }) => label),
          ['P1001.cpp', 'WA 60', 'AC 10', 'Subtask 0 AC'],
        ),
      );
    });

    it('removes all selected records after one confirmation', async () => {
      await workbench()
        .treeItem(/^\s*WA 60/)
        .click();
      await workbench()
        .treeItem(/^\s*AC 10/)
        .click({ modifiers: ['Control'] });
      await workbench().page.keyboard.press('Delete');
      await workbench().dialog().getByText('Remove 2 results?').waitFor();
      await workbench().dialog().getByRole('button', { name: 'Remove' }).click();
      await listIs(newestFirst);
      // The notice appears after the next row gets the focus, which closes an open menu.
      await workbench().notifications.expect('Removed 2 results.');
      await workbench().notifications.clear();
    });

    it('clears finished results only after confirmation, and then offers no record commands', async () => {
      await workbench().runInView('Remove Demo Results');
      await eventually(async () => assert.match(await workbench().welcome(), /No results yet/));
      await fetchResult(workbench(), 'one');
      const question = workbench().dialog().getByText('Remove 1 finished result?');
      await workbench().runCommand('Judge: Clear Finished Results');
      await question.waitFor();
      await workbench().page.keyboard.press('Escape');
      await workbench().dialog().waitFor({ state: 'hidden' });
      await listIs(['AC 10 · one']);
      await workbench().runCommand('Judge: Clear Finished Results');
      await question.waitFor();
      await workbench().dialog().getByRole('button', { name: 'Clear' }).click();
      await eventually(async () => assert.match(await workbench().welcome(), /No results yet/));
      await eventually(async (wait) => {
        const palette = await workbench().openPalette('Judge: ');
        await palette.row('Judge: Fetch Judge Result').waitFor({ timeout: wait });
        const offered = (await palette.rows()).filter((row) => /Clear Finished|Open Result|Sort/.test(row));
        assert.deepEqual(offered, []);
      });
      await workbench().quickInput.cancel();
    });
  });
});
