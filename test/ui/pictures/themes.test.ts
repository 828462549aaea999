import assert from 'node:assert/strict';
import { withoutHost } from '../../../tools/workbench/pictures';
import { eventually, useWorkbench, type Theme } from '../harness/index';

const themes: readonly (readonly [string, Theme])[] = [
  ['light', 'Light Modern'],
  ['dark', 'Dark Modern'],
  ['high-contrast-light', 'Light High Contrast'],
  ['high-contrast-dark', 'Dark High Contrast'],
];

/** Texts that the pictures wait for. */
const words = {
  view: 'Judge Results',
  tryWithSamples: 'Judge: Show Demo Results',
  compareRecords: 'Judge: Compare Results',
  openCompileMessage: 'Open Compiler Output',
  walkthrough: /Get Started with Judge Results/,
  sample: 'Demo',
  subtask: 'Subtask',
  compilation: 'Compilation',
  variable: '‘unused’',
  selection: /^Ln 26, Col 21 \(6 selected\)/,
};

describe('The pictures in four themes', () => {
  const { sample } = words;
  const workbench = useWorkbench({
    settings: { 'window.commandCenter': false, 'workbench.layoutControl.enabled': false },
    viewport: { width: 1180, height: 700 },
    // Sharp even when the README is zoomed in.
    deviceScaleFactor: 2,
  });
  const content = () => workbench().page.frameLocator('iframe.webview.ready').frameLocator('#active-frame');

  before('brings the samples', async () => {
    const { page } = workbench();
    await page.addStyleTag({ content: withoutHost });
    await workbench().openContainer(words.view);
    await workbench().runCommand(words.tryWithSamples);
    await workbench().treeItem(`WA 50 · ${sample} P1115`).and(page.locator('.focused')).waitFor();
    await workbench().closeEditors();
    // A side bar as wide as a user would set it for reading.
    const edge = await page.locator('.part.sidebar').boundingBox();
    assert.ok(edge);
    await page.mouse.move(edge.x + edge.width, edge.y + edge.height / 2);
    await page.mouse.down();
    await page.mouse.move(edge.x + 430, edge.y + edge.height / 2, { steps: 4 });
    await page.mouse.up();
  });

  afterEach(() => workbench().closeEditors());

  /** Takes the picture in every theme, once its content is complete. */
  async function inEveryTheme(name: string, settled: () => Promise<void>): Promise<void> {
    await settled(); // Opening an editor takes the focus and would close an open list.
    for (const [word, theme] of themes) {
      const file = `${name}-${word}`;
      await workbench().setTheme(theme);
      await settled();
      await workbench().page.mouse.move(900, 4);
      await workbench().screenshot(file);
    }
  }

  it('show the list and a record', async function () {
    this.timeout(240_000);
    await workbench().expand(`WA 50 · ${sample} P1115`);
    await workbench().expand(new RegExp(`^\\s*${words.subtask} 1 WA`));
    await workbench().treeItem('4 WA').click();
    const square = content()
      .locator('.square')
      .filter({ has: content().locator('.number:text-is("4")') });
    await square.click();
    await inEveryTheme('record', () => content().locator('.details h2', { hasText: '4' }).waitFor());
  });

  it('show compiler warnings at the exact character', async function () {
    this.timeout(240_000);
    await workbench().treeItem(`AC 100 · ${sample} P1001`).click();
    await workbench().expand(`AC 100 · ${sample} P1001`);
    await workbench().expand(new RegExp(`^\\s*${words.compilation}`));
    await workbench().treeItem(words.variable).click();
    await workbench().page.locator('.tab[data-resource-name="P1001.cpp"]').waitFor();
    await workbench().problems();
    await workbench().treeItem(words.variable).click();
    await inEveryTheme('warnings', async () => {
      const problem = workbench().page.locator('.markers-panel [role="treeitem"]', {
        hasText: words.variable,
      });
      await problem.first().waitFor();
      await workbench().statusBarItem(words.selection).waitFor();
    });
    await workbench().runCommand('View: Toggle Panel Visibility');
  });

  it('show the compiler output document', async function () {
    this.timeout(240_000);
    await workbench().treeItem(`CE · ${sample} P1115`).click({ button: 'right' });
    await workbench().pickInMenu(words.openCompileMessage);
    const editor = workbench().page.locator('.monaco-editor .view-lines');
    await inEveryTheme('compile-message', async () => {
      await editor.getByText('‘value’').first().waitFor();
      // Curly quotes and Chinese colons are correct here: VS Code must not highlight them.
      assert.equal(await workbench().page.locator('.unicode-highlight').count(), 0);
    });
  });

  it('show two records side by side', async function () {
    this.timeout(240_000);
    await workbench().treeItem(`TLE 40 · ${sample} P1177`).click();
    await workbench()
      .treeItem(`RE 0 · ${sample} P1177`)
      .click({ modifiers: ['Control'] });
    await workbench().runCommand(words.compareRecords);
    await inEveryTheme('comparison', () => content().locator('.square.pair').first().waitFor());
  });

  it('show the walkthrough', async function () {
    this.timeout(240_000);
    await workbench().page.setViewportSize({ width: 1500, height: 760 });
    await workbench().runCommand('Welcome: Open Walkthrough...');
    await workbench().quickInput.pick(words.walkthrough);
    const steps = workbench().page.locator('.getting-started-step');
    await steps.nth(2).click();
    await inEveryTheme('walkthrough', async () => {
      await eventually(async () =>
        assert.match((await steps.nth(2).getAttribute('class')) ?? '', /\bexpanded\b/),
      );
    });
  });
});
