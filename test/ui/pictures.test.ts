import assert from 'node:assert/strict';
import { updateVariable, withoutHost } from '../../tools/workbench/pictures';
import { eventually, useWorkbench, type Theme } from './harness/index';

const themes: readonly (readonly [string, Theme])[] = [
  ['light', 'Light Modern'],
  ['dark', 'Dark Modern'],
  ['high-contrast-light', 'Light High Contrast'],
  ['high-contrast-dark', 'Dark High Contrast'],
];

/** What the READMEs show; the others are for whoever looks at a run's pictures. */
const inReadme = new Set(['record-light', 'warnings-dark']);

/** One of each to see that it can be taken; all themes only for whoever looks at them. In Chinese the README's only. */
function isWanted(file: string, isChinese: boolean): boolean {
  if (inReadme.has(file)) return true;
  return !isChinese && (takesAll || /^(comparison|compile-message|walkthrough)-light$/.test(file));
}

const takesAll = Boolean(process.env[updateVariable]);

const english = {
  locale: undefined,
  suffix: '',
  view: 'Judge Results',
  tryWithSamples: 'Judge: Show Demo Results',
  samplesAdded: /Sample results added/,
  compareRecords: 'Judge: Compare Results',
  openCompileMessage: 'Open Compiler Output',
  walkthrough: /Get Started with Judge Results/,
  sample: 'Demo',
  subtask: 'Subtask',
  compilation: 'Compilation',
  variable: '‘unused’',
  selection: /^Ln 26, Col 21 \(6 selected\)/,
};
const chinese: Omit<typeof english, 'locale'> & { readonly locale: string } = {
  locale: 'zh-cn',
  suffix: '.zh-cn',
  view: '评测结果',
  tryWithSamples: '评测: 试用示例',
  samplesAdded: /已添加示例结果/,
  compareRecords: '评测: 比较记录',
  openCompileMessage: '打开编译信息',
  walkthrough: /开始使用评测结果/,
  sample: '示例',
  subtask: '子任务',
  compilation: '编译',
  variable: '答案未使用',
  selection: /^Ln 26, Col 20 \(5 selected\)/,
};

for (const words of [english, chinese])
  describe(`Pictures${words.suffix}`, () => {
    const { sample } = words;
    const workbench = useWorkbench({
      ...(words.locale ? { locale: words.locale } : {}),
      settings: { 'window.commandCenter': false, 'workbench.layoutControl.enabled': false },
      viewport: { width: 1180, height: 700 },
      // sharp also where the README is shown larger
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
      // the side bar as wide as people make it who read in it
      const edge = await page.locator('.part.sidebar').boundingBox();
      assert.ok(edge);
      await page.mouse.move(edge.x + edge.width, edge.y + edge.height / 2);
      await page.mouse.down();
      await page.mouse.move(edge.x + 430, edge.y + edge.height / 2, { steps: 4 });
      await page.mouse.up();
    });

    afterEach(() => workbench().closeEditors());

    /** The list and the editors, without what belongs to the window around them or to the host of the tests. */
    async function insideFrame(): Promise<{ x: number; y: number; width: number; height: number }> {
      const box = async (part: string) => {
        const found = await workbench().page.locator(`.part.${part}`).first().boundingBox();
        assert.ok(found, part);
        return found;
      };
      const [activities, status] = [await box('activitybar'), await box('statusbar')];
      const x = activities.x + activities.width;
      return { x, y: 0, width: status.x + status.width - x, height: status.y };
    }

    /** Takes the picture in every theme, each once what is shown has settled. */
    async function inEveryTheme(name: string, settled: () => Promise<void>): Promise<void> {
      await settled(); // what opens takes the focus, and closes whatever list is open then
      for (const [word, theme] of themes) {
        const file = `${name}-${word}`;
        if (!isWanted(file, words === chinese)) continue;
        await workbench().setTheme(theme);
        await settled();
        await workbench().page.mouse.move(900, 4);
        if (inReadme.has(file)) await workbench().readmePicture(file + words.suffix, await insideFrame());
        else await workbench().screenshot(file);
      }
    }

    it('of the list and a record', async function () {
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

    it('of the compiler’s messages on the right character', async function () {
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

    it('of a compile message as a document', async function () {
      this.timeout(240_000);
      await workbench().treeItem(`CE · ${sample} P1115`).click({ button: 'right' });
      await workbench().pickInMenu(words.openCompileMessage);
      const editor = workbench().page.locator('.monaco-editor .view-lines');
      await inEveryTheme('compile-message', async () => {
        await editor.getByText('‘value’').first().waitFor();
        // curly quotes and Chinese colons belong there: VS Code puts no box around them
        assert.equal(await workbench().page.locator('.unicode-highlight').count(), 0);
      });
    });

    // what no picture of the README shows is looked at in one language
    if (words === chinese) return;

    it('of two records side by side', async function () {
      this.timeout(240_000);
      await workbench().treeItem(`TLE 40 · ${sample} P1177`).click();
      await workbench()
        .treeItem(`RE 0 · ${sample} P1177`)
        .click({ modifiers: ['Control'] });
      await workbench().runCommand(words.compareRecords);
      await inEveryTheme('comparison', () => content().locator('.square.pair').first().waitFor());
    });

    it('of the walkthrough', async function () {
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
