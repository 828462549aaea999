import assert from 'node:assert/strict';
import { savePicture } from '../../tools/workbench/pictures';
import { eventually } from './harness/index';
import type { PanelPage } from './panel/panelPage';
import * as records from './panel/records';
import { square, usePanelPages } from './panel/usePanelPages';

describe('The record page’s layout', () => {
  const pages = usePanelPages();

  it('omits a subtask’s last figures on a narrow page instead of cutting them off', async () => {
    const panel = await pages.show(records.mixed);
    const shown = () =>
      panel.page.evaluate<string>(`(() => {
        const heading = document.querySelectorAll('.grid h2')[1];
        const { bottom, right } = heading.querySelector('.heading-figures').getBoundingClientRect();
        const isSeen = (fact) => fact.getBoundingClientRect().bottom <= bottom + 1;
        const facts = [...heading.querySelectorAll('.heading-figures > span')].filter(isSeen);
        return facts.map((fact) => (fact.getBoundingClientRect().right > right + 1 ? 'cut' : fact.textContent)).join('');
      })()`);
    await eventually(async () => assert.equal(await shown(), '10 · 6 of 7 failed · 2.62 s · 256.00 MiB'));
    await panel.page.setViewportSize({ width: 360, height: 640 });
    await eventually(async () => assert.equal(await shown(), '10 · 6 of 7 failed · 2.62 s'));
    await panel.page.setViewportSize({ width: 270, height: 640 });
    await eventually(async () => assert.equal(await shown(), '10 · 6 of 7 failed'));
  });

  it('fits hostile text, all details, and the versions chart into a narrow page', async () => {
    const cutIn = (panel: PanelPage, selector: string) =>
      panel.page.evaluate<string[]>(`[...document.querySelectorAll('${selector}')]
        .filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)`);
    const widths = ({ page }: PanelPage) =>
      page.evaluate<number[]>(
        `[document.documentElement, document.querySelector('main')].map((one) => one.scrollWidth)`,
      );
    const hostile = await pages.show(records.hostile);
    await hostile.page.setViewportSize({ width: 300, height: 600 });
    await square(hostile, '2').click();
    assert.deepEqual(await widths(hostile), [300, 300], 'hostile text');

    const mixed = await pages.show(records.mixed);
    await mixed.page.setViewportSize({ width: 660, height: 600 });
    await square(mixed, '6').click();
    const header = mixed.page.locator('.details header');
    await header.locator('.where').waitFor();
    assert.deepEqual(await cutIn(mixed, '.details header > *'), []);
    const close = await header.locator('.close').boundingBox();
    assert.ok(close && close.x + close.width > 630, 'the close button is in the corner');

    const versions = [records.compileError, records.mixed, records.improved, records.single];
    for (const width of [300, 400, 640]) {
      const panel = await pages.open();
      await panel.send(await pages.editor().versions(versions));
      await panel.page.setViewportSize({ width, height: 600 });
      assert.deepEqual(await widths(panel), [width, width], 'versions');
      assert.deepEqual(await cutIn(panel, '.version-said > p'), [], String(width));
      await savePicture(`panel/versions-${width}`, await panel.page.screenshot());
    }
  });

  it('fits verdict, selected case, and difference into the page at 200 % zoom', async () => {
    const panel = await pages.show(records.mixed);
    // 1280 × 800
    await panel.page.setViewportSize({ width: 640, height: 400 });
    await square(panel, '6').click();
    const box = async (selector: string) => {
      const found = await panel.page.locator(selector).first().boundingBox();
      assert.ok(found, selector);
      return { top: found.y, bottom: found.y + found.height };
    };
    await eventually(async () => {
      const [verdict, chosen] = [await box('.verdict-line'), await box('.square:focus')];
      const [details, difference] = [await box('.details'), await box('.details mark')];
      const order = [0, verdict.top, verdict.bottom, chosen.top, chosen.bottom, details.top, difference.top];
      assert.deepEqual(
        order,
        order.toSorted((a, b) => a - b),
      );
      assert.ok(difference.bottom <= 400);
    });
    // a compile message has a scroll bar of its own
    const tooWide = `[...document.querySelectorAll('body *:not(pre)')]
      .filter((one) => one.scrollWidth > one.clientWidth && getComputedStyle(one).display !== 'inline')
      .map((one) => one.outerHTML.slice(0, 90))`;
    assert.deepEqual(await panel.page.evaluate(tooWide), []);
  });

  it('keeps the verdict visible while scrolling, with the selected case below it', async () => {
    for (const [width, height] of [
      [1000, 400],
      [640, 400],
      [360, 640],
    ] as const) {
      const panel = await pages.open();
      await panel.page.setViewportSize({ width, height });
      await panel.send(await pages.editor().show(records.mixed));
      const choose = { type: 'choose', subtask: '1', case: '11', focus: true } as const;
      await panel.send(choose);
      const [verdict, chosen, details] = await Promise.all(
        ['.verdict-line', '.square:focus', '.details'].map((part) => panel.page.locator(part).boundingBox()),
      );
      assert.ok(verdict && chosen && details);
      assert.ok(verdict.y >= 0 && chosen.y >= verdict.y + verdict.height, `${width}: ${chosen.y}`);
      const beside = details.x > 0;
      assert.equal(beside, width >= 650);
      if (beside) continue;
      assert.ok(chosen.y + chosen.height <= details.y, `${width}: ${chosen.y}, ${details.y}`);
      assert.ok(details.height <= 0.4 * height + 1, `${width}: ${details.height}`);
    }
  });

  it('shows the complete focus ring of the icons above the sticky verdict', async () => {
    const panel = await pages.show(records.compileError);
    await panel.page.keyboard.press('Tab');
    const rings = await panel.page.evaluate<number[]>(`(() => {
      const covered = document.querySelector('.top').getBoundingClientRect().top;
      return [...document.querySelectorAll('.identity button')].map((button) => {
        button.focus();
        const { outlineOffset, outlineWidth } = getComputedStyle(button);
        const ring = parseFloat(outlineOffset) + parseFloat(outlineWidth);
        return Math.max(0, button.getBoundingClientRect().bottom + ring - covered);
      });
    })()`);
    assert.ok(rings.length > 0);
    assert.deepEqual([...new Set(rings)], [0]);
  });

  it('opens more than 100 cases at the first failure, and shows a case in a collapsed subtask', async () => {
    const cases = (subtask: number) =>
      Array.from({ length: 60 }, (_, index) =>
        records.caseOf(index + 1, subtask > 7 && index % 5 === 3 ? 6 : 12),
      );
    const many = records.envelopeOf(
      records.judgementOf(
        14,
        Array.from({ length: 10 }, (_, index) => records.subtaskOf(index, index > 7 ? 14 : 12, cases(index))),
      ),
    );
    const panel = await pages.open();
    const { page } = panel;
    await page.setViewportSize({ width: 400, height: 500 });
    await panel.send(await pages.editor().show(many));
    const box = await page.getByRole('gridcell', { name: /^Case 8-4 WA/ }).boundingBox();
    assert.ok(box && box.y > 60 && box.y < 500, 'the first failure is in sight');
    await page.evaluate(`document.querySelector('main').scrollTop = 0`);
    await page.getByRole('button', { name: 'Subtask 0' }).click();
    await page.getByRole('gridcell', { name: /^Case 0-4 AC/ }).click();
    await page.getByRole('button', { name: 'Subtask 0' }).click();
    assert.equal(await page.getByRole('gridcell', { name: /^Case 0-4 AC/ }).count(), 0);
    await panel.send({ type: 'choose', subtask: '3', case: '2', focus: true });
    assert.match((await page.locator('.square:focus').getAttribute('aria-label')) ?? '', /^Case 3-2 AC/);
  });

  it('creates elements only for visible squares, with 10,000 cases in 1 or 500 subtasks', async () => {
    for (const subtasks of [1, 500]) {
      const panel = await pages.show(records.large(10_000, subtasks));
      assert.ok((await panel.page.locator('.square').count()) < 1200);
      await panel.page.evaluate(`document.querySelector('main').scrollTop = 1e9`);
      await square(panel, '10000').waitFor();
      assert.ok((await panel.page.locator('.square').count()) < 1200);
    }
  });

  it('keeps subtasks separate when the page gets narrow and the focused square isn’t visible', async () => {
    const panel = await pages.open();
    await panel.send(await pages.editor().versions([records.single, records.improved]));
    await square(panel, '8').click();
    await panel.page.setViewportSize({ width: 480, height: 500 });
    const overlaps = () =>
      panel.page.evaluate<number[]>(`
        [...document.querySelectorAll('.subtask')]
          .map(({ offsetTop, offsetHeight }) => [offsetTop, offsetTop + offsetHeight])
          .sort(([a], [b]) => a - b)
          .flatMap(([top], index, all) => (index > 0 && top < all[index - 1][1] ? [index] : []))
      `);
    await eventually(async () => assert.equal(await square(panel, '8').isVisible(), true));
    await eventually(async () => assert.deepEqual(await overlaps(), []));
  });

  it('shows malicious HTML as plain text', async () => {
    const panel = await pages.show(records.hostile);
    await square(panel, '1').click();
    assert.equal(await panel.page.title(), 'P1001');
    assert.equal(await panel.page.locator('img, script:not([nonce]), a').count(), 0);
    const description = await panel.page.locator('.description').innerText();
    assert.ok(description.startsWith('<img src=x onerror='));
    assert.doesNotMatch(description, /\u202e/);
  });
});
