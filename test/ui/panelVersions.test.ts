import assert from 'node:assert/strict';
import type { Envelope } from '../../src/judge';
import { savePicture } from '../../tools/workbench/pictures';
import { eventually } from './harness/index';
import { accessibilityProblems } from './panel/axe';
import { loadEditorSide } from './panel/editorSide';
import type { PanelPage, PanelPageOptions } from './panel/panelPage';
import * as records from './panel/records';
import { themes, type ThemeName } from './panel/themes';
import { usePanelPages } from './panel/usePanelPages';

/** Four cases with this status, the others accepted. */
function judged(status: number, failed: number, time: number, memory: number): Envelope {
  const cases = Array.from({ length: 4 }, (_, index) =>
    records.caseOf(index + 1, index < failed ? status : 12, { time, memory, score: index < failed ? 0 : 25 }),
  );
  return records.envelopeOf(
    records.judgementOf(failed > 0 ? 14 : 12, [records.subtaskOf(0, failed > 0 ? status : 12, cases)]),
  );
}

/** The versions of a program as they come to be. */
const attempts = [
  records.compileError,
  judged(6, 3, 2, 800),
  judged(5, 2, 1000, 65_000),
  judged(7, 1, 40, 131_072),
  judged(12, 0, 12, 2048),
];

