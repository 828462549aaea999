import assert from 'node:assert/strict';
import type { BrowserContext } from 'playwright-core';
import type { Envelope } from '../../src/judge';
import type { FromPage } from '../../src/panel/messages';
import { launchBrowser } from '../../tools/host/index';
import { eventually } from './harness/index';
import { savePicture } from '../../tools/workbench/pictures';
import { accessibilityProblems } from './panel/axe';
import { loadEditorSide, type EditorSide } from './panel/editorSide';
import { PanelPage, type PanelPageOptions } from './panel/panelPage';
import * as records from './panel/records';
import { themes, type ThemeName } from './panel/themes';

describe('the page of the record panel', () => {
  let context: BrowserContext;
  let close: () => Promise<void>;
  let english: EditorSide;
  const open: PanelPage[] = [];

  before(async function () {
    this.timeout(180_000);
    const launched = await launchBrowser({ viewport: { width: 1000, height: 760 } });
    context = launched.context;
    close = () => launched.browser.close();
    english = await loadEditorSide();
  });

  afterEach(async () => {
    const complaints = open.flatMap((panel) => panel.complaints);
    await Promise.all(open.splice(0).map(({ page }) => page.close()));
    assert.deepEqual(complaints, [], 'the browser complained');
  });

  after(() => close());

  async function opened(options: PanelPageOptions = {}): Promise<PanelPage> {
    const panel = await PanelPage.open(context, options);
    open.push(panel);
    return panel;
  }

  async function showing(envelope: Envelope, options: PanelPageOptions = {}): Promise<PanelPage> {
    const panel = await opened(options);
    await panel.send(await english.show(envelope));
    return panel;
  }

  const square = (panel: PanelPage, label: string) =>
    panel.page.locator('.square').filter({ has: panel.page.locator(`.number:text-is("${label}")`) });

  /** What an expression says of the element `square`, which runs in the page. */
  const inSquare = (panel: PanelPage, label: string, expression: string) =>
    panel.page.evaluate<unknown>(`(() => {
      const number = [...document.querySelectorAll('.number')].find((one) => one.textContent === '${label}');
      const square = number.closest('.square');
      return ${expression};
    })()`);

  describe('without help of a mouse or colours', () => {
    for (const theme of Object.keys(themes) as ThemeName[]) {
      it(`has nothing that axe-core finds wrong: ${theme}`, async function () {
        this.timeout(180_000);
        const scenes = {
          mixed: await english.show(records.mixed),
          failed: await english.show(records.compileError),
          unfinished: await english.show(records.unfinished),
          unknown: await english.show(records.unknownCodes),
          empty: await english.show(records.noCases),
          compared: await english.compare(records.mixed, records.improved),
          large: await english.show(records.large(10_000, 3)),
        };
        for (const [name, message] of Object.entries(scenes)) {
          const panel = await opened({ theme });
          await panel.send(message);
          if ((await panel.page.locator('.square').count()) > 0)
            await panel.page.locator('.square').first().click();
          if (name === 'mixed') await panel.page.locator('summary').click();
          assert.deepEqual(await accessibilityProblems(panel.page), [], `${name}, ${theme}`);
          await savePicture(`panel/${theme}-${name}`, await panel.page.screenshot());
        }
      });
    }

    it('moves by keys through squares and subtasks, opens and closes details', async () => {
      const panel = await showing(records.mixed);
      const { page } = panel;
      const focused = () => page.locator('.square:focus .number').innerText();
      await square(panel, '#1').focus();
      await page.keyboard.press('ArrowRight');
      assert.equal(await focused(), '#2');
      await page.keyboard.press('ArrowDown');
      assert.equal(await focused(), '#6');
      await page.keyboard.press('End');
      assert.equal(await focused(), '#11');
      assert.equal(await page.locator('.details').isVisible(), false);
      await page.keyboard.press('Home');
      await page.keyboard.press('Enter');
      assert.equal(await page.locator('.details h2').innerText(), 'Case #5');
      await page.keyboard.press('ArrowRight');
      assert.equal(await page.locator('.details h2').innerText(), 'Case #6');
      await page.keyboard.press('Escape');
      assert.equal(await page.locator('.details').isVisible(), false);
      assert.equal(await focused(), '#6');
    });

    it('reaches the last of 10,000 cases with one key, and comes back', async () => {
      const panel = await showing(records.large(10_000));
      const { page } = panel;
      await square(panel, '#1').focus();
      await page.keyboard.press('Control+End');
      assert.equal(await page.locator('.square:focus .number').innerText(), '#10000');
      await page.keyboard.press('PageUp');
      await page.keyboard.press('Control+Home');
      assert.equal(await page.locator('.square:focus .number').innerText(), '#1');
    });

    it('keeps the focus while its square scrolls out of sight', async () => {
      const panel = await showing(records.large(10_000));
      const { page } = panel;
      await square(panel, '#3').focus();
      await page.evaluate(`document.querySelector('main').scrollTop = 20000`);
      await eventually(async () => assert.equal(await square(panel, '#1').count(), 1, 'its row is kept'));
      await square(panel, '#3').waitFor({ state: 'attached' });
      await page.keyboard.press('ArrowRight');
      assert.equal(await page.locator('.square:focus .number').innerText(), '#4');
    });

    it('has exactly one square in the tab order', async () => {
      const panel = await showing(records.mixed);
      assert.equal(await panel.page.locator('.square[tabindex="0"]').count(), 1);
      await square(panel, '#7').click();
      assert.equal(await panel.page.locator('.square[tabindex="0"] .number').innerText(), '#7');
      await panel.page.evaluate(`document.querySelector('main').scrollTop = 1e6`);
      assert.equal(await panel.page.locator('.square[tabindex="0"]').count(), 1);
    });

    it('names a square with everything that it shows', async () => {
      const panel = await showing(records.mixed);
      assert.equal(
        await square(panel, '#7').getAttribute('aria-label'),
        'Case #7 RE 12 ms 128.00 MiB, RE Runtime Error, Score 0, Signal 11 (SIGSEGV)',
      );
    });

    it('shows only what failed at F, and all again', async () => {
      const panel = await showing(records.mixed);
      const shown = () => panel.page.locator('.square .number').allInnerTexts();
      await square(panel, '#6').focus();
      await panel.page.keyboard.press('f');
      assert.deepEqual(await shown(), ['#6', '#7', '#8', '#9', '#10', '#11']);
      assert.equal(await panel.page.locator('.square:focus .number').innerText(), '#6');
      // nothing is left of the other subtasks: no heading either
      assert.deepEqual(await panel.page.locator('.grid .heading-name').allInnerTexts(), ['Subtask #1']);
      await panel.page.keyboard.press('f');
      assert.equal(await panel.page.locator('.grid .heading-name').count(), 3);
      assert.equal((await shown()).length, 12);
    });

    it('moves the focus to the nearest square left where F takes its own away', async () => {
      const panel = await showing(records.mixed);
      const focused = () => panel.page.locator('.square:focus .number').innerText();
      await square(panel, '#2').focus();
      await panel.page.keyboard.press('f');
      assert.equal(await focused(), '#6');
      await panel.page.keyboard.press('f');
      await square(panel, '#12').focus();
      await panel.page.keyboard.press('f');
      assert.equal(await focused(), '#11');
    });

    it('says so where nothing failed', async () => {
      const panel = await showing(records.single);
      await panel.page.keyboard.press('f');
      assert.equal(await panel.page.locator('[role="status"]').innerText(), 'No failed cases.');
    });
  });

  describe('at a glance', () => {
    it('has a heading for each of several subtasks, none for one alone', async () => {
      const panel = await showing(records.mixed);
      const headings = await panel.page.locator('.grid h2').allInnerTexts();
      assert.deepEqual(
        headings.map((text) => text.replace(/\s+/g, ' ')),
        [
          'Subtask #0 AC Score 40 · 300 ms · 2.34 MiB',
          'Subtask #1 WA Score 10 · 2.62 s · 256.00 MiB',
          'Subtask #2 AC Score 10 · 3 ms · 800 KiB',
        ],
      );
      assert.equal(await (await showing(records.single)).page.locator('.grid h2').count(), 0);
    });

    it('tells everything about a case that is chosen', async () => {
      const panel = await showing(records.mixed);
      await square(panel, '#7').click();
      const details = panel.page.locator('.details');
      assert.match(await details.innerText(), /Signal\s+11 \(SIGSEGV\)\s+Exit code\s+0/);
      await square(panel, '#6').click();
      assert.equal(
        await details.locator('.description').innerText(),
        'Wrong Answer. wrong answer On line 1 column 3, read -, expected 0.',
      );
    });

    it('shows the case that was opened in the list, in spite of a filter', async () => {
      const panel = await showing(records.mixed);
      await panel.page.keyboard.press('f');
      await panel.send({ type: 'choose', subtask: '0', case: '3' });
      await panel.page.locator('.details h2', { hasText: '#3' }).waitFor();
      assert.equal(await panel.page.locator('.square:focus .number').innerText(), '#3');
      assert.equal(await panel.page.locator('.square').count(), 12);
      // one that is not there changes nothing that is seen
      await panel.send({ type: 'choose', subtask: '9', case: '1' });
      assert.equal(await panel.page.locator('.square').count(), 12);
    });

    it('draws time and memory against the limits of the problem, and no bars where they are not told', async () => {
      const bare = await showing(records.mixed);
      assert.equal(await bare.page.locator('.square .bar:visible').count(), 0);
      const panel = await opened();
      const message = await english.show(records.mixed);
      await panel.send({
        ...message,
        record: { ...message.record, limits: { time: 1201, memory: 262_144 } },
      });
      const shares = (label: string) =>
        inSquare(
          panel,
          label,
          `[...square.querySelectorAll('.bar')].map((bar) => bar.style.getPropertyValue('--share'))`,
        );
      assert.deepEqual(await shares('#9'), ['0.333', '1.000']);
      assert.deepEqual(await shares('#8'), ['1.000', '0.248']);
    });

    it('leaves waiting squares hollow, without time, in every theme', async () => {
      for (const theme of Object.keys(themes) as (keyof typeof themes)[]) {
        const panel = await showing(records.improved, { theme });
        const waiting = square(panel, '#10');
        assert.equal(await waiting.getAttribute('data-look'), 'pending');
        assert.deepEqual(await waiting.locator('.figure').allInnerTexts(), ['', '']);
        const styles = await inSquare(
          panel,
          '#10',
          '[getComputedStyle(square).borderTopStyle, getComputedStyle(square).backgroundColor]',
        );
        const [border, background] = styles as [string, string];
        assert.equal(border, 'dashed', theme);
        if (!theme.includes('igh')) assert.equal(background, 'rgba(0, 0, 0, 0)', theme);
        await savePicture(`panel/waiting-${theme}`, await panel.page.screenshot());
      }
    });

    it('builds only the squares in sight of 10,000, in one subtask or in 500', async () => {
      for (const subtasks of [1, 500]) {
        const panel = await showing(records.large(10_000, subtasks));
        assert.ok((await panel.page.locator('.square').count()) < 300);
        await panel.page.evaluate(`document.querySelector('main').scrollTop = 1e9`);
        await square(panel, '#10000').waitFor();
        assert.ok((await panel.page.locator('.square').count()) < 300);
      }
    });

    it('changes its ink with the theme', async () => {
      const panel = await showing(records.mixed, { theme: 'dark' });
      const ink = () => inSquare(panel, '#8', 'getComputedStyle(square).color');
      assert.equal(await ink(), 'rgb(0, 0, 0)');
      const { variables } = themes.light;
      await panel.page.evaluate(
        `document.documentElement.style.setProperty('--vscode-judgeResults-limitExceeded', '${variables['judgeResults-limitExceeded']}')`,
      );
      await eventually(async () => assert.equal(await ink(), 'rgb(255, 255, 255)'));
    });

    it('compares two records in words and figures', async () => {
      const panel = await opened();
      await panel.send(await english.compare(records.mixed, records.improved));
      const changes = await panel.page.locator('.square .change').allInnerTexts();
      assert.deepEqual(
        changes.filter((text) => text !== '').sort(),
        [
          '+ new',
          '… unfinished',
          '↑ more memory',
          '↑ slower',
          '− gone',
          '▲ better',
          '▲ better',
          '▼ worse',
          '◆ different',
        ].sort(),
      );
      await square(panel, '#3').click();
      assert.match(await panel.page.locator('.details').innerText(), /90 ms\s+640 ms\s+\+550 ms, \+611%/);
      await panel.page.locator('.filter', { hasText: 'Better' }).click();
      assert.deepEqual(await panel.page.locator('.square .number').allInnerTexts(), ['#6', '#7']);
    });

    it('speaks Chinese where the editor does', async () => {
      const chinese = await loadEditorSide('zh-cn');
      const panel = await opened({ language: 'zh-cn' });
      await panel.send(await chinese.show(records.mixed));
      await square(panel, '#7').click();
      assert.match(await panel.page.locator('.details').innerText(), /测试点 #7/);
      assert.match(await panel.page.locator('.filters').innerText(), /全部\s*12\s*未通过\s*6/);
      assert.match(await panel.page.locator('.facts').innerText(), /源文件 P1001\.cpp.*2小时前/s);
      await savePicture('panel/chinese', await panel.page.screenshot());
    });
  });

  describe('while it is used', () => {
    it('says that it is there, and asks for nothing else by itself', async () => {
      const panel = await showing(records.mixed);
      assert.deepEqual(await panel.said(), [{ type: 'ready' }]);
    });

    it('asks the extension to open what is clicked', async () => {
      const panel = await showing(records.mixed);
      await panel.page.getByText('P1001.cpp').click();
      await panel.page.locator('summary').click();
      await panel.page.locator('pre .link').nth(1).click();
      await panel.page.getByText('Open as document').click();
      for (const name of [
        'Compare with Previous',
        'Submit Again',
        'Open Source',
        'Copy Request ID',
        'Refresh',
      ])
        await panel.page.getByRole('button', { name }).click();
      const [, ...said] = await panel.said();
      assert.deepEqual(said, [
        { type: 'openSource', side: 'record' },
        { type: 'openPosition', side: 'record', link: 1 },
        { type: 'openCompileMessage', side: 'record' },
        { type: 'action', action: 'compareWithPrevious' },
        { type: 'action', action: 'submitAgain' },
        { type: 'action', action: 'openSource' },
        { type: 'action', action: 'copyRequestId' },
        { type: 'action', action: 'refresh' },
      ] satisfies FromPage[]);
    });

    it('remembers the compile message as it was left, opened or closed again', async () => {
      const panel = await showing(records.mixed);
      for (const open of [true, false, true, false]) {
        await panel.page.locator('summary').click();
        await eventually(async () => {
          const saved = (await panel.saved()) as { compileOpen?: boolean } | null;
          assert.equal(saved?.compileOpen, open);
        });
      }
    });

    it('keeps place, choice, focus and every square while a judging goes on', async () => {
      const record = await english.follow(records.judging(300, 1000));
      const panel = await opened();
      await panel.send(record.show);
      await panel.page.evaluate(`document.querySelector('main').scrollTop = 1200`);
      const middle = panel.page.locator('.square').nth(90);
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
        }).observe(document.querySelector('.grid'), { childList: true, subtree: true, characterData: true, attributes: true, attributeFilter: ['aria-label', 'data-look', 'style', 'class'] });
      `);
      await panel.send(await record.next(records.judging(301, 1000)));
      assert.equal(await scroll(), place);
      assert.equal(await panel.page.locator('.details h2').innerText(), `Case ${label}`);
      assert.equal(await panel.page.locator('.square:focus .number').innerText(), label);
      assert.deepEqual(
        await panel.page.evaluate(`[...window.touched]`),
        [],
        'what is in sight did not change',
      );
      await panel.send(await record.next(records.judging(1000, 1000)));
      assert.equal(await scroll(), place);
      assert.equal(await panel.page.locator('.square:focus .number').innerText(), label);
      await panel.page.evaluate(`document.querySelector('main').scrollTop = 1e6`);
      await square(panel, '#1000').waitFor();
      assert.notEqual(await square(panel, '#1000').getAttribute('data-look'), 'pending');
    });

    it('is as it was after it was hidden', async () => {
      const message = await english.show(records.large(2000));
      const panel = await opened();
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
      const again = await opened({ state: await panel.saved() });
      await again.send(message);
      assert.equal(await again.page.locator('.details h2').innerText(), label);
      assert.equal(await again.page.evaluate(`document.querySelector('main').scrollTop`), scroll);
      assert.match(await again.page.locator('.filter[aria-pressed="true"]').innerText(), /^Failed\s+286$/);
    });
  });

  describe('with text that means harm', () => {
    it('shows it as text', async () => {
      const panel = await showing(records.hostile);
      await square(panel, '#1').click();
      assert.equal(await panel.page.title(), 'P1001');
      assert.equal(await panel.page.locator('img, script:not([nonce]), a').count(), 0);
      const description = await panel.page.locator('.description').innerText();
      assert.ok(description.startsWith('<img src=x onerror='));
      assert.doesNotMatch(description, /\u202e/);
    });

    it('asks for the whole of a description only when that is wanted', async () => {
      const panel = await opened();
      const message = await english.show(records.hostile);
      await panel.send(message);
      await square(panel, '#2').click();
      await panel.page.getByText('Show all').click();
      assert.deepEqual((await panel.said()).at(-1), {
        type: 'wholeDescription',
        side: 'record',
        subtask: '0',
        case: '2',
      });
      await panel.send({
        type: 'description',
        side: 'record',
        subtask: '0',
        case: '2',
        text: `${'W'.repeat(5000)} end`,
      });
      assert.match(await panel.page.locator('.description').innerText(), /^W{5000} end$/);
      assert.equal(await panel.page.getByText('Show all').count(), 0);
      const judgedAgain = message.subtasks.map((subtask) => ({
        ...subtask,
        cases: { ...subtask.cases, texts: subtask.cases.texts.map((text) => text.replaceAll('W', 'M')) },
      }));
      await panel.send({ ...message, subtasks: judgedAgain });
      assert.match(await panel.page.locator('.description').innerText(), /^M{999}…$/);
      assert.equal(await panel.page.getByText('Show all').count(), 1);
    });

    it('stays inside a narrow page', async () => {
      const panel = await showing(records.hostile);
      await panel.page.setViewportSize({ width: 300, height: 600 });
      await square(panel, '#2').click();
      assert.equal(await panel.page.evaluate(`document.documentElement.scrollWidth`), 300);
      assert.equal(await panel.page.evaluate(`document.querySelector('main').scrollWidth <= 300`), true);
    });
  });
});
