// The pictures of the READMEs, in English and Chinese, with stand-ins of Hydro and Codeforces:
//   npm run pictures -- [--update-pictures]
import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import UPNG from 'upng-js';
import type { Locator } from 'playwright-core';
import { startLocalCodeforces, type LocalCodeforces } from '../../../tools/codeforces/codeforces';
import { chineseStrings, pictureFonts } from '../../../tools/host/index';
import { startLocalHydro, type LocalHydro } from '../../../tools/hydro/hydro';
import { root } from '../../../tools/root';
import { savePicture, withoutHost } from '../../../tools/workbench/pictures';
import { eventually, useWorkbench, type Workbench } from '../harness/index';
import type { WorkbenchSetup } from '../harness/use-workbench';
import { setFocus, settingsFor } from '../support/steps';
import { drawPointer } from './pointer';

/** Maximum size of the animated picture, bytes. Marketplaces accept no more. */
const MAX_ANIMATION_BYTES = 1_000_000;
const ANIMATION_COLORS = 128;

/** Keys for the commands of the pictures, because their titles depend on the language. */
const keys = {
  'judgeResults.submit': 'Control+Alt+Shift+F1',
  'judgeResults.setCredentials': 'Control+Alt+Shift+F2',
  'judgeResults.follow': 'Control+Alt+Shift+F3',
  'judgeResults.showStatement': 'Control+Alt+Shift+F4',
  'workbench.actions.view.problems': 'Control+Alt+Shift+F5',
  'workbench.action.closePanel': 'Control+Alt+Shift+F6',
} as const;

/** Ends one element early: the last number is never added. */
const maxSum = (loopEnd: string) => `#include <algorithm>
#include <iostream>
#include <vector>

int main() {
  int n;
  std::cin >> n;
  std::vector<long long> a(n);
  for (auto &x : a) std::cin >> x;

  long long best = a[0], sum = 0;
  for (int i = 0; i < ${loopEnd}; i++) {
    sum = std::max(sum, 0LL) + a[i];
    best = std::max(best, sum);
  }
  std::cout << best << "\\n";
}
`;

/** Has a misspelled name in line 11 and a variable that isn't used in line 6. */
const triangle = `#include <iostream>
#include <vector>

int main() {
  int rows;
  int answer;
  std::cin >> rows;
  std::vector<std::vector<int>> a(rows);
  for (int i = 0; i < rows; i++) {
    a[i].resize(i + 1);
    for (int &x : a[i]) std::cin >> y;
  }
  std::cout << a[0][0] << "\\n";
}
`;

const otherPrograms = {
  sum: '#include <iostream>\nint main() {\n  long long a, b;\n  std::cin >> a >> b;\n  std::cout << a + b << "\\n";\n}\n',
  slowSort:
    '#include <iostream>\n#include <vector>\nint main() {\n  int n;\n  std::cin >> n;\n  std::vector<int> a(n);\n  for (int &x : a) std::cin >> x;\n  for (int i = 0; i < n; i++)\n    for (int j = i + 1; j < n; j++)\n      if (a[j] < a[i]) std::swap(a[i], a[j]);\n  for (int x : a) std::cout << x << " ";\n}\n',
  overflow: '#include <cstdlib>\nint main() {\n  std::abort();\n}\n',
};