describe('The versions chart on the record page', () => {
  const pages = usePanelPages();

  async function showing(shown?: number, options: PanelPageOptions = {}): Promise<PanelPage> {
    const panel = await pages.open(options);
    await panel.send(await pages.editor().versions(attempts, shown));
    return panel;
  }

  const chart = ({ page }: PanelPage) => page.getByRole('group', { name: 'Versions' });
  const attributes = async (panel: PanelPage, name: string) => {
    const versions = await chart(panel).getByRole('button').all();
    return Promise.all(versions.map(async (one) => (await one.getAttribute(name)) ?? ''));
  };
  const caption = ({ page }: PanelPage) => page.locator('.version-caption').innerText();
  const figures = ({ page }: PanelPage) => page.locator('.version-figures').innerText();

  it('is omitted for a single version, and for a comparison of two records', async () => {
    const panel = await pages.show(records.mixed);
    assert.equal(await chart(panel).count(), 0);
    await panel.send(await pages.editor().compare(records.mixed, records.improved));
    assert.equal(await chart(panel).count(), 0);
  });

  it('draws each version as a column as high as its score, with the verdict below', async () => {
    const panel = await showing();
    const looks = await attributes(panel, 'data-style');
    assert.deepEqual(looks, ['compileError', 'wrongAnswer', 'limitExceeded', 'runtimeError', 'accepted']);
    const marks = await chart(panel).locator('.version-mark').allInnerTexts();
    assert.deepEqual(marks, ['CE', 'WA', 'TLE', 'RE', 'AC']);
    const shares = await panel.page.evaluate<string[]>(
      `[...document.querySelectorAll('.version-height')].map(({ style }) => style.getPropertyValue('--share'))`,
    );
    assert.deepEqual(shares, ['0.000', '0.250', '0.500', '0.750', '1.000']);
    assert.match(await caption(panel), /^Version 5 of 5 · AC Accepted · \d+ \w+ ago$/);
    assert.equal(await figures(panel), 'Score 100 (was 75) · Time 48 ms · Memory 2.00 MiB');
  });

  it('gives each column a short accessible name with the version’s data', async () => {
    const panel = await showing();
    const names = await attributes(panel, 'aria-label');
    assert.match(names[0] ?? '', /^Version 1 of 5, CE Compile Error, \d+ \w+ ago$/);
    assert.match(
      names[2] ?? '',
      /^Version 3 of 5, TLE Time Limit Exceeded, \d+ \w+ ago, Score 50, Time 4\.00 s, Memory 63\.48 MiB$/,
    );
  });

  it('shows a version’s figures on hover, and opens its record on click', async () => {
    const panel = await showing(1);
    const versions = chart(panel).getByRole('button');
    assert.equal(await figures(panel), 'Score 25 · Time 8 ms · Memory 800 KiB');
    await versions.nth(3).hover();
    assert.match(await caption(panel), /^Version 4 of 5 · RE Runtime Error/);
    assert.equal(await figures(panel), 'Score 75 (was 50) · Time 160 ms · Memory 128.00 MiB');
    await panel.page.locator('h1').hover();
    assert.match(await caption(panel), /^Version 2 of 5/);
    // the record that is shown is open already
    await versions.nth(1).click();
    await versions.nth(4).click();
    const [, ...said] = await panel.said();
    assert.equal(said.length, 1);
    assert.match(said[0]?.type === 'openVersion' ? said[0].key : '', /\n1BwHdxEa4LTFnL619bxR\d+$/);
  });

  it('is a single Tab stop, in which arrow keys select a version and Enter opens it', async () => {
    const panel = await showing(2);
    const { page } = panel;
    const focused = () =>
      page.evaluate<string>(`document.activeElement.getAttribute('aria-label')?.slice(0, 14) ?? ''`);
    await page.getByRole('button', { name: 'Compare with Previous' }).focus();
    await page.keyboard.press('Tab');
    assert.equal(await focused(), 'Version 3 of 5');
    await page.keyboard.press('ArrowLeft');
    assert.equal(await focused(), 'Version 2 of 5');
    assert.match(await caption(panel), /^Version 2 of 5/);
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowRight');
    assert.equal(await focused(), 'Version 5 of 5');
    await page.keyboard.press('Enter');
    assert.deepEqual(
      (await panel.said()).map(({ type }) => type),
      ['ready', 'openVersion'],
    );
    await page.keyboard.press('Tab');
    assert.doesNotMatch(await focused(), / of 5$/);
    assert.match(await caption(panel), /^Version 3 of 5/);
    await page.keyboard.press('Shift+Tab');
    assert.equal(await focused(), 'Version 5 of 5');
  });

  it('keeps its position and the focus during judging, without moving the content below', async () => {
    const record = await pages.editor().follow(records.judging(0, 60), undefined, records.mixed);
    const panel = await pages.open();
    await panel.send(record.show);
    const top = () =>
      panel.page.evaluate<number>(`document.querySelector('.filters').getBoundingClientRect().top`);
    const before = await top();
    const own = chart(panel).getByRole('button').nth(1);
    assert.equal(await own.getAttribute('data-style'), 'pending');
    assert.match((await own.getAttribute('aria-label')) ?? '', /^Version 2 of 2, Judging[ \d/]*, [^,]+$/);
    await own.focus();
    for (const done of [1, 30, 59]) {
      await panel.send(await record.next(records.judging(done, 60)));
      assert.equal(await top(), before, `${done} of 60`);
      assert.equal(await panel.page.locator('.version:focus[data-style="pending"]').count(), 1);
    }
  });

  it('fits into a narrow page and at 200 % zoom, with every figure visible', async () => {
    for (const width of [300, 400, 640]) {
      const panel = await showing();
      await panel.page.setViewportSize({ width, height: 600 });
      assert.equal(await panel.page.evaluate(`document.querySelector('main').scrollWidth`), width);
      const cut = await panel.page.evaluate(
        `[...document.querySelectorAll('.version-said > p')].some((one) => one.scrollWidth > one.clientWidth)`,
      );
      assert.equal(cut, false, String(width));
      await savePicture(`panel/versions-${width}`, await panel.page.screenshot());
    }
  });

  it('includes at most thirty versions, around the shown record', async () => {
    const many = Array.from({ length: 35 }, (_, index) => judged(6, index % 4, index, 800));
    const panel = await pages.open();
    await panel.send(await pages.editor().versions(many, 34));
    assert.equal(await chart(panel).getByRole('button').count(), 30);
    await panel.page.setViewportSize({ width: 300, height: 600 });
    await savePicture('panel/versions-many', await panel.page.screenshot());
    await panel.send(await pages.editor().versions(many, 0));
    assert.match(await caption(panel), /^Version 1 of 30/);
  });

  it('is Chinese if VS Code is', async () => {
    const chinese = await loadEditorSide('zh-cn');
    const panel = await pages.open({ language: 'zh-cn' });
    await panel.send(await chinese.versions(attempts));
    await panel.page.getByRole('group', { name: '各版本' }).waitFor();
    assert.match(await caption(panel), /^版本 5\/5 · AC 评测通过 · /);
  });

  for (const theme of Object.keys(themes) as ThemeName[]) {
    it(`passes axe-core, and has enough contrast: ${theme}`, async function () {
      this.timeout(60_000);
      const panel = await showing(2, { theme });
      await chart(panel).getByRole('button').nth(1).focus();
      await eventually(async () => assert.match(await caption(panel), /^Version 2 of 5/));
      assert.deepEqual(await accessibilityProblems(panel.page), []);
      await savePicture(`panel/versions-${theme}`, await panel.page.screenshot());
    });
  }
});
