import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import { startLocalHydro, type LocalHydro } from '../../tools/hydro/hydro';
import { localName, startLocalService, type LocalService } from '../../tools/service';
import type { JudgingState } from '../../tools/service/judging/state';
import { clickOnce } from '../../tools/workbench/click-once';
import { eventually, useWorkbench } from './harness/index';
import * as records from './panel/records';
import { hasBeenShown, outerLabels, setSetting, settingsOf } from './support/steps';

/** Words that aren't translated into Chinese: codes, names, units. */
const names =
  /\b(?:Local Judge|OJ|AC|WA|RE|TLE|MLE|OLE|CE|UKE|UNAC|ID|Judge Results|Judge|Markdown|P\d+|ms|s|KiB|MiB|O2|Local Judge|Hydro|Codeforces|DMOJ|Judge0|Kattis|DOMjudge|PC²|omegaUp|ejudge|UTF-8|Wrong Answer|VS Code|URL|JSON|Ctrl|Del|Enter|C|F|judging)\b/g;

/** Returns English words of two or more letters in a text that should be Chinese, except names. */
function englishIn(text: string, ...more: readonly RegExp[]): string[] {
  const rest = [names, ...more].reduce((left, name) => left.replace(name, ' '), text);
  return rest.match(/[A-Za-z]{2,}/g) ?? [];
}

const sum =
  "const [a, b] = require('fs').readFileSync(0, 'utf8').trim().split(/\\s+/).map(Number);\nconsole.log(a + b);\n";
const contest = 'a'.repeat(24);

/** A result with `total` cases, the first `done` of them accepted and the others not judged. */
function judging(done: number, total: number): JudgingState {
  const cases = Array.from({ length: total }, (_, at) => ({
    id: at + 1,
    verdict: at < done ? ('accepted' as const) : ('waiting' as const),
    score: 0,
    time: 1,
    memory: 1024,
    signal: 0,
    exitCode: 0,
    description: null,
  }));
  const verdict = done < total ? ('judging' as const) : ('accepted' as const);
  const whole = { id: 0, verdict, score: done < total ? 0 : 100, time: done, memory: 1024, cases };
  return { compile: { success: true, message: '', opt2: false }, judge: whole, subtasks: [whole] };
}

