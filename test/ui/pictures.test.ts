import assert from 'node:assert/strict';
import { eventually, useWorkbench, type Theme } from './harness/index';
import { openSamples } from './support/steps';

const themes: readonly (readonly [string, Theme])[] = [
  ['light', 'Light Modern'],
  ['dark', 'Dark Modern'],
  ['high-contrast-light', 'Light High Contrast'],
  ['high-contrast-dark', 'Dark High Contrast'],
];

/** What the README shows; the others are for whoever looks at a run's pictures. */
const inReadme = new Set(['record-light', 'warnings-dark', 'comparison-light']);

describe('pictures', () => {
  const workbench = useWorkbench({
    settings: { 'window.commandCenter': false, 'workbench.layoutControl.enabled': false },
    viewport: { width: 1280, height: 760 },
  });
  const content = () => workbench().page.frameLocator('iframe.webview.ready').frameLocator('#active-frame');

  before('brings the samples', async () => {
    const { page } = workbench();
    await openSamples(workbench());
    // the side bar as wide as people make it who read in it
    const edge = await page.locator('.part.sidebar').boundingBox();
    assert.ok(edge);
    await page.mouse.move(edge.x + edge.width, edge.y + edge.height / 2);
    await page.mouse.down();
    await page.mouse.move(edge.x + 430, edge.y + edge.height / 2, { steps: 4 });
    await page.mouse.up();
  });

  afterEach(() => workbench().runCommand('View: Close All Editors'));

  /** Takes the picture in every theme, each once what is shown has settled. */
  async function inEveryTheme(name: string, settled: () => Promise<void>): Promise<void> {
    await settled(); // what opens takes the focus, and closes whatever list is open then
    for (const [word, theme] of themes) {
      await workbench().setTheme(theme);
      await settled();
      await workbench().page.mouse.move(900, 4);
      const file = `${name}-${word}`;
      if (inReadme.has(file)) await workbench().readmePicture(file);
      else await workbench().screenshot(file);
    }
  }

  async function expand(row: string | RegExp): Promise<void> {
    const item = workbench().treeItem(row);
    if ((await item.getAttribute('aria-expanded')) === 'false') {
      await item.locator('.monaco-tl-twistie').click();
    }
    await eventually(async () => assert.equal(await item.getAttribute('aria-expanded'), 'true'));
  }

  it('of the list and a record', async function () {
    this.timeout(240_000);
    await expand('Sample P1115 UNAC');
    await expand(/^\s*Subtask #1 UNAC/);
    await workbench().treeItem('#4 WA').click();
    await workbench().page.keyboard.press('Control+Enter');
    const square = content()
      .locator('.square')
      .filter({ has: content().locator('.number:text-is("#4")') });
    await square.click();
    await inEveryTheme('record', () => content().locator('.details h2', { hasText: '#4' }).waitFor());
  });

  it('of two records side by side', async function () {
    this.timeout(240_000);
    await workbench().treeItem('Sample P1177 UNAC 40').click();
    await workbench()
      .treeItem('Sample P1177 UNAC 0')
      .click({ modifiers: ['Control'] });
    await workbench().runCommand('Judge: Compare Records');
    await inEveryTheme('comparison', () => content().locator('.square.pair').first().waitFor());
  });

  it('of the compiler’s messages on the right character', async function () {
    this.timeout(240_000);
    await workbench().treeItem('Sample P1001 AC').click();
    await expand('Sample P1001 AC');
    await expand('Compilation');
    await workbench()
      .treeItem(/‘unused’/)
      .click();
    await workbench().page.locator('.tab[data-resource-name="P1001.cpp"]').waitFor();
    await workbench().problems();
    await workbench()
      .treeItem(/‘unused’/)
      .click();
    await inEveryTheme('warnings', async () => {
      const problem = workbench().page.locator('.markers-panel [role="treeitem"]', {
        hasText: '‘unused’',
      });
      await problem.first().waitFor();
      await workbench()
        .statusBarItem(/^Ln 26, Col 20 \(5 selected\)/)
        .waitFor();
    });
    await workbench().runCommand('View: Toggle Panel Visibility');
  });

  it('of a compile message as a document', async function () {
    this.timeout(240_000);
    await workbench().treeItem('Sample P1115 CE').click({ button: 'right' });
    await workbench().pickInMenu('Open Compile Message');
    const editor = workbench().page.locator('.monaco-editor .view-lines');
    await inEveryTheme('compile-message', async () => {
      await editor.getByText('‘value’').first().waitFor();
      // curly quotes and Chinese colons belong there: VS Code puts no box around them
      assert.equal(await workbench().page.locator('.unicode-highlight').count(), 0);
    });
  });

  it('of the walkthrough', async function () {
    this.timeout(240_000);
    await workbench().page.setViewportSize({ width: 1500, height: 760 });
    await workbench().runCommand('Welcome: Open Walkthrough...');
    await workbench().quickInput.pick(/Get Started with Judge Results/);
    const steps = workbench().page.locator('.getting-started-step');
    await steps.nth(2).click();
    await inEveryTheme('walkthrough', async () => {
      await eventually(async () =>
        assert.match((await steps.nth(2).getAttribute('class')) ?? '', /\bexpanded\b/),
      );
    });
  });
});
