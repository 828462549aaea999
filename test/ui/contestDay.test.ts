import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import { startLocalDomjudge, type LocalDomjudge } from '../../tools/domjudge/domjudge';
import type { DomjudgeContest } from '../../tools/domjudge/site';
import { eventually, useWorkbench } from './harness/index';
import { Actions } from './support/actions';

const minute = 60_000;
const hour = 60 * minute;

/** Maximum time for a step, which starts programs and waits for the contest’s clock. */
const stepLimit = 10 * minute;

/** A program for problem A. `value`: the C++ expression that it prints. It compiles fast. */
const sum = (value: string): string =>
  `#include <cstdio>\n\nint main() {\n  long long a, b;\n  std::scanf("%lld%lld", &a, &b);\n  std::printf("%lld\\n", ${value});\n}\n`;
const wrong = 'a - b';

const right = 'a + b';

const sorting = 'input()\nprint(*sorted(map(int, input().split())))\n';

const largest = `n = int(input())
best = last = None
for x in map(int, input().split()):
    last = x if last is None or last < 0 else last + x
    best = last if best is None else max(best, last)
print(best)
`;

/** Time from the sign-in to the start of the contest, ms. */
const untilStart = 45_000;

describe('A contest day of a team', function () {
  this.timeout(stepLimit);
  // each step needs the one before
  this.bail(true);
  let site: LocalDomjudge;
  let contest: DomjudgeContest;
  const workbench = useWorkbench(async () => {
    site = await startLocalDomjudge({ version: '10' });
    const now = Date.now();
    contest = site.addContest('regional', 'Regional', now + 2 * hour, now + 7 * hour);
    return { viewport: { width: 1400, height: 860 }, builtins: ['markdown-language-features'] };
  });
  after(() => site.stop());
  const actions = new Actions(workbench);
  const row = (text: RegExp) => workbench().treeItem(text);
  const statusBar = (text: RegExp) => workbench().statusBarItem(text);
  let pictures = 0;

  const picture = async (name: string): Promise<void> => {
    pictures += 1;
    await workbench().screenshot(`contest-day/${String(pictures).padStart(2, '0')}-${name}`);
  };
  /** Runs a step of the day, and checks the number of its actions. */
  const step = async (name: string, most: number, run: () => Promise<void>): Promise<void> => {
    actions.take();
    await run();
    const count = actions.take();
    assert.ok(count <= most, `${name} took ${count} actions`);
  };
  /**
   * Accepts the options for a problem. On a slow computer, the box for the problem opens before, because the problems come
   * too late for the file’s name to be sufficient.
   */
  const acceptOptions = async (problem: string): Promise<void> => {
    const focused = workbench().page.locator('.quick-input-list .monaco-list-row.focused', {
      hasText: problem,
    });
    await focused.waitFor();
    if (!(await focused.innerText()).includes(`${problem} to`))
      await workbench().page.keyboard.press('Enter');
    await actions.accept(new RegExp(`${problem} to`));
  };
  /** Returns the problem, language, and verdict of each submission. */
  const sent = (): string[] =>
    site.submissions.map(
      ({ problem, language, judgement }) => `${problem.label} ${language.id} ${judgement?.verdict ?? '–'}`,
    );
  const write = async (file: string, text: string): Promise<void> => {
    await fs.writeFile(path.join(workbench().folder, file), text);
  };

  it('sets up the contest from the URL on the sheet in 9 actions, and shows when it starts', async () => {
    const { page, quickInput } = workbench();
    await write('A.cpp', sum(wrong));
    await workbench().openFile('A.cpp');
    await step('setup', 9, async () => {
      const choose = page.locator('.sidebar .monaco-button', { hasText: 'Choose Online Judge' });
      await actions.click(workbench().activity('Judge Results'));
      await choose.waitFor();
      await picture('empty');
      await actions.click(choose);
      await actions.type(`${site.url}/domjudge`);
      await quickInput.row(/^\s*Add 127/).waitFor();
      await picture('url');
      await actions.press('Enter');
      await quickInput.row(/^Regional 2026/).waitFor();
      await picture('contests');
      await actions.click(quickInput.row(/^Regional 2026/));
      await actions.answer(/^User name/, site.alice.username);
      await eventually(async () => assert.match(await quickInput.message(), /^Password of alice/));
      await actions.type(site.alice.password);
      contest.startsAt = Date.now() + untilStart;
      contest.endsAt = contest.startsAt + 5 * hour;
      await actions.press('Enter');
      await workbench().notifications.expect(/^Signed in to Regional 2026\. The contest starts in/);
      await statusBar(/starts in/).waitFor();
      await picture('signed-in');
    });
  });

  it('shows the problems at the start, and gets the first verdict in 4 actions', async () => {
    const { quickInput } = workbench();
    await workbench().notifications.clear();
    await workbench().openFile('A.cpp');
    await step('first verdict', 4, async () => {
      await actions.press('Control+Alt+Enter');
      await picture('before-start');
      await quickInput.row(/A – Sum/).waitFor();
      await statusBar(/left/).waitFor();
      await picture('problems');
      await actions.accept(/A – Sum/);
      await quickInput.row(/^\s*A – Sum to Regional 2026 · C\+\+/).waitFor();
      await picture('options');
      await actions.accept(/A – Sum to/);
      await row(/WA/).waitFor();
      await picture('first-verdict');
    });
    assert.deepEqual(sent(), ['A cpp WA']);
  });

  it('shows the statement and gets the samples by the buttons of a problem', async () => {
    const { page, quickInput } = workbench();
    site.clarify({ contest, problem: contest.problems[1] ?? null, text: 'The subarray isn’t empty.' });
    await write('B.py', largest);
    await workbench().openFile('B.py');
    await step('samples and statement', 4, async () => {
      await actions.press('Control+Alt+Enter');
      const other = quickInput.row(/^\s*Other Problem/);
      const problem = quickInput.row(/B – Maximum Subarray$/);
      // on a slow computer, the problems come too late for the file’s name to be sufficient
      await other.or(problem).first().waitFor();
      if ((await other.count()) > 0) await actions.click(other);
      await problem.waitFor();
      await problem.hover();
      await picture('buttons');
      await actions.click(problem.locator('[aria-label="Get Samples"]'));
      await statusBar(/1 sample of B\.py saved/).waitFor();
      await actions.click(problem.locator('[aria-label="Show Problem Statement"]'));
      const preview = page.frameLocator('iframe.webview.ready').frameLocator('#active-frame');
      await preview.getByText('B – Maximum Subarray').waitFor();
      await picture('statement');
      assert.equal(await quickInput.isOpen(), false);
    });
    assert.deepEqual(
      (await fs.readdir(workbench().folder)).filter((name) => /^B/.test(name)),
      ['B.1.ans', 'B.1.in', 'B.py'],
    );
    await workbench().closeEditors();
    await workbench().openFile('B.py');
  });

  it('submits a further file in 2 actions', async () => {
    await step('further file', 2, async () => {
      await actions.press('Control+Alt+Enter');
      await acceptOptions('B – Maximum Subarray');
      await row(/AC · B/).waitFor();
    });
    assert.deepEqual(sent(), ['A cpp WA', 'B python3 AC']);
  });

  it('shows a compile error in the file, and submits the corrected one in 1 action', async () => {
    await write('A.cpp', sum('undeclared'));
    await workbench().openFile('A.cpp');
    await step('compile error', 1, async () => {
      await actions.press('Control+Alt+Enter');
      await row(/CE · A/).waitFor();
    });
    await eventually(async () => {
      const problems = await workbench().problems();
      assert.match(
        problems.map(({ text }) => text).join('\n'),
        /undeclared[\s\S]*(?:\[6, \d+\]|Ln 6, Col \d+)/,
      );
    });
    await picture('compile-error');
    await write('A.cpp', sum(right));
    await workbench().openFile('A.cpp');
    await step('again', 1, async () => {
      await actions.press('Control+Alt+Enter');
      await row(/AC · A/).waitFor();
    });
    await picture('again');
    assert.deepEqual(sent(), ['A cpp WA', 'B python3 AC', 'A cpp CE', 'A cpp AC']);
  });

  it('groups the list by problem', async () => {
    await eventually(async () => {
      const rows = (await workbench().treeRows()).filter(({ level }) => level === 1);
      const problems = rows.map(({ text }) => text).filter((text) => /^[A-C] – /.test(text));
      assert.equal(problems.length, 2);
      assert.match(problems.find((text) => text.startsWith('A')) ?? '', /^A – Sum\s*✓ .+2 tries/);
      assert.match(problems.find((text) => text.startsWith('B')) ?? '', /^B – Maximum Subarray\s*✓ /);
    });
    await workbench().setTheme('Dark Modern');
    await picture('list-dark');
    await workbench().setTheme('Light Modern');
  });

  it('shows a clarification', async () => {
    await row(/^Clarifications/).waitFor();
    await picture('clarification');
    await step('clarification', 1, async () => {
      await actions.click(row(/^Clarifications/));
      await workbench().page.locator('.editor-instance .view-line', { hasText: 'empty' }).waitFor();
    });
    await picture('clarification-text');
  });

  it('follows a rejudging', async () => {
    await step('follow', 1, async () => {
      await actions.run('Judge: Follow My Submissions');
      await workbench().notifications.expect(/every minute during contests/);
    });
    await picture('follow');
    await workbench().notifications.clear();
    const submission = site.submissions.find(({ problem }) => problem.label === 'B') ?? assert.fail();
    const { problem } = submission;
    const before = problem.cases;
    problem.cases = {
      ...before,
      subtasks: () =>
        before
          .subtasks()
          .map((subtask) => ({ ...subtask, cases: subtask.cases.map((one) => ({ ...one, answer: '0' })) })),
    };
    site.rejudge(submission);
    await site.idle();
    problem.cases = before;
    await write('C.py', sorting);
    await workbench().openFile('C.py');
    await step('another further file', 2, async () => {
      await actions.press('Control+Alt+Enter');
      await acceptOptions('C – Sorting');
      await row(/AC · C/).waitFor();
    });
    await row(/WA · B/).waitFor();
    await picture('rejudged');
  });

  it('survives an outage, and sends nothing twice if a response is lost', async () => {
    const { notifications } = workbench();
    await notifications.clear();
    // the verdict is shown once the jury has verified it
    site.oddities.requiresVerification = true;
    await step('pending', 1, async () => {
      await write('C.py', `# again\n${sorting}`);
      await workbench().openFile('C.py');
      await actions.press('Control+Alt+Enter');
      // the response has also arrived
      await eventually(async () => {
        const rows = await workbench().treeRows();
        assert.equal(rows.filter(({ text }) => text.includes('C.py')).length, 2);
      });
    });
    assert.equal(site.submissions.length, 6);
    const connect = await site.disconnect();
    await statusBar(/unreachable/).waitFor();
    await picture('unreachable');
    await write('A.cpp', sum(`${right} /* again */`));
    await workbench().openFile('A.cpp');
    await step('submission in an outage', 2, async () => {
      await actions.press('Control+Alt+Enter');
      await notifications.expect(/A\.cpp wasn’t submitted/);
      await picture('not-sent');
      await connect();
      await actions.pressIn(/A\.cpp wasn’t submitted/, 'Try Again');
      await eventually(() => assert.equal(site.submissions.length, 7));
    });
    site.oddities.requiresVerification = false;
    await eventually(async () => assert.equal(await statusBar(/unreachable|waiting/).count(), 0), 5 * minute);
    await picture('reachable');

    site.misbehave({
      method: 'POST',
      path: '/domjudge/api/contests/regional/submissions',
      times: 1,
      what: { kind: 'reset' },
    });
    await write('A.cpp', sum(`${right} /* lost */`));
    await workbench().openFile('A.cpp');
    await step('lost response', 1, async () => {
      await actions.press('Control+Alt+Enter');
      await notifications.expect(/^A\.cpp was submitted \(.+\)\. Only the response/);
    });
    await picture('lost');
    assert.equal(site.submissions.length, 8);
    await notifications.clear();
  });

  it('shows the freeze, the last seconds, and the end with the score', async () => {
    const { notifications, quickInput } = workbench();
    contest.freezesAt = Date.now();
    await step('freeze', 2, async () => {
      await actions.click(statusBar(/left/));
      await statusBar(/left · frozen/).waitFor();
      await picture('frozen');
      await actions.press('Escape');
    });
    // on a slow computer, the end may pass before its last minute was seen
    await eventually(async (wait) => {
      contest.endsAt = Date.now() + minute;
      await workbench().runCommand('Judge: Show Contest…');
      await statusBar(/\d s left/).waitFor({ timeout: wait });
      await picture('last-minute');
    });
    // the jury extends the contest
    contest.endsAt = Date.now() + hour;
    await quickInput.cancelIfOpen();
    await step('extension', 2, async () => {
      await actions.click(statusBar(/left|ended/));
      await statusBar(/\d min left/).waitFor();
      await actions.press('Escape');
    });
    await notifications.clear();
    await write('A.cpp', sum(`${right} /* last */`));
    await workbench().openFile('A.cpp');
    await step('last second', 1, async () => {
      await actions.press('Control+Alt+Enter');
      await eventually(() => assert.equal(site.submissions.length, 9));
    });
    contest.endsAt = (site.submissions.at(-1)?.at ?? assert.fail()) + 1;
    await step('end', 2, async () => {
      await actions.click(statusBar(/left|ended/));
      await notifications.expect(/^Contest ended: .+ \(Regional 2026\)\.$/);
      await statusBar(/ended/).waitFor();
      await picture('ended');
      await actions.press('Escape');
    });
    await eventually(async () => {
      const rows = await workbench().treeRows();
      assert.equal(rows.filter(({ text }) => /^(?:Waiting|Judging)/.test(text)).length, 0);
    });
    assert.equal(sent().at(-1), 'A cpp AC');
    await picture('after-last-second');
    await quickInput.cancelIfOpen();
    await notifications.clear();
  });

  it('asks one question before it submits after the end', async () => {
    await write('A.cpp', sum(`${right} /* late */`));
    await workbench().openFile('A.cpp');
    await step('after the end', 2, async () => {
      await actions.press('Control+Alt+Enter');
      const send = workbench().page.getByRole('button', { name: 'Submit Anyway' });
      await send.waitFor();
      await picture('late-question');
      await actions.click(send);
      await row(/LATE · A/).waitFor();
    });
    await picture('late');
    assert.equal(site.submissions.length, 10);
  });

  it('recognizes file and problem in the next contest, without another password', async () => {
    const { quickInput, notifications } = workbench();
    const next = site.addContest('upsolve', 'Upsolving', Date.now() - minute, Date.now() + 48 * hour);
    await step('second contest', 5, async () => {
      await actions.run('Judge: Choose Online Judge…');
      await actions.type(`${site.url}/domjudge`);
      await quickInput.row(/^\s*Add 127/).waitFor();
      await picture('second-url');
      await actions.click(quickInput.row(/^\s*Add 127/));
      await actions.click(quickInput.row(/^Upsolving 2026/));
      await notifications.expect(/Signed in to Upsolving 2026/);
    });
    await picture('second-contest');
    await notifications.clear();
    await workbench().openFile('A.cpp');
    await step('upsolving', 4, async () => {
      await actions.press('Control+Alt+Enter');
      await quickInput.opened();
      await eventually(async () => assert.ok((await quickInput.rows()).length > 0));
      await picture('upsolving-box');
      await actions.accept(/A – Sum/);
      await actions.accept(/A – Sum to Upsolving/);
      await eventually(() => assert.equal(site.submissions.at(-1)?.contest, next));
      await eventually(() => assert.equal(sent().at(-1), 'A cpp AC'));
    });
    await picture('upsolved');
  });
});
