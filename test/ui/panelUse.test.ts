import assert from 'node:assert/strict';
import type { Envelope } from '../../src/results';
import type { FromPage } from '../../src/resultPage/messages';
import { savePicture } from '../../tools/workbench/pictures';
import { eventually } from './harness/index';
import type { PanelPage } from './panel/panelPage';
import * as records from './panel/records';
import { square, usePanelPages } from './panel/usePanelPages';

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

describe('The record page in use', () => {
  const pages = usePanelPages();

  for (const theme of ['light', 'dark'] as const) {
    it(`hides a failed case until the user reveals it with the keyboard, and explains its verdict: ${theme}`, async () => {
      const message = await pages.editor().show(records.mixed);
      const panel = await pages.open({ theme });
      await panel.send({
        ...message,
        subtasks: message.subtasks.map((subtask) => ({
          ...subtask,
          cases: subtask.cases.map((one) => ({ ...one, isHidden: one.status !== 12 })),
        })),
      });
      const { page } = panel;
      const details = page.locator('.details');
      await page.keyboard.press('n');
      await page.keyboard.press('Enter');
      await details.waitFor();
      assert.doesNotMatch(await page.locator('body').innerHTML(), /read -, expected 0/);
      await savePicture(`panel/hidden-case-${theme}`, await page.screenshot());
      await page.getByRole('button', { name: 'Reveal Case' }).focus();
      await page.keyboard.press('Enter');
      assert.match(await details.innerText(), /read -, expected 0/);
      assert.equal(await page.locator('.details h2:focus').innerText(), 'Case 6');
      await savePicture(`panel/revealed-case-${theme}`, await page.screenshot());

      await page.getByRole('button', { name: 'Learn More' }).click();
      assert.deepEqual((await panel.said()).at(-1), { type: 'explainVerdict', topic: 'wrong-answer' });
      const again = await pages.open({ theme, state: await panel.saved() });
      await again.send(message);
      assert.match(await again.page.locator('.details').innerText(), /read -, expected 0/);
    });
  }

  it('starts at the first failed case on the first key, and is used with the keyboard only', async () => {
    const panel = await pages.show(records.mixed);
    const { page } = panel;
    const focused = () => page.locator('.square:focus .number').innerText();
    const heading = () => page.locator('.details h2').innerText();
    await page.keyboard.press('ArrowDown');
    assert.equal(await focused(), '6');
    assert.equal(await page.locator('.details').isVisible(), false);
    await page.keyboard.press('ArrowUp');
    assert.equal(await focused(), '2');
    await page.keyboard.press('ArrowRight');
    assert.equal(await focused(), '3');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('End');
    assert.equal(await focused(), '11');
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    assert.equal(await heading(), 'Case 5');
    await page.keyboard.press('ArrowRight');
    assert.equal(await heading(), 'Case 6');
    await page.keyboard.press('n');
    assert.equal(await heading(), 'Case 7');
    assert.equal(await focused(), '7');
    await page.keyboard.press('Escape');
    assert.equal(await page.locator('.details').isVisible(), false);
    assert.equal(await focused(), '7');
    // The extension sends this message when its tab gets the focus.
    const other = await pages.show(records.mixed);
    await other.send({ type: 'focus' });
    assert.equal(await other.page.locator('.square:focus .number').innerText(), '6');
  });

  it('doesn’t take the focus if it loads after the person went on, and focuses the case later', async () => {
    const panel = await pages.show(records.mixed);
    const { page } = panel;
    const hasFocus = (value: boolean) => page.evaluate(`document.hasFocus = () => ${value}`);
    await hasFocus(false);
    await panel.send({ type: 'choose', subtask: '1', case: '5', focus: true });
    await page.locator('.details h2').waitFor();
    assert.equal(await page.locator('.square:focus').count(), 0);
    await hasFocus(true);
    await page.evaluate(`window.dispatchEvent(new FocusEvent('focus'))`);
    assert.equal(await page.locator('.square:focus .number').innerText(), '5');
  });

  it('moves the focus to the ends of 10,000 cases, and keeps it on a square that scrolls out of view', async () => {
    const panel = await pages.show(records.large(10_000));
    const { page } = panel;
    const focused = () => page.locator('.square:focus .number').innerText();
    await square(panel, '1').focus();
    await page.keyboard.press('Control+End');
    assert.equal(await focused(), '10000');
    await page.keyboard.press('PageUp');
    await page.keyboard.press('Control+Home');
    assert.equal(await focused(), '1');
    await square(panel, '3').focus();
    await page.evaluate(`document.querySelector('main').scrollTop = 20000`);
    await eventually(async () => assert.equal(await square(panel, '1').count(), 1, 'its row is kept'));
    await square(panel, '3').waitFor({ state: 'attached' });
    await page.keyboard.press('ArrowRight');
    assert.equal(await focused(), '4');
  });

  it('shows only failed cases after F, with the focus on the nearest one, and all cases after a second F', async () => {
    const panel = await pages.show(records.mixed);
    const shown = () => panel.page.locator('.square .number').allInnerTexts();
    const focused = () => panel.page.locator('.square:focus .number').innerText();
    await square(panel, '2').focus();
    await panel.page.keyboard.press('f');
    assert.deepEqual(await shown(), ['6', '7', '8', '9', '10', '11']);
    assert.equal(await focused(), '6');
    await panel.page.keyboard.press('f');
    assert.equal((await shown()).length, 12);
    assert.equal(await focused(), '6');
    await square(panel, '12').focus();
    await panel.page.keyboard.press('f');
    assert.equal(await focused(), '11');
  });

  it('opens a menu of less common actions with arrow keys, keeps it open when a newer result arrives, and closes it with Escape', async () => {
    const panel = await pages.open();
    const { page } = panel;
    const { show, next } = await pages.editor().follow(records.unfinished);
    await panel.send(show);
    const opener = page.getByRole('button', { name: 'More Actions' });
    const focused = () => page.locator('[role="menuitem"]:focus').innerText();
    await opener.focus();
    await page.keyboard.press('Enter');
    const first = await focused();
    await page.keyboard.press('ArrowUp');
    assert.equal(await focused(), 'Export as JSON…');
    await page.keyboard.press('ArrowDown');
    assert.equal(await focused(), first);
    await page.keyboard.press('ArrowDown');
    const second = await focused();
    assert.notEqual(second, first);
    await panel.send(await next(records.judging(40, 50)));
    assert.equal(await focused(), second);
    assert.equal(await opener.getAttribute('aria-expanded'), 'true');
    await page.keyboard.press('Escape');
    assert.equal(await page.evaluate(`document.activeElement.getAttribute('aria-label')`), 'More Actions');
    await panel.send(await next(records.judging(41, 50)));
    assert.equal(await page.getByRole('menu').count(), 0);
  });

  it('sends a “ready” message, and then only the actions that the user clicks', async () => {
    const panel = await pages.show(records.mixed);
    const { page } = panel;
    assert.deepEqual(await panel.said(), [{ type: 'ready' }]);
    await page.getByText('P1001.cpp').click();
    await page.locator('summary').click();
    await page.locator('pre .link').nth(1).click();
    await page.getByRole('button', { name: 'More Actions' }).click();
    await page.getByRole('menuitem', { name: 'Copy ID' }).click();
    assert.deepEqual(await panel.said(), [
      { type: 'ready' },
      { type: 'openSource', side: 'record' },
      { type: 'openPosition', side: 'record', link: 1 },
      { type: 'action', action: 'copyRequestId' },
    ] satisfies FromPage[]);
  });

  it('leaves the compiler output expanded or collapsed as the user set it', async () => {
    const panel = await pages.show(records.mixed);
    for (const open of [true, false, true, false]) {
      await panel.page.locator('summary').click();
      await eventually(async () => {
        const saved = (await panel.saved()) as { compileOpen?: boolean } | null;
        assert.equal(saved?.compileOpen, open);
      });
    }
  });

  it('keeps scroll position, selection, focus, and all squares during judging', async () => {
    const record = await pages.editor().follow(records.judging(300, 3000));
    const panel = await pages.open();
    await panel.send(record.show);
    await panel.page.evaluate(`document.querySelector('main').scrollTop = 1200`);
    // what is there is built with the next frame, without the squares that change below
    const first = panel.page.locator('.square .number').first();
    await eventually(async () => assert.ok(Number(await first.innerText()) > 302));
    const middle = panel.page.locator('.square').nth(600);
    const label = await middle.locator('.number').innerText();
    await middle.click();
    const scroll = () => panel.page.evaluate(`document.querySelector('main').scrollTop`);
    const place = await scroll();
    await panel.page.evaluate(`
      window.touched = new Set();
      new MutationObserver((records) => {
        for (const { target, addedNodes } of records) {
          const square = (target.nodeType === 1 ? target : target.parentElement).closest('.square');
          if (square && document.querySelector('.grid').contains(square)) window.touched.add(square.querySelector('.number').textContent);
          for (const node of addedNodes) if (node.className === 'row') window.touched.add('row');
        }
      }).observe(document.querySelector('.grid'), { childList: true, subtree: true, characterData: true, attributes: true, attributeFilter: ['aria-label', 'data-style', 'style', 'class'] });
    `);
    await panel.send(await record.next(records.judging(301, 3000)));
    assert.equal(await scroll(), place);
    assert.equal(await panel.page.locator('.details h2').innerText(), `Case ${label}`);
    assert.equal(await panel.page.locator('.square:focus .number').innerText(), label);
    assert.deepEqual(await panel.page.evaluate(`[...window.touched]`), [], 'what is in sight did not change');
    await panel.send(await record.next(records.judging(3000, 3000)));
    assert.equal(await scroll(), place);
    assert.equal(await panel.page.locator('.square:focus .number').innerText(), label);
    await panel.page.evaluate(`document.querySelector('main').scrollTop = 1e6`);
    await square(panel, '3000').waitFor();
    assert.notEqual(await square(panel, '3000').getAttribute('data-style'), 'pending');
  });

  it('is unchanged after being hidden and shown', async () => {
    const message = await pages.editor().show(records.large(2000));
    const panel = await pages.open();
    await panel.send(message);
    await panel.page.keyboard.press('f');
    await panel.page.evaluate(`document.querySelector('main').scrollTop = 900`);
    await panel.page.locator('.square').nth(60).click();
    const label = await panel.page.locator('.details h2').innerText();
    const scroll = await panel.page.evaluate(`document.querySelector('main').scrollTop`);
    await eventually(async () => {
      const saved = (await panel.saved()) as { scroll?: number; open?: boolean } | null;
      assert.deepEqual([saved?.scroll, saved?.open], [scroll, true]);
    });
    const again = await pages.open({ state: await panel.saved() });
    await again.send(message);
    assert.equal(await again.page.locator('.details h2').innerText(), label);
    assert.equal(await again.page.evaluate(`document.querySelector('main').scrollTop`), scroll);
    assert.match(await again.page.locator('.filter[aria-pressed="true"]').innerText(), /^Failed\s+286$/);
  });

  describe('with its versions chart', () => {
    async function showing(shown: number): Promise<PanelPage> {
      const panel = await pages.open();
      await panel.send(await pages.editor().versions(attempts, shown));
      return panel;
    }

    const chart = ({ page }: PanelPage) => page.getByRole('group', { name: 'Versions' });
    const caption = ({ page }: PanelPage) => page.locator('.version-caption').innerText();
    const figures = ({ page }: PanelPage) => page.locator('.version-figures').innerText();

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
  });
});