describe('A Chinese window', () => {
  let service: LocalService;
  const workbench = useWorkbench(async () => {
    service = await startLocalService();
    service.script('zh-one', [{ body: { ...records.mixed, requestId: 'zh-one' } }]);
    service.script('zh-two', [{ body: { ...records.improved, requestId: 'zh-two' } }]);
    return {
      settings: settingsOf(service),
      locale: 'zh-cn',
      viewport: { width: 1280, height: 860 },
      // With VS Code's built-in Markdown preview.
      builtins: ['markdown-language-features'],
    };
  });
  after(() => service.close());

  it('uses only Chinese in rows, in their menu, and on the page of a result', async () => {
    const ids = /zh-(?:one|two)/g;
    const panel = workbench().page.frameLocator('iframe.webview.ready').frameLocator('#active-frame');
    await workbench().openContainer('评测结果');
    await setSetting(workbench(), 'judgeResults.service', localName);
    await workbench().runCommand('评测: 登录…');
    await workbench().quickInput.enter(service.token);
    await workbench().notifications.expect(/^已登录/);
    await workbench().notifications.clear();
    for (const id of ['zh-one', 'zh-two']) {
      await workbench().runCommand('评测: 获取评测结果');
      await workbench().quickInput.enter(id);
      await hasBeenShown(workbench(), id);
    }
    await workbench().treeItem('编译').first().click();
    await eventually(async () => {
      const rows = await workbench().rowsIn('zh-two');
      assert.ok(rows.some(({ label }) => label === '子任务 1 TLE'));
      assert.ok(rows.some(({ description }) => description.startsWith('2 个警告')));
    });
    const rows = await workbench().treeRows();
    // Cases contain text from the judge.
    const own = rows.filter(({ label }) => !/^\d/.test(label));
    assert.deepEqual(englishIn(own.map((one) => `${one.label} ${one.description}`).join(' '), ids), []);
    await workbench().page.locator('.monaco-editor.focused').waitFor(); // The compiler output has arrived.
    await workbench().treeItem('zh-one').click({ button: 'right' });
    const entries = await workbench().menuEntries();
    assert.ok(entries.includes('打开记录') && entries.includes('移除'), entries.join());
    assert.deepEqual(englishIn(entries.join(' ')), []);
    await workbench().screenshot('chinese menu');
    await workbench().page.keyboard.press('Escape');
    await workbench().treeItem('zh-one').click();
    await workbench().page.keyboard.press('Control+Enter');
    await panel.locator('.verdict-line', { hasText: 'WA 答案错误' }).waitFor();
    const text = await panel.locator('main.record').innerText();
    assert.deepEqual(englishIn(text, ids, /https?:\S+/g), []);
    await workbench().screenshot('chinese record');
    await panel.getByText('了解更多').first().click();
    const preview = workbench()
      .page.frameLocator('iframe.webview.ready >> nth=-1')
      .frameLocator('#active-frame');
    await preview.locator('h2', { hasText: '答案错误' }).waitFor();
    await workbench().screenshot('chinese verdict help');
    await workbench().closeEditors();
  });

  describe('with a school’s Hydro site', () => {
    let site: LocalHydro;
    before(async () => {
      site = await startLocalHydro();
      site.oddities.contests.set(contest, 'oi');
      site.oddities.attended.add(contest);
      site.oddities.contestEnds.set(contest, Date.now() + 3_600_000);
    });
    after(() => site.stop());

    const write = async (file: string, text: string): Promise<void> => {
      await fs.writeFile(path.join(workbench().folder, file), text);
      await workbench().openFile(file);
    };
    const askProblem = async (text: string | null): Promise<void> => {
      const { quickInput } = workbench();
      await workbench().runCommand('评测: 提交');
      await eventually(async () => assert.match(await quickInput.placeholder(), /^题目的编号/));
      if (text !== null) await quickInput.type(text);
    };
    const chooseLanguageAndSubmit = async (summary: RegExp): Promise<void> => {
      const { quickInput } = workbench();
      await quickInput.pick('其他语言…');
      await quickInput.pick('NodeJS');
      await eventually(async () => assert.match(await quickInput.placeholder(), summary));
      await quickInput.pick(/ 提交到 /);
    };
    const row = (label: RegExp) => workbench().treeItem(label);
    const newest = () => [...site.records.values()].at(-1)!;
    const requestsSince = (count: number): string[] =>
      site.requests.slice(count).map(({ method, path: one }) => `${method} ${one}`);

    before('signs in', async () => {
      const { quickInput, notifications } = workbench();
      await workbench().openContainer('评测结果');
      await workbench().runCommand('评测: 选择评测平台（OJ）…');
      await quickInput.pick('Hydro');
      await eventually(async () => assert.equal(await quickInput.placeholder(), 'https://oj.school.edu'));
      await quickInput.enter(`${site.url}/contest/${contest}`);
      await quickInput.pick('用户名和密码');
      await eventually(async () => assert.match(await quickInput.message(), /用户名/));
      await quickInput.enter(site.alice.uname);
      await eventually(async () => assert.match(await quickInput.message(), /^alice 的密码/));
      await quickInput.enter(site.alice.password);
      await notifications.expect(/^已登录/);
      await notifications.clear();
    });

    it('hides the results of a contest until it has ended, then reports them and offers the problem outside of it', async () => {
      const { quickInput, notifications } = workbench();
      await notifications.clear();
      site.sockets.maximumCount = 0;
      await write('contest.js', sum);
      await askProblem(`${site.url}/contest/${contest}/problems`);
      await quickInput.row(/A · P1001/).waitFor();
      await workbench().screenshot('hydro-school-contest');
      const asked = site.requests.length;
      await quickInput.pick(/A · P1001/);
      await chooseLanguageAndSubmit(/^Weekly contest · \d+ 分钟后结束 · P1001 .* · NodeJS/);
      await row(/^隐藏至 .+ · P1001/).waitFor();
      assert.equal(newest().contest, contest);
      assert.deepEqual(
        requestsSince(asked)
          .map((one) => one.split('?')[0] ?? '')
          .filter((one) => !/\/p$/.test(one)),
        [
          'GET /p/P1001/submit',
          'POST /p/P1001/submit',
          `GET /contest/${contest}/problems`,
          `GET /record/${newest().rid}`,
        ],
      );
      // The hidden result opens no socket.
      assert.equal(site.sockets.maximumCount, 0);
      // Nothing is pending, and there is no result to report yet. VS Code keeps the notification of a
      // progress for at least 800 ms, even if the submission takes less.
      assert.ok(!(await workbench().badge('评测结果')));
      await eventually(async () => assert.deepEqual(await notifications.shown(), []));
      await workbench().screenshot('hydro-school-hidden');
      // A file that is submitted again has a row for each result.
      await workbench().runInView('记录分组…');
      await quickInput.pick('不分组');
      await site.idle();
      const before = site.records.size;
      await write('contest.js', `${sum}// again\n`);
      await workbench().runCommand('评测: 提交');
      await eventually(() => assert.equal(site.records.size, before + 1));
      assert.equal(newest().contest, contest);
      await site.idle();
      await eventually(async () =>
        assert.equal((await outerLabels(workbench())).filter((label) => label.includes('隐藏至')).length, 2),
      );

      site.oddities.contestEnds.set(contest, Date.now() + 2_000);
      await workbench().chooseFor(row(/^隐藏至 .+ · P1001/), '刷新');
      await notifications.expect(/P1001.*AC|AC.*P1001/);
      // The contest's other record is updated too, although it should have ended later.
      await row(/^隐藏至 .+ · P1001/).waitFor({ state: 'detached' });
      await workbench().screenshot('hydro-school-ended');
      await notifications.clear();
      await workbench().runCommand('评测: 提交');
      // the problem outside of the contest is known
      await eventually(async () => assert.match(await quickInput.placeholder(), /^P1001 .* · NodeJS/));
      await quickInput.pick(/ 提交到 /);
      await eventually(() => assert.equal(newest().contest, null));
      await site.idle();
      await notifications.clear();
    });

    it('shows 200 cases pushed one by one, rendering at most about ten times a second', async () => {
      const { notifications } = workbench();
      // Next to another editor, the page would show fewer cases.
      await workbench().closeEditors();
      const release = site.hold();
      await write('many.js', sum);
      await askProblem('P1177');
      await workbench().quickInput.accept();
      await chooseLanguageAndSubmit(/P1177 .* · NodeJS/);
      await eventually(() => assert.equal(newest().problem.id, 'P1177'));
      const pending = row(/^\s*P1177 · (?:等待|评测中)/);
      await clickOnce(pending, 5_000);
      await workbench().runCommand('评测: 打开记录');
      const panel = workbench().page.frameLocator('iframe.webview.ready').frameLocator('#active-frame');
      site.advance(newest(), { state: judging(1, 200), phase: 20 });
      await panel.locator('.square').first().waitFor();
      const count = `window.drawings = 0; window.addEventListener('message', () => (window.drawings += 1))`;
      await panel.locator('body').evaluate(count);
      const begun = performance.now();
      for (let done = 2; done <= 200; done += 1) {
        site.advance(newest(), { state: judging(done, 200), phase: 20 });
        // Waits for the page: it shows the pushed cases before more arrive.
        if (done % 40 === 0)
          await eventually(async () => assert.equal(await panel.locator('.square').count(), done));
      }
      const took = performance.now() - begun;
      const drawings = Number(await panel.locator('body').evaluate('window.drawings'));
      assert.ok(drawings <= took / 100 + 3, `${drawings} drawings in ${Math.round(took)} ms`);
      await row(/^\s*AC 100 · P1177/).waitFor();
      await workbench().screenshot('hydro-school-many');
      release();
      await site.idle();
      await workbench().runCommand('View: Close All Editors');
      await notifications.clear();
    });

    it('shows the problem statement in VS Code’s built-in preview', async () => {
      const { page } = workbench();
      await workbench().runCommand('View: Close All Editors');
      await write('statement P1001.js', sum);
      await workbench().runCommand('评测: 查看题面');
      const preview = page.frameLocator('iframe.webview.ready').frameLocator('#active-frame');
      await preview.locator('h2', { hasText: '题目描述' }).waitFor();
      await workbench().screenshot('hydro-school-statement');
    });
  });
});
