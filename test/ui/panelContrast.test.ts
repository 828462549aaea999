import assert from 'node:assert/strict';
import { contrastsOf, type Seen } from './panel/contrasts';
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

describe('Record page contrast', () => {
  const pages = usePanelPages();

  const tooFaint = (seen: readonly Seen[], least: number): string[] => [
    ...new Set(
      seen.filter(({ ratio }) => ratio < least).map(({ what, ratio }) => `${what} ${ratio.toFixed(1)}`),
    ),
  ];

  for (const theme of Object.keys(themes) as ThemeName[]) {
    it(`is at least 4.5 : 1 for all text and 3 : 1 for all icons: ${theme}`, async function () {
      this.timeout(120_000);
      const editor = pages.editor();
      const mixed = await editor.show(records.mixed);
      const scenes = {
        mixed: { ...mixed, record: { ...mixed.record, limits: { time: 1201, memory: 262_144 } } },
        failed: await editor.show(records.compileError),
        unfinished: await editor.show(records.unfinished),
        unknown: await editor.show(records.unknownCodes),
        versions: await editor.versions([
          records.mixed,
          records.compileError,
          records.single,
          records.improved,
        ]),
        compared: await editor.compare(records.mixed, records.improved),
        many: await editor.show(many),
      };
      for (const [name, message] of Object.entries(scenes)) {
        const { page, send } = await openWith(theme);
        await send(message);
        const squares = page.locator('.square');
        for (const at of (await squares.count()) > 7 ? [0, 5, 7] : [null]) {
          if (at !== null) await squares.nth(at).click();
          if (name === 'failed') await page.locator('summary').first().waitFor();
          if (name === 'mixed' && at === 0) await page.locator('summary').click();
          const closed = page.locator('.origin [aria-expanded=false]');
          while ((await closed.count()) > 0) await closed.first().click();
          const { texts, signs } = await contrastsOf(page);
          assert.ok(texts.length > 5 && signs.length > 1, 'there is something to see');
          assert.deepEqual(tooFaint(texts, 4.5), [], `texts: ${name}, ${theme}`);
          assert.deepEqual(tooFaint(signs, 3), [], `signs: ${name}, ${theme}`);
        }
      }
    });
  }

  async function openWith(theme: ThemeName) {
    const panel = await pages.open({ theme });
    return { page: panel.page, send: (message: Parameters<typeof panel.send>[0]) => panel.send(message) };
  }
});
