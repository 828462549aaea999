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
});
