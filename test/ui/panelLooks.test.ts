import assert from 'node:assert/strict';
import { eventually } from './harness/index';
import { accessibilityProblems } from './panel/axe';
import { loadEditorSide } from './panel/editorSide';
import * as records from './panel/records';
import { themes, type ThemeName } from './panel/themes';
import { inSquare, square, usePanelPages } from './panel/usePanelPages';

describe('The record page', () => {
  const pages = usePanelPages();

  for (const theme of Object.keys(themes) as ThemeName[]) {
    it(`passes axe-core: ${theme}`, async function () {
      this.timeout(180_000);
      const scenes = {
        mixed: await pages.editor().show(records.mixed),
        failed: await pages.editor().show(records.compileError),
        unfinished: await pages.editor().show(records.unfinished),
        unknown: await pages.editor().show(records.unknownCodes),
        empty: await pages.editor().show(records.noCases),
        compared: await pages.editor().compare(records.mixed, records.improved),
        ...(theme === 'dark' && { large: await pages.editor().show(records.large(10_000, 3)) }),
      };
      for (const [name, message] of Object.entries(scenes)) {
        const panel = await pages.open({ theme });
        await panel.send(message);
        if ((await panel.page.locator('.square').count()) > 0)
          await panel.page.locator('.square').first().click();
        if (name === 'mixed') await panel.page.locator('summary').click();
        // what is not a color is the same in each theme
        const what = theme === 'dark' ? 'all' : 'colors';
        assert.deepEqual(await accessibilityProblems(panel.page, what), [], `${name}, ${theme}`);
      }
    });
  }

  describe('with its layout', () => {
    it('shows a heading for each of several subtasks, and no heading for a single subtask', async () => {
      const panel = await pages.show(records.mixed);
      const headings = await panel.page.locator('.grid h2').allInnerTexts();
      assert.deepEqual(
        headings.map((text) => text.replace(/\s+/g, ' ')),
        [
          'Subtask 0 AC 40 · 300 ms · 2.34 MiB',
          'Subtask 1 WA 10 · 6 of 7 failed · 2.62 s · 256.00 MiB',
          'Subtask 2 AC 10 · 3 ms · 800 KiB',
        ],
      );
      assert.equal(await (await pages.show(records.single)).page.locator('.grid h2').count(), 0);
    });

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

    it('shows all details of the selected case', async () => {
      const panel = await pages.show(records.mixed);
      await square(panel, '7').click();
      const details = panel.page.locator('.details');
      assert.match(await details.innerText(), /Case 7\s+RE\s+Runtime Error[^]*Signal\s+11 \(SIGSEGV\)/);
      // that it ended well is no news
      assert.doesNotMatch(await details.innerText(), /Exit code/);
      await square(panel, '6').click();
      assert.deepEqual(await details.locator('.output').allInnerTexts(), ['0', '-']);
      assert.deepEqual(await details.locator('mark').allInnerTexts(), ['0', '-']);
      assert.equal(
        await details.locator('.description').innerText(),
        'Wrong Answer. wrong answer On line 1 column 3, read -, expected 0.',
      );
    });

    it('shows a case’s full verdict and subtask in narrow details', async () => {
      const panel = await pages.show(records.mixed);
      await panel.page.setViewportSize({ width: 660, height: 600 });
      await square(panel, '6').click();
      const header = panel.page.locator('.details header');
      await header.locator('.where').waitFor();
      const cut = `[...document.querySelectorAll('.details header > *')]
        .filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)`;
      assert.deepEqual(await panel.page.evaluate(cut), []);
      const close = await header.locator('.close').boundingBox();
      assert.ok(close && close.x + close.width > 630, 'what closes them stands in their corner');
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
        const order = [
          0,
          verdict.top,
          verdict.bottom,
          chosen.top,
          chosen.bottom,
          details.top,
          difference.top,
        ];
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

    it('shows the case that was opened in the list, even if a filter hides it', async () => {
      const panel = await pages.show(records.mixed);
      await panel.page.keyboard.press('f');
      await panel.send({ type: 'choose', subtask: '0', case: '3', focus: true });
      await panel.page.locator('.details h2', { hasText: '3' }).waitFor();
      assert.equal(await panel.page.locator('.square:focus .number').innerText(), '3');
      assert.equal(await panel.page.locator('.square').count(), 12);
      // one that is not there changes nothing that is seen
      await panel.send({ type: 'choose', subtask: '9', case: '1', focus: true });
      assert.equal(await panel.page.locator('.square').count(), 12);
    });

    it('draws a time bar from half of the time limit on, and no bar without a limit', async () => {
      const bare = await pages.show(records.mixed);
      assert.equal(await bare.page.locator('.square .bar:visible').count(), 0);
      const panel = await pages.open();
      const message = await pages.editor().show(records.mixed);
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
      assert.deepEqual(await shares('5'), ['0.831']);
      assert.deepEqual(await shares('8'), ['1.000']);
      const bars = (label: string) => square(panel, label).locator('.bar:visible').count();
      assert.deepEqual([await bars('5'), await bars('8'), await bars('9')], [1, 1, 0]);
      await square(panel, '9').click();
      const details = panel.page.locator('.details');
      assert.match(await details.innerText(), /400 ms of 1\.20 s\s+Memory\s+256\.00 MiB of 256\.00 MiB/);
      assert.equal(await details.locator('.bar:visible').count(), 1);
    });

    it('draws pending squares hollow and without a time in every theme', async () => {
      for (const theme of Object.keys(themes) as (keyof typeof themes)[]) {
        const panel = await pages.show(records.improved, { theme });
        const waiting = square(panel, '10');
        assert.equal(await waiting.getAttribute('data-style'), 'pending');
        assert.deepEqual(await waiting.locator('.figure').allInnerTexts(), ['']);
        const styles = await inSquare(
          panel,
          '10',
          '[getComputedStyle(square).borderTopStyle, getComputedStyle(square).backgroundColor]',
        );
        const [border, background] = styles as [string, string];
        assert.equal(border, 'dashed', theme);
        if (!theme.includes('igh')) assert.equal(background, 'rgba(0, 0, 0, 0)', theme);
      }
    });

    it('shows the first failure in the header, with a link to the case', async () => {
      const panel = await pages.show(records.mixed);
      const head = panel.page.locator('.top');
      assert.equal(
        (await head.innerText()).replace(/\s+/g, ' '),
        'WA Wrong Answer 60 2.62 s · 256.00 MiB 6 of 12 failed · first: #6, expected 0, actual -',
      );
      await head.getByRole('button', { name: '6' }).click();
      assert.equal(await panel.page.locator('.square:focus .number').innerText(), '6');
      assert.equal(await panel.page.locator('.details h2').innerText(), 'Case 6');
      await panel.page.keyboard.press('n');
      assert.equal(await panel.page.locator('.details h2').innerText(), 'Case 7');
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
          ['.verdict-line', '.square:focus', '.details'].map((part) =>
            panel.page.locator(part).boundingBox(),
          ),
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

    it('draws more than 100 cases as small squares, opens at the first failure, and collapses subtasks that passed', async () => {
      const cases = (subtask: number) =>
        Array.from({ length: 60 }, (_, index) =>
          records.caseOf(index + 1, subtask > 7 && index % 5 === 3 ? 6 : 12),
        );
      const many = records.envelopeOf(
        records.judgementOf(
          14,
          Array.from({ length: 10 }, (_, index) =>
            records.subtaskOf(index, index > 7 ? 14 : 12, cases(index)),
          ),
        ),
      );
      const panel = await pages.show(many);
      const { page } = panel;
      await page.setViewportSize({ width: 400, height: 500 });
      assert.equal(await page.locator('.square:not(.heat)').count(), 0);
      const failed = page.getByRole('gridcell', { name: /^Case 8-4 WA/ });
      assert.equal(await failed.locator('.number').innerText(), '4');
      const fold = page.getByRole('button', { name: 'Subtask 7' });
      assert.equal(await fold.getAttribute('aria-expanded'), 'false');
      assert.match(await page.locator('.heading', { hasText: 'Subtask 7' }).innerText(), /60 of 60 passed/);
      await page.evaluate(`document.querySelector('main').scrollTop = 0`);
      await page.getByRole('button', { name: 'Subtask 0' }).click();
      await page.getByRole('gridcell', { name: /^Case 0-4 AC/ }).click();
      await page.getByRole('button', { name: 'Subtask 0' }).click();
      assert.equal(await page.getByRole('gridcell', { name: /^Case 0-4 AC/ }).count(), 0);
      // a case that is asked for is shown
      await panel.send({ type: 'choose', subtask: '3', case: '2', focus: true });
      assert.equal(await page.locator('.square:focus').getAttribute('data-style'), 'accepted');
      const again = await pages.open();
      await again.page.setViewportSize({ width: 400, height: 500 });
      await again.send(await pages.editor().show(many));
      const box = await again.page.getByRole('gridcell', { name: /^Case 8-4 WA/ }).boundingBox();
      assert.ok(box && box.y > 60 && box.y < 500, 'the first failure is in sight');
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

    it('uses the theme’s text color', async () => {
      const panel = await pages.show(records.mixed, { theme: 'dark' });
      const ink = () => inSquare(panel, '8', 'getComputedStyle(square).color');
      assert.equal(await ink(), 'rgb(0, 0, 0)');
      const { variables } = themes.light;
      await panel.page.evaluate(
        `document.documentElement.style.setProperty('--vscode-judgeResults-limitExceeded', '${variables['judgeResults-limitExceeded']}')`,
      );
      await eventually(async () => assert.equal(await ink(), 'rgb(255, 255, 255)'));
    });

    it('compares two records in text and figures', async () => {
      const panel = await pages.open();
      await panel.send(await pages.editor().compare(records.mixed, records.improved));
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
      await square(panel, '3').click();
      assert.match(await panel.page.locator('.details').innerText(), /90 ms\s+640 ms\s+\+550 ms, \+611%/);
      await panel.page.locator('.filter', { hasText: 'Better' }).click();
      assert.deepEqual(await panel.page.locator('.square .number').allInnerTexts(), ['6', '7']);
    });

    it('is Chinese if VS Code is', async () => {
      const chinese = await loadEditorSide('zh-cn');
      const panel = await pages.open({ language: 'zh-cn' });
      await panel.send(await chinese.show(records.mixed));
      await square(panel, '7').click();
      assert.match(await panel.page.locator('.details').innerText(), /测试点 7/);
      assert.match(await panel.page.locator('.filters').innerText(), /全部\s*12\s*未通过\s*6/);
      assert.match(await panel.page.locator('.origin').innerText(), /P1001\.cpp.*2 小时前/s);
    });
  });

  describe('with malicious HTML', () => {
    it('shows malicious HTML as plain text', async () => {
      const panel = await pages.show(records.hostile);
      await square(panel, '1').click();
      assert.equal(await panel.page.title(), 'P1001');
      assert.equal(await panel.page.locator('img, script:not([nonce]), a').count(), 0);
      const description = await panel.page.locator('.description').innerText();
      assert.ok(description.startsWith('<img src=x onerror='));
      assert.doesNotMatch(description, /\u202e/);
    });

    it('requests a full description only when the user expands it', async () => {
      const panel = await pages.open();
      const message = await pages.editor().show(records.hostile);
      await panel.send(message);
      await square(panel, '2').click();
      await panel.page.getByText('Show all').click();
      assert.deepEqual((await panel.said()).at(-1), {
        type: 'caseButton',
        button: 'wholeDescription',
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
        cases: subtask.cases.map((one) => ({
          ...one,
          description: one.description.replaceAll('W', 'M'),
        })),
      }));
      await panel.send({ ...message, subtasks: judgedAgain });
      assert.match(await panel.page.locator('.description').innerText(), /^M{999}…$/);
      assert.equal(await panel.page.getByText('Show all').count(), 1);
    });

    it('fits into a narrow page', async () => {
      const panel = await pages.show(records.hostile);
      await panel.page.setViewportSize({ width: 300, height: 600 });
      await square(panel, '2').click();
      assert.equal(await panel.page.evaluate(`document.documentElement.scrollWidth`), 300);
      assert.equal(await panel.page.evaluate(`document.querySelector('main').scrollWidth <= 300`), true);
    });
  });
});
