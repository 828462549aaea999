import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import { startLocalHydro, type LocalHydro } from '../../tools/hydro/hydro';
import type { JudgingState } from '../../tools/service/judging/state';
import { clickOnce } from '../../tools/workbench/click-once';
import { eventually, useWorkbench } from './harness/index';
import { outerLabels } from './support/steps';

const sum =
  "const [a, b] = require('fs').readFileSync(0, 'utf8').trim().split(/\\s+/).map(Number);\nconsole.log(a + b);\n";
const [contest, homework] = ['a', 'b'].map((digit) => digit.repeat(24)) as [string, string];

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

/** A student's actions at a school, in Chinese, from a contest to its submissions. */
describe('A Hydro site of a school, in Chinese', () => {
  let site: LocalHydro;
  before(async () => {
    site = await startLocalHydro();
    site.oddities.domains.add('class1');
    site.oddities.joined.add('class1');
    site.oddities.contests.set(contest, 'oi').set(homework, 'homework');
    site.oddities.attended.add(contest);
    site.oddities.contestEnds.set(contest, Date.now() + 3_600_000);
  });
  after(() => site.stop());
  // With VS Code's built-in Markdown preview.
  const workbench = useWorkbench({ locale: 'zh-cn', builtins: ['markdown-language-features'] });

  const write = async (file: string, text: string): Promise<void> => {
    await fs.writeFile(path.join(workbench().folder, file), text);
    await workbench().openFile(file);
  };
  const askProblem = async (text: string | null): Promise<void> => {
    const { quickInput } = workbench();
    await workbench().runCommand('评测: 提交当前文件…');
    await eventually(async () => assert.match(await quickInput.placeholder(), /^题目编号/));
    if (text !== null) await quickInput.type(text);
  };
  const chooseLanguageAndSubmit = async (summary: RegExp): Promise<void> => {
    const { quickInput } = workbench();
    await quickInput.pick('NodeJS');
    await eventually(async () => assert.match(await quickInput.placeholder(), summary));
    await quickInput.pick(/提交$/);
  };
  const row = (label: RegExp) => workbench().treeItem(label);
  const newest = () => [...site.records.values()].at(-1)!;
  const requestsSince = (count: number): string[] =>
    site.requests.slice(count).map(({ method, path: one }) => `${method} ${one}`);

  it('signs in', async () => {
    const { quickInput, notifications } = workbench();
    await workbench().openContainer('评测结果');
    await workbench().runCommand('评测: 选择评测平台（OJ）…');
    await quickInput.pick('添加平台…');
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

  it('lists a contest’s problems, hides their results immediately, and announces the end', async () => {
    const { quickInput, notifications } = workbench();
    await write('contest.js', sum);
    await askProblem(`${site.url}/contest/${contest}/problems`);
    await quickInput.row(/A · P1001/).waitFor();
    await workbench().screenshot('hydro-school-contest');
    const asked = site.requests.length;
    await quickInput.pick(/A · P1001/);
    await chooseLanguageAndSubmit(/^Weekly contest · P1001 .* · NodeJS/);
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
    await workbench().runCommand('评测: 再次提交');
    await eventually(() => assert.equal(site.records.size, before + 1));
    assert.equal(newest().contest, contest);
    await site.idle();
    await eventually(async () =>
      assert.equal((await outerLabels(workbench())).filter((label) => label.includes('隐藏至')).length, 2),
    );
  });

  it('offers contest submissions among the newest ones, although the site’s list omits them', async () => {
    const { quickInput } = workbench();
    site.submit(site.alice, { pid: 'P1177', lang: 'js', code: sum, contest });
    await site.idle();
    const before = site.requests.length;
    await workbench().runCommand('评测: 获取评测结果');
    await quickInput.row(/P1177/).waitFor();
    await workbench().screenshot('hydro-school-recent');
    assert.match(await quickInput.row(/P1177/).innerText(), /Weekly contest/);
    assert.deepEqual(requestsSince(before), [
      'GET /record?uidOrName=alice',
      `GET /d/system/record?uidOrName=alice&tid=${contest}`,
      `GET /d/system/contest/${contest}/problems`,
    ]);
    await quickInput.cancel();
  });

  it('reports the result when the contest has ended, and then offers the problem outside of it', async () => {
    const { notifications, quickInput } = workbench();
    site.oddities.contestEnds.set(contest, Date.now() + 2_000);
    await workbench().chooseFor(row(/^隐藏至 .+ · P1001/), '刷新');
    await notifications.expect(/P1001.*AC|AC.*P1001/);
    // The contest's other record is updated too, although it should have ended later.
    await row(/^隐藏至 .+ · P1001/).waitFor({ state: 'detached' });
    await workbench().screenshot('hydro-school-ended');
    await notifications.clear();
    await workbench().runCommand('评测: 再次提交');
    await eventually(async () => assert.match(await quickInput.placeholder(), /^题目编号/));
    assert.match(await quickInput.row(/P1001/).innerText(), /此文件上次使用/);
    await quickInput.accept();
    await chooseLanguageAndSubmit(/^P1001 .* · NodeJS/);
    await eventually(() => assert.equal(newest().contest, null));
    await site.idle();
    await notifications.clear();
  });

  it('accepts homework after it is claimed, and problems of a domain', async () => {
    const { notifications, quickInput } = workbench();
    await write('homework.js', sum);
    await askProblem(`${site.url}/homework/${homework}`);
    const { buttons } = await notifications.expect(/claimed this homework/);
    assert.ok(buttons[0] === '打开网站' && !buttons.includes('登录'), buttons.join());
    await quickInput.cancel();
    await notifications.clear();
    site.oddities.attended.add(homework);
    await askProblem(`${site.url}/homework/${homework}`);
    await quickInput.pick(/B · P1115/);
    await chooseLanguageAndSubmit(/^Week 3 · P1115 .* · NodeJS/);
    await eventually(() => assert.equal(newest().contest, homework));
    await site.idle();
    await write('class.js', sum);
    await askProblem(`${site.url}/d/class1/p/P1216`);
    await quickInput.accept();
    await chooseLanguageAndSubmit(/^P1216 .* · NodeJS/);
    await eventually(() => assert.equal(newest().domain, 'class1'));
    await site.idle();
    await eventually(async () => {
      const rows = await workbench().treeRows();
      assert.ok(rows.some(({ description }) => description.includes('class1')));
    });
    // The program adds two numbers, which is wrong for this problem.
    await row(/WA 0 · P1216/).click();
    await workbench().runCommand('评测: 打开记录');
    const panel = workbench().page.frameLocator('iframe.webview.ready').frameLocator('#active-frame');
    await panel.getByText('class1').waitFor();
    await workbench().screenshot('hydro-school-domain-page');
    await workbench().closeEditors();
    await workbench().openFile('class.js');
    // The same ID typed means the problem of the class.
    await askProblem('P1216');
    await eventually(async () => assert.match(await quickInput.row(/P1216/).innerText(), /class1/));
    await workbench().screenshot('hydro-school-domain');
    await quickInput.cancel();
    await notifications.clear();
  });

  it('shows 200 cases pushed one by one, rendering at most about ten times a second', async () => {
    const { notifications } = workbench();
    const release = site.hold();
    await write('many.js', sum);
    await askProblem('P1177');
    await workbench().quickInput.accept();
    await chooseLanguageAndSubmit(/P1177 .* · NodeJS/);
    await eventually(() => assert.equal(newest().problem.id, 'P1177'));
    const pending = row(/^\s*(?:等待|评测中)[^·]*· P1177/);
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

  it('runs the samples of the statement, each as a case with its expected output', async () => {
    const { notifications } = workbench();
    await write('samples P1001.js', sum.replace('a + b', 'a - b'));
    const before = site.requests.length;
    await workbench().runCommand('评测: 运行样例');
    await workbench().dialog().getByRole('button', { name: '运行样例' }).click();
    await row(/^\s*WA · P1001（样例）/).waitFor();
    assert.deepEqual(requestsSince(before), ['GET /p/P1001/submit', 'POST /p/P1001/submit']);
    await row(/^\s*WA · P1001（样例）/).click();
    await workbench().runCommand('评测: 打开记录');
    const panel = workbench().page.frameLocator('iframe.webview.ready').frameLocator('#active-frame');
    await panel.locator('.details').waitFor();
    await workbench().screenshot('hydro-school-samples');
    await notifications.clear();
  });

  it('shows the problem statement in VS Code’s built-in preview', async () => {
    const { page } = workbench();
    await workbench().runCommand('View: Close All Editors');
    await workbench().openFile('samples P1001.js');
    await workbench().runCommand('评测: 查看题面');
    const preview = page.frameLocator('iframe.webview.ready').frameLocator('#active-frame');
    await preview.locator('h2', { hasText: '题目描述' }).waitFor();
    await workbench().screenshot('hydro-school-statement');
  });
});
