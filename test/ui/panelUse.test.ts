import assert from 'node:assert/strict';
import type { FromPage } from '../../src/panel/messages';
import { eventually } from './harness/index';
import * as records from './panel/records';
import { square, usePanelPages } from './panel/usePanelPages';

describe('The record page in use', () => {
  const pages = usePanelPages();

  it('shows input and output of a run with custom input, but no verdict', async () => {
    const panel = await pages.open();
    const { page } = panel;
    const ran = (id: number, stdin: string, description: string) =>
      records.caseOf(id, 12, { description, extra: { stdin } });
    const subtask = records.subtaskOf(1, 12, [ran(1, '20 22\n', '42\n'), ran(2, '', '')]);
    await panel.send(await pages.editor().showOwnRun(records.envelopeOf(records.judgementOf(12, [subtask]))));
    assert.equal(await page.locator('.verdict-line .pill').innerText(), 'Ran with custom input');
    assert.equal(await page.locator('[data-style="accepted"]').count(), 0);
    assert.deepEqual(await page.locator('.details h3').allInnerTexts(), ['Input', 'Output']);
    assert.deepEqual(await page.locator('.details p').allInnerTexts(), ['20 22', '42']);
    // closed once, it stays closed
    await page.keyboard.press('Escape');
    await panel.send(await pages.editor().showOwnRun(records.envelopeOf(records.judgementOf(12, [subtask]))));
    await square(panel, '2').click();
    assert.deepEqual(await page.locator('.details p').allInnerTexts(), ['(empty)', '(empty)']);
  });

  describe('with the keyboard', () => {
    it('moves through squares and subtasks, and opens and closes details', async () => {
      const panel = await pages.show(records.mixed);
      const { page } = panel;
      const focused = () => page.locator('.square:focus .number').innerText();
      await square(panel, '1').focus();
      await page.keyboard.press('ArrowRight');
      assert.equal(await focused(), '2');
      await page.keyboard.press('ArrowDown');
      assert.equal(await focused(), '6');
      await page.keyboard.press('End');
      assert.equal(await focused(), '11');
      assert.equal(await page.locator('.details').isVisible(), false);
      await page.keyboard.press('Home');
      await page.keyboard.press('Enter');
      assert.equal(await page.locator('.details h2').innerText(), 'Case 5');
      await page.keyboard.press('ArrowRight');
      assert.equal(await page.locator('.details h2').innerText(), 'Case 6');
      await page.keyboard.press('Escape');
      assert.equal(await page.locator('.details').isVisible(), false);
      assert.equal(await focused(), '6');
    });

    it('moves to the last of 10,000 cases with one key, and back with another', async () => {
      const panel = await pages.show(records.large(10_000));
      const { page } = panel;
      await square(panel, '1').focus();
      await page.keyboard.press('Control+End');
      assert.equal(await page.locator('.square:focus .number').innerText(), '10000');
      await page.keyboard.press('PageUp');
      await page.keyboard.press('Control+Home');
      assert.equal(await page.locator('.square:focus .number').innerText(), '1');
    });

    it('keeps the focus on a square that scrolls out of view', async () => {
      const panel = await pages.show(records.large(10_000));
      const { page } = panel;
      await square(panel, '3').focus();
      await page.evaluate(`document.querySelector('main').scrollTop = 20000`);
      await eventually(async () => assert.equal(await square(panel, '1').count(), 1, 'its row is kept'));
      await square(panel, '3').waitFor({ state: 'attached' });
      await page.keyboard.press('ArrowRight');
      assert.equal(await page.locator('.square:focus .number').innerText(), '4');
    });

    it('has exactly one square in the tab order', async () => {
      const panel = await pages.show(records.mixed);
      assert.equal(await panel.page.locator('.square[tabindex="0"]').count(), 1);
      await square(panel, '7').click();
      assert.equal(await panel.page.locator('.square[tabindex="0"] .number').innerText(), '7');
      await panel.page.evaluate(`document.querySelector('main').scrollTop = 1e6`);
      assert.equal(await panel.page.locator('.square[tabindex="0"]').count(), 1);
    });

    it('gives a square an accessible name with all information that it shows', async () => {
      const panel = await pages.show(records.mixed);
      assert.equal(
        await square(panel, '7').getAttribute('aria-label'),
        'Case 7 RE 12 ms 128.00 MiB, RE Runtime Error, Score 0, Signal 11 (SIGSEGV)',
      );
    });

    it('shows only failed cases after F, and all cases after a second F', async () => {
      const panel = await pages.show(records.mixed);
      const shown = () => panel.page.locator('.square .number').allInnerTexts();
      await square(panel, '6').focus();
      await panel.page.keyboard.press('f');
      assert.deepEqual(await shown(), ['6', '7', '8', '9', '10', '11']);
      assert.equal(await panel.page.locator('.square:focus .number').innerText(), '6');
      // nothing is left of the other subtasks: no heading either
      assert.deepEqual(await panel.page.locator('.grid .heading-name').allInnerTexts(), ['Subtask 1']);
      await panel.page.keyboard.press('f');
      assert.equal(await panel.page.locator('.grid .heading-name').count(), 3);
      assert.equal((await shown()).length, 12);
    });

    it('moves the focus to the nearest visible square if the F filter hides the focused square', async () => {
      const panel = await pages.show(records.mixed);
      const focused = () => panel.page.locator('.square:focus .number').innerText();
      await square(panel, '2').focus();
      await panel.page.keyboard.press('f');
      assert.equal(await focused(), '6');
      await panel.page.keyboard.press('f');
      await square(panel, '12').focus();
      await panel.page.keyboard.press('f');
      assert.equal(await focused(), '11');
    });

    it('focuses the first failed case on the first key press, or when the page gets the focus', async () => {
      const panel = await pages.show(records.mixed);
      const focused = () => panel.page.locator('.square:focus .number').innerText();
      await panel.page.keyboard.press('ArrowDown');
      assert.equal(await focused(), '6');
      const other = await pages.show(records.mixed);
      await other.send({ type: 'focus' });
      assert.equal(await other.page.locator('.square:focus .number').innerText(), '6');
      assert.equal(await other.page.locator('.details').isVisible(), false);
    });

    it('opens a menu of less common actions with arrow keys, and closes it with Escape', async () => {
      const panel = await pages.show(records.mixed);
      const { page } = panel;
      const opener = page.getByRole('button', { name: 'More Actions' });
      await opener.focus();
      await page.keyboard.press('Enter');
      const focused = () => page.locator('[role="menuitem"]:focus').innerText();
      assert.equal(await focused(), 'Set Source File…');
      await page.keyboard.press('ArrowUp');
      assert.equal(await focused(), 'Export as JSON…');
      await page.keyboard.press('ArrowDown');
      assert.equal(await focused(), 'Set Source File…');
      await page.keyboard.press('Escape');
      assert.equal(await page.getByRole('menu').count(), 0);
      assert.equal(await page.evaluate(`document.activeElement.getAttribute('aria-label')`), 'More Actions');
    });

    it('keeps its menu open at the same entry when a newer result arrives', async () => {
      const panel = await pages.open();
      const { page } = panel;
      const { show, next } = await pages.editor().follow(records.unfinished);
      await panel.send(show);
      const opener = page.getByRole('button', { name: 'More Actions' });
      await opener.click();
      await page.keyboard.press('ArrowDown');
      const focused = () => page.locator('[role="menuitem"]:focus').innerText();
      const entry = await focused();
      await panel.send(await next(records.judging(40, 50)));
      assert.equal(await focused(), entry);
      assert.equal(await opener.getAttribute('aria-expanded'), 'true');
      await page.keyboard.press('Escape');
      await panel.send(await next(records.judging(41, 50)));
      assert.equal(await page.getByRole('menu').count(), 0);
    });

    it('reports that no case failed if the filter hides every case', async () => {
      const panel = await pages.show(records.single);
      await panel.page.keyboard.press('f');
      assert.equal(await panel.page.locator('[role="status"]').innerText(), 'No failed cases.');
    });
  });

  describe('with the mouse', () => {
    it('sends a “ready” message, and then nothing until the user acts', async () => {
      const panel = await pages.show(records.mixed);
      assert.deepEqual(await panel.said(), [{ type: 'ready' }]);
    });

    it('sends the extension a message that opens the clicked link', async () => {
      const panel = await pages.open();
      await panel.send(await pages.editor().versions([records.single, records.mixed]));
      await panel.page.getByText('P1001.cpp').click();
      await panel.page.locator('summary').click();
      await panel.page.locator('pre .link').nth(1).click();
      await panel.page.getByText('Open in Editor').click();
      for (const name of ['Compare with Previous', 'Submit Again', 'Refresh'])
        await panel.page.getByRole('button', { name }).click();
      for (const name of ['Open Source', 'Copy ID']) {
        await panel.page.getByRole('button', { name: 'More Actions' }).click();
        await panel.page.getByRole('menuitem', { name }).click();
      }
      const [, ...said] = await panel.said();
      assert.deepEqual(said, [
        { type: 'openSource', side: 'record' },
        { type: 'openPosition', side: 'record', link: 1 },
        { type: 'openCompileMessage', side: 'record' },
        { type: 'action', action: 'compareWithPrevious' },
        { type: 'action', action: 'submitAgain' },
        { type: 'action', action: 'refresh' },
        { type: 'action', action: 'openSource' },
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
      assert.deepEqual(
        await panel.page.evaluate(`[...window.touched]`),
        [],
        'what is in sight did not change',
      );
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
  });
});