for (const locale of [undefined, 'zh-cn'] as const) {
  const suffix = locale === undefined ? '' : `.${locale}`;

  const setup = async (files: Readonly<Record<string, string>>): Promise<WorkbenchSetup> => {
    const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'judge-pictures-'));
    for (const [name, text] of Object.entries(files)) await fs.writeFile(path.join(folder, name), text);
    return {
      folder,
      ...(locale === undefined ? {} : { locale, translations: await chineseStrings() }),
      fontConfiguration: await pictureFonts(),
      builtins: ['markdown-language-features', 'markdown-math'],
      viewport: { width: 1180, height: 600 },
      deviceScaleFactor: 2,
      keybindings: () =>
        Object.entries(keys).map(([command, key]) => ({
          command,
          key: key.replace('Control', 'ctrl').toLowerCase(),
        })),
      settings: {
        'window.commandCenter': false,
        'workbench.layoutControl.enabled': false,
        'editor.minimap.enabled': false,
        'breadcrumbs.enabled': false,
        'editor.occurrencesHighlight': 'off',
        'editor.fontFamily': 'Noto Sans Mono',
        'editor.fontSize': 13,
      },
    };
  };

  describe(`The README’s Hydro pictures${suffix}`, () => {
    let site: LocalHydro;
    const workbench = useWorkbench(async () => {
      site = await startLocalHydro({ english: locale === undefined });
      const files = { 'P1115.cpp': maxSum('n - 1'), 'P1216.cpp': triangle };
      const made = await setup(files);
      const settings = {
        ...made.settings,
        ...settingsFor({ type: 'hydro', url: site.url }),
        'judgeResults.notifications': 'always',
      };
      return { ...made, settings };
    });
    after(() => site.stop());

    const record = () => workbench().page.frameLocator('iframe.webview.ready').frameLocator('#active-frame');

    before('signs in and fetches earlier results', async function () {
      this.timeout(240_000);
      const { quickInput, notifications } = workbench();
      await prepare(workbench());
      await quickInput.openBy(keys['judgeResults.setCredentials'], '');
      await quickInput.row(/./).waitFor();
      await quickInput.accept();
      await quickInput.enter(site.alice.uname);
      await quickInput.enter(site.alice.password);
      await notifications.expect(/Signed in|已登录/);
      await notifications.clear();
      const earlier = [
        { pid: 'P1177', code: otherPrograms.slowSort, row: /TLE/ },
        { pid: 'P1216', code: otherPrograms.overflow, row: /RE/ },
        { pid: 'P1001', code: otherPrograms.sum, row: /AC/ },
      ];
      for (const { pid, code, row } of earlier) {
        const submitted = site.submit(site.alice, { pid, lang: 'cc.cc17', code });
        await site.judged(submitted);
        await quickInput.openBy('Control+Alt+Shift+F7', submitted.rid);
        await quickInput.accept();
        await quickInput.closed();
        await workbench().treeItem(row).waitFor();
        await workbench().closeEditors();
      }
      await notifications.clear();
      await collapseList();
    });

    const collapseList = async (): Promise<void> => {
      await workbench().page.locator('.sidebar .codicon-collapse-all').first().dispatchEvent('click');
      await workbench()
        .page.locator('.sidebar [role="treeitem"][aria-expanded="true"]')
        .first()
        .waitFor({ state: 'detached' });
    };

    const film: { readonly png: Buffer; readonly ms: number }[] = [];

    /** Returns the area of an element that has the same position in two successive frames of the page. */
    const settledBox = (element: Locator) =>
      eventually(async () => {
        const before = await element.boundingBox();
        await element.page().evaluate('new Promise((resolve) => requestAnimationFrame(resolve))');
        const after = await element.boundingBox();
        assert.ok(before && after && after.width > 0);
        assert.deepEqual(after, before);
        return after;
      });

    /** Adds a frame that is displayed for `ms`, with the mouse pointer on an element. */
    async function frame(ms: number, pointedAt: Locator | null): Promise<void> {
      const { page } = workbench();
      await page.mouse.move(500, 2);
      const remove = await drawPointer(page, pointedAt && (await settledBox(pointedAt)));
      film.push({ png: await page.screenshot(), ms });
      await remove();
    }

    it('show the way from a wrong answer to an accepted answer, and the record page', async function () {
      this.timeout(240_000);
      const { page, quickInput, notifications } = workbench();
      await workbench().openFile('P1115.cpp');
      await frame(1500, page.locator('.editor-actions .codicon-cloud-upload').first());
      await quickInput.openBy(keys['judgeResults.submit'], '');
      await quickInput.row(/P1115/).waitFor();
      await frame(1200, quickInput.row(/P1115/));
      await quickInput.accept();
      await quickInput.pick(/Other Language…|其他语言…/);
      await quickInput.pick(/^\s*C\+\+17\s*$/);
      await quickInput.row(/ · C\+\+17$/).waitFor();
      await quickInput.pick(/ · C\+\+17$/);
      await notifications.expect(/^WA/);
      await frame(2500, page.locator('.notification-list-item .monaco-button').first());
      await page.locator('.notification-list-item .monaco-button').first().click();
      await record().locator('.details h2').first().waitFor();
      await notifications.clear();
      await frame(3500, null);
      await page.mouse.move(500, 2);
      await savePicture(`record-light${suffix}`, await page.screenshot(), true);
      await workbench().openFile('P1115.cpp');
      await page.locator('.view-line', { hasText: 'n - 1' }).first().click();
      await page.keyboard.press('Home');
      for (let column = 0; column < 'for (int i = 0; i < n'.length; column++)
        await page.keyboard.press('ArrowRight');
      for (let deleted = 0; deleted < ' - 1'.length; deleted++) await page.keyboard.press('Delete');
      await page.keyboard.press('Control+S');
      await page.locator('.tab.active.dirty').waitFor({ state: 'detached' });
      await frame(2000, null);
      await page.keyboard.press('Control+Alt+Enter');
      await notifications.expect(/^AC 100/);
      await workbench()
        .treeItem(/AC 100/)
        .first()
        .waitFor();
      await frame(4000, null);
      await notifications.clear();
      await savePicture(`loop${suffix}`, animation(film), true);
    });

    it('show the problem statement next to the code', async () => {
      const { page } = workbench();
      await workbench().closeEditors();
      await collapseList();
      await workbench().openFile('P1115.cpp');
      await page.keyboard.press(keys['judgeResults.showStatement']);
      await record().locator('h2').first().waitFor();
      await page.mouse.move(500, 2);
      await savePicture(`statement-light${suffix}`, await page.screenshot(), true);
    });

    it('show compiler errors in the source file', async function () {
      this.timeout(240_000);
      const { page, quickInput, notifications } = workbench();
      await workbench().closeEditors();
      await collapseList();
      await workbench().openFile('P1216.cpp');
      await workbench().setTheme('Dark Modern');
      await quickInput.openBy(keys['judgeResults.submit'], '');
      await quickInput.row(/P1216/).waitFor();
      // sends it in the language of the earlier submission to this problem
      await quickInput.accept();
      await notifications.expect(/^CE/);
      await notifications.clear();
      await page.keyboard.press(keys['workbench.actions.view.problems']);
      const problem = page.locator('.markers-panel [role="treeitem"]').nth(1);
      // the middle of the row can be a link
      await problem.click({ position: { x: 60, y: 8 } });
      await page.locator('.squiggly-error, .squiggly-warning').first().waitFor();
      await page.mouse.move(500, 2);
      await savePicture(`problems-dark${suffix}`, await page.screenshot(), true);
    });
  });

  describe(`The README’s Codeforces pictures${suffix}`, () => {
    let site: LocalCodeforces;
    const workbench = useWorkbench(async () => {
      site = await startLocalCodeforces();
      site.oddities.callInterval = 0;
      const made = await setup({ '1000A.cpp': otherPrograms.sum, '1000B.cpp': maxSum('n - 1') });
      const judge = { type: 'codeforces', handle: 'tourist', url: `${site.url}/api` };
      return { ...made, settings: { ...made.settings, ...settingsFor(judge) } };
    });
    after(() => site.stop());

    it('show a submission made in the browser', async function () {
      this.timeout(240_000);
      const { page, notifications } = workbench();
      await prepare(workbench());
      const submitted = (
        index: string,
        verdict: 'OK' | 'WRONG_ANSWER' | 'TIME_LIMIT_EXCEEDED',
        passed: number,
      ) => {
        const submission = site.submit({ index, language: 'GNU C++17', code: null });
        const timeConsumedMillis = 31 * passed;
        site.change(submission, {
          verdict,
          passedTestCount: passed,
          timeConsumedMillis,
          memoryConsumedBytes: 3_500_000,
        });
      };
      submitted('A', 'OK', 12);
      submitted('C', 'TIME_LIMIT_EXCEEDED', 7);
      await page.keyboard.press(keys['judgeResults.follow']);
      const older = page.locator('.notification-list-item .monaco-button').first();
      await older.click();
      await workbench().treeItem(/AC/).waitFor();
      await notifications.expect(/^2 /);
      await notifications.clear();
      await workbench().openFile('1000B.cpp');
      submitted('B', 'WRONG_ANSWER', 3);
      // a window that gets the focus requests the list at most once a minute
      await eventually(async () => {
        await setFocus(page, false);
        await setFocus(page, true);
        await notifications.expect(/^WA/, 5000);
      }, 100_000);
      await workbench().treeItem(/WA/).waitFor();
      await page.mouse.move(500, 2);
      await savePicture(`follow-light${suffix}`, await page.screenshot(), true);
    });
  });
}

