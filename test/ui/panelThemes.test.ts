import assert from 'node:assert/strict';
import { savePicture } from '../../tools/workbench/pictures';
import { eventually } from './harness/index';
import { accessibilityProblems } from './panel/axe';
import { contrastsOf, type Seen } from './panel/contrasts';
import type { PanelPage } from './panel/panelPage';
import * as records from './panel/records';
import { themes, type ThemeName } from './panel/themes';
import { usePanelPages } from './panel/usePanelPages';

/** Of very many cases, one in seven with a verdict of each kind. */
const many = records.envelopeOf(
  records.judgementOf(14, [
    records.subtaskOf(
      1,
      14,
      Array.from({ length: 140 }, (_, at) =>
        records.caseOf(at + 1, at % 7 > 0 ? 12 : ([3, 4, 5, 6, 7, 11, 0][(at / 7) % 7] ?? 6)),
      ),
    ),
  ]),
);

describe('The record page in a theme', () => {
  const pages = usePanelPages();

  const tooFaint = (seen: readonly Seen[], least: number): string[] => [
    ...new Set(
      seen.filter(({ ratio }) => ratio < least).map(({ what, ratio }) => `${what} ${ratio.toFixed(1)}`),
    ),
  ];

  /** Asserts that all visible text and icons have enough contrast. */
  async function assertContrast({ page }: PanelPage, scene: string): Promise<void> {
    const { texts, signs } = await contrastsOf(page);
    assert.ok(texts.length > 5 && signs.length > 1, 'there is something to see');
    assert.deepEqual(tooFaint(texts, 4.5), [], `texts: ${scene}`);
    assert.deepEqual(tooFaint(signs, 3), [], `signs: ${scene}`);
  }

  async function scenesIn(theme: ThemeName) {
    const editor = pages.editor();
    const mixed = await editor.show(records.mixed);
    const { single, improved, compileError } = records;
    return {
      mixed: { ...mixed, record: { ...mixed.record, limits: { time: 1201, memory: 262_144 } } },
      failed: await editor.show(compileError),
      unfinished: await editor.show(records.unfinished),
      unknown: await editor.show(records.unknownCodes),
      empty: await editor.show(records.noCases),
      versions: await editor.versions([records.mixed, compileError, single, improved]),
      compared: await editor.compare(records.mixed, improved),
      many: await editor.show(many),
      ...(theme === 'dark' && { large: await editor.show(records.large(10_000, 3)) }),
    };
  }

  for (const theme of Object.keys(themes) as ThemeName[]) {
    it(`has contrasts of 4.5 : 1 for text and 3 : 1 for icons, and passes axe-core: ${theme}`, async function () {
      this.timeout(180_000);
      for (const [name, message] of Object.entries(await scenesIn(theme))) {
        const panel = await pages.open({ theme });
        const { page } = panel;
        await panel.send(message);
        const scene = `${name}, ${theme}`;
        if (name === 'failed') await page.locator('summary').first().waitFor();
        if (name === 'mixed') await page.locator('summary').click();
        const closed = page.locator('.origin [aria-expanded=false]');
        while ((await closed.count()) > 0) await closed.first().click();
        if (name !== 'empty') await assertContrast(panel, scene);
        const squares = page.locator('.square');
        const count = await squares.count();
        for (const at of count > 7 ? [0, 5, 7] : []) {
          await squares.nth(at).click();
          await assertContrast(panel, scene);
        }
        if (count > 0) await squares.first().click();
        if (name === 'versions') {
          await page.getByRole('group', { name: 'Versions' }).getByRole('button').nth(1).focus();
          const caption = page.locator('.version-caption');
          await eventually(async () => assert.match(await caption.innerText(), /^Version 2 of 4/));
          await savePicture(`panel/versions-${theme}`, await page.screenshot());
        }
        // The structure of the page is the same in all themes.
        const rules = theme === 'dark' ? 'all' : 'colors';
        assert.deepEqual(await accessibilityProblems(page, rules), [], scene);
      }
    });
  }

  it('draws pending squares hollow in every theme', async () => {
    for (const theme of Object.keys(themes) as ThemeName[]) {
      const { page } = await pages.show(records.unfinished, { theme });
      const styles = await page.evaluate<[border: string, background: string]>(`(() => {
        const style = getComputedStyle(document.querySelector('.square[data-style=pending]'));
        return [style.borderTopStyle, style.backgroundColor];
      })()`);
      assert.equal(styles[0], 'dashed', theme);
      if (!theme.includes('igh')) assert.equal(styles[1], 'rgba(0, 0, 0, 0)', theme);
    }
  });

  it('changes its text color when the theme changes', async () => {
    const { page } = await pages.show(records.mixed, { theme: 'dark' });
    const ink = () =>
      page.evaluate<string>(
        `getComputedStyle(document.querySelector('.square[data-style=limitExceeded]')).color`,
      );
    assert.equal(await ink(), 'rgb(0, 0, 0)');
    const { variables } = themes.light;
    await page.evaluate(
      `document.documentElement.style.setProperty('--vscode-judgeResults-limitExceeded', '${variables['judgeResults-limitExceeded']}')`,
    );
    await eventually(async () => assert.equal(await ink(), 'rgb(255, 255, 255)'));
  });
});
