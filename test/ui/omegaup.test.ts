import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import { startLocalOmegaup, type LocalOmegaup } from '../../tools/omegaup/omegaup';
import { eventually, useWorkbench } from './harness/index';
import { setSetting } from './support/steps';

const cpp = (line: string): string =>
  `#include <iostream>\n\nint main() {\n  long long a, b;\n  std::cin >> a >> b;\n  ${line}\n}\n`;
const right = 'std::cout << a + b << "\\n";';
const partlyRight = 'std::cout << (a > 40000 ? 0 : a + b) << "\\n";';

describe('omegaUp in the packaged extension', () => {
  let site: LocalOmegaup;
  before(async () => {
    site = await startLocalOmegaup();
    site.oddities.gap = 0;
    const members = [site.alice];
    site.add({ alias: 'oie2026', title: 'OIE 2026', problems: ['p1115', 'p1001'], members }).gap = 0;
    site.add({ alias: 'tarea1', title: 'Tarea 1', course: 'curso', problems: ['p1001'], members });
  });
  after(() => site.stop());
  const workbench = useWorkbench();
  const page = () => workbench().page.frameLocator('iframe.webview.ready').frameLocator('#active-frame');
  const row = (label: RegExp) => workbench().treeItem(label);

  before('signs in with the token', async () => {
    await setSetting(workbench(), 'judgeResults.services', { OMI: { type: 'omegaup', url: site.url } });
    await setSetting(workbench(), 'judgeResults.service', 'OMI');
    await workbench().runCommand('Judge: Sign In…');
    const { quickInput, notifications } = workbench();
    await eventually(async () => assert.match(await quickInput.message(), /^API token/));
    await quickInput.enter(`token ${site.alice.token}`);
    await notifications.expect(/^Signed in to OMI/);
    await notifications.clear();
  });
  beforeEach('closes what the earlier tests opened, and removes their results', async () => {
    await workbench().quickInput.cancelIfOpen();
    await workbench().openContainer('Judge Results');
    await workbench().closeEditors();
    await workbench().notifications.clear();
    if ((await workbench().treeRows()).length === 0) return;
    await workbench().runCommand('Judge: Clear Finished Results');
    await workbench().dialog().getByRole('button', { name: 'Clear' }).click();
    await eventually(async () => assert.deepEqual(await workbench().treeRows(), []));
  });

  const write = async (file: string, text: string): Promise<void> => {
    await fs.writeFile(path.join(workbench().folder, file), text);
    await workbench().openFile(file);
  };
  /** Enters the problem of the open file by its ID or URL. */
  const enterProblem = async (problem: string): Promise<void> => {
    const { quickInput } = workbench();
    await workbench().runCommand('Judge: Submit');
    // a problem of the contest
    await quickInput.row(/B – /).waitFor();
    await quickInput.enter(problem);
  };
  /** Chooses the language in the last box. */
  const chooseLanguage = async (): Promise<void> => {
    const { quickInput } = workbench();
    await quickInput.pick('Other Language…');
    await eventually(async () => assert.match(await quickInput.placeholder(), /^Select a language/));
    await quickInput.pick(/^C\+\+17 \(g\+\+\)/);
    await quickInput.row(/ to .+ · C\+\+17/).waitFor();
  };
  const openResult = async (label: RegExp): Promise<void> => {
    await row(label).waitFor();
    await workbench().chooseFor(row(label), 'Open Result');
  };

  it('submits a contest’s problem by the URL of its page to the contest', async () => {
    await write('suma.cpp', cpp(partlyRight));
    await enterProblem(`${site.url}/arena/oie2026/#problems/p1001`);
    await chooseLanguage();
    await eventually(async () => assert.match(await workbench().quickInput.placeholder(), /OIE 2026/));
    await workbench().screenshot('omegaup-confirmation');
    await workbench().quickInput.pick(/ to .+ · C\+\+17/);
    await openResult(/^\s*PART 60/);
    await page().locator('.verdict-line', { hasText: 'Partially' }).first().waitFor();
    await page().getByText('OIE 2026').first().waitFor();
    await workbench().screenshot('omegaup-contest');
    assert.equal(site.runs.at(-1)?.problemset?.alias, 'oie2026');
    assert.deepEqual(site.opened, []);
  });

  it('asks whether the alias of a contest’s problem means the contest', async () => {
    const { quickInput } = workbench();
    await write('p1001.cpp', cpp(right));
    await workbench().runCommand('Judge: Submit');
    await quickInput.row(/B – /).waitFor();
    await workbench().screenshot('omegaup-problems');
    await quickInput.enter('p1001');
    await quickInput.row(/^\s*p1001/, /outside of the contest/).waitFor();
    await workbench().screenshot('omegaup-contest-or-practice');
  });

  it('submits a task of a course to its assignment, and shows the teacher’s feedback at its line', async () => {
    const { notifications } = workbench();
    await write('tarea.cpp', `\n\n${cpp(partlyRight)}`);
    await enterProblem(`${site.url}/course/curso/arena/tarea1/#problems/p1001`);
    await chooseLanguage();
    await workbench().screenshot('omegaup-course-confirmation');
    await workbench().quickInput.pick(/ to .+ · C\+\+17/);
    await row(/^\s*PART 60/).waitFor();
    const run = site.runs.at(-1);
    assert.equal(run?.problemset?.alias, 'tarea1');
    site.comment(run, 'Why 0 for large numbers?', 5);
    site.comment(run, 'Almost right.', null);
    await notifications.clear();
    await workbench().chooseFor(row(/^\s*PART 60/), 'Refresh');
    await eventually(async () => {
      const problems = await workbench().problems();
      const words = problems.map(({ text }) => text).join('\n');
      assert.match(words, /teacher: Why 0 for large numbers\?[\s\S]*(?:\[8, 3\]|Ln 8, Col 3)/);
    });
    await workbench().screenshot('omegaup-feedback-problem');
    await workbench().openContainer('Judge Results');
    await openResult(/^\s*PART 60/);
    await page().getByText('teacher: Almost right.').first().waitFor();
    await workbench().screenshot('omegaup-feedback');
  });

  it('shows a disqualified run as such', async () => {
    await write('p1001.cpp', cpp(right));
    await enterProblem('p1001');
    await workbench().quickInput.pick(/^\s*p1001/, /outside of the contest/);
    await chooseLanguage();
    await workbench().quickInput.pick(/ to .+ · C\+\+17/);
    await row(/^\s*AC 100/).waitFor();
    const run = site.runs.at(-1);
    assert.ok(run);
    site.disqualify(run);
    await workbench().chooseFor(row(/^\s*AC 100/), 'Refresh');
    await openResult(/^\s*DQ/);
    await page().locator('.verdict-line', { hasText: 'Disqualified' }).first().waitFor();
    await workbench().screenshot('omegaup-disqualified');
  });

  it('runs its samples and those next to the program on this computer, where several answers may be right', async () => {
    const { notifications } = workbench();
    const problem = site.problems.find(({ alias }) => alias === 'p1115');
    assert.ok(problem);
    problem.validator = 'custom';
    await fs.mkdir(path.join(workbench().folder, 'several'));
    const ownSample = { 'p1115.1.in': '2\n1 2\n', 'p1115.1.ans': '-1\n' };
    for (const [name, text] of Object.entries(ownSample))
      await fs.writeFile(path.join(workbench().folder, 'several', name), text);
    const program = '#include <stdio.h>\nint main(void) { puts("-1"); }\n';
    await fs.writeFile(path.join(workbench().folder, 'several', 'p1115.c'), program);
    await workbench().openFile('p1115.c');
    await workbench().runCommand('Judge: Run Samples');
    await workbench().dialog().getByRole('button', { name: 'Run' }).click();
    await workbench()
      .statusBarItem(/Samples of p1115\.c: 1 from OMI, 1 of your own/)
      .waitFor();
    await notifications.expect(/NEAR · p1115\.c/);
    await row(/^2 AC/).waitFor();
    await row(/^1 NEAR\s*The problem has several right answers/).click();
    await page()
      .getByText('The problem has several right answers. The judge may accept this one.')
      .first()
      .waitFor();
    await page().getByText('(rule of the problem)').first().waitFor();
    await workbench().screenshot('omegaup-several-answers');
  });

  it('counts down until the site accepts the next program, and submits it then', async () => {
    site.oddities.gap = 45;
    const before = site.runs.length;
    site.submit({ problem: 'p1177', source: null });
    await write('p1177.cpp', cpp(right));
    await enterProblem(`${site.url}/arena/problem/p1177/`);
    await chooseLanguage();
    await workbench()
      .quickInput.row(/ to .+ · C\+\+17/, /Submit in \d+ s/)
      .waitFor();
    await workbench().screenshot('omegaup-wait');
    await workbench().quickInput.accept();
    await eventually(async () =>
      assert.match(
        (await workbench().notifications.shown()).map(({ message }) => message).join('\n'),
        /submitted in \d+ s/i,
      ),
    );
    await workbench().screenshot('omegaup-waiting');
    await row(/^\s*(?:WA|PART|RTE|CE)/).waitFor({ timeout: 90_000 });
    assert.equal(site.runs.length, before + 2);
    site.oddities.gap = 0;
  });
});