/** Opens the list, and removes what desktop VS Code doesn't have. */
async function prepare(workbench: Workbench): Promise<void> {
  const { page } = workbench;
  await page.addStyleTag({ content: withoutHost });
  const strings = JSON.parse(await fs.readFile(path.join(root, 'package.nls.json'), 'utf8')) as Readonly<
    Record<string, string>
  >;
  const icon = page.locator('.activitybar .action-item').filter({
    has: page.locator(
      `[aria-label^="${strings['view.container'] ?? 'Judge Results'}"], [aria-label^="评测结果"]`,
    ),
  });
  await icon.waitFor();
  await icon.click();
  await page.locator('.sidebar .welcome-view-content').waitFor();
  const sideBar = await page.locator('.part.sidebar').boundingBox();
  if (!sideBar) throw new Error('The side bar is hidden.');
  const edge = sideBar.x + sideBar.width;
  await page.mouse.move(edge, 200);
  await page.mouse.down();
  await page.mouse.move(edge + 110, 200, { steps: 4 });
  await page.mouse.up();
}

function animation(film: readonly { readonly png: Buffer; readonly ms: number }[]): Buffer {
  const frames = film.map(({ png }) => {
    const image = UPNG.decode(new Uint8Array(png).buffer);
    const [pixels] = UPNG.toRGBA8(image);
    if (!pixels) throw new Error('A picture has no pixels.');
    return { width: image.width, height: image.height, pixels };
  });
  const [first] = frames;
  if (!first) throw new Error('There are no frames.');
  const bytes = UPNG.encode(
    frames.map(({ pixels }) => pixels),
    first.width,
    first.height,
    ANIMATION_COLORS,
    film.map(({ ms }) => ms),
  );
  if (bytes.byteLength > MAX_ANIMATION_BYTES) throw new Error(`The animation has ${bytes.byteLength} bytes.`);
  return Buffer.from(bytes);
}
