import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import { startLocalDomjudge, type LocalDomjudge } from '../../tools/domjudge/domjudge';
import { eventually, useWorkbench } from './harness/index';
import { filesWith } from './support/secrets';
import { setSetting } from './support/steps';

const java = `import java.util.Scanner;

public class Solution {
  public static void main(String[] args) {
    Scanner in = new Scanner(System.in);
    System.out.println(in.nextLong() + in.nextLong());
  }
}
`;
const cpp = (line: string): string =>
  `#include <iostream>\n\nint main() {\n  long long a, b;\n  std::cin >> a >> b;\n  ${line}\n}\n`;
const right = 'std::cout << a + b << "\\n";';
const wrong = 'std::cout << a - b << "\\n";';
const broken = 'std::cout << undeclared << "\\n";';

describe('A DOMjudge site in the packaged extension', () => {
  let site: LocalDomjudge;
  before(async () => {
    site = await startLocalDomjudge({ version: '8.3' });
  });
  after(() => site.stop());
  const workbench = useWorkbench();
  const page = () => workbench().page.frameLocator('iframe.webview.ready').frameLocator('#active-frame');
  const row = (label: RegExp) => workbench().treeItem(label);
  /** Contest that the test before used, by its name in the settings; null: none. */
  let used: string | null = null;

  const enter = async (question: RegExp, text: string): Promise<void> => {
    const { quickInput } = workbench();
    await eventually(async () => assert.match(await quickInput.message(), question));
    await quickInput.enter(text);
  };
  /** Chooses a contest in the settings and signs in, unless the test before did. */
  const use = async (name: string, { url, alice }: LocalDomjudge, contest: string): Promise<void> => {
    if (used === name) return;
    await setSetting(workbench(), 'judgeResults.services', {
      [name]: { type: 'clics', url: `${url}/domjudge/api`, contest },
    });
    await setSetting(workbench(), 'judgeResults.service', name);
    await workbench().runCommand('Judge: Sign In…');
    await enter(/^User name/, alice.username);
    await enter(/^Password of alice/, alice.password);
    await workbench().notifications.expect(new RegExp(`\\bSigned in to ${name}`));
    await workbench().screenshot(`domjudge-signed-in-${name}`);
    await workbench().notifications.clear();
    used = name;
  };
  const useFinals = (): Promise<void> => use('Finals', site, '52');
  const write = async (file: string, text: string): Promise<void> => {
    await fs.writeFile(path.join(workbench().folder, file), text);
    await workbench().openFile(file);
  };
  /** Opens the box for the problem of the open file, and waits for the problems. */
  const startSubmitting = async (): Promise<void> => {
    await workbench().runCommand('Judge: Submit');
    await workbench().quickInput.row(/A – /).waitFor();
  };
  /** Submits the open file. `problem`: typed; null: the suggested one. */
  const submit = async (problem: string | null, language: string): Promise<void> => {
    const { quickInput } = workbench();
    await startSubmitting();
    // after the first submission, the name of the file is sufficient
    const isAsked = /^Label/.test(await quickInput.placeholder());
    if (isAsked && problem === null) await quickInput.accept();
    if (isAsked && problem !== null) await quickInput.enter(problem);
    await quickInput.pick('Other Language…');
    await eventually(async () => assert.match(await quickInput.placeholder(), /^Select a language/));
    await quickInput.pick(language);
    await quickInput.pick(/ to .+ · /);
  };

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

  it('is added by the URL of a page, under the name of the contest', async () => {
    const { notifications, quickInput } = workbench();
    await workbench().runCommand('Judge: Choose Online Judge…');
    await eventually(async () => assert.match(await quickInput.placeholder(), /^Type a name/));
    await quickInput.enter(`${site.url}/domjudge/team/problems`);
    await quickInput.row(/^School 2026/).waitFor();
    await workbench().screenshot('domjudge-contests');
    await quickInput.pick(/^School 2026/);
    await enter(/^User name/, 'alice');
    await enter(/^Password of alice/, 'not the password');
    await eventually(async () => assert.match(await quickInput.message(), /^Wrong user name or password\./));
    await workbench().screenshot('domjudge-wrong-password');
    await quickInput.enter(site.alice.password);
    await notifications.expect(/^Signed in to School 2026\.$/);
    await workbench()
      .page.locator('.sidebar .welcome-view-content', { hasText: 'No results yet.' })
      .waitFor();
    await workbench().screenshot('domjudge-added');
  });

  it('accepts a Java program under the name of its public class', async () => {
    await useFinals();
    await write('a.java', java);
    await startSubmitting();
    await workbench().screenshot('domjudge-problems');
    await workbench().quickInput.cancel();
    await submit('A', 'Java');
    await row(/^\s*AC · /).waitFor();
    assert.deepEqual(
      site.submissions.at(-1)?.files.map(({ name }) => name),
      ['Solution.java'],
    );
    await workbench().screenshot('domjudge-java');
  });

  it('shows a compile error in the file that has it', async () => {
    await useFinals();
    await write('A.cpp', cpp(broken));
    await submit(null, 'C++');
    await row(/^\s*CE · /).waitFor();
    assert.equal(site.submissions.at(-1)?.problem.label, 'A');
    await eventually(async () => {
      const problems = await workbench().problems();
      const words = problems.map(({ text }) => text).join('\n');
      assert.match(words, /undeclared[\s\S]*(?:\[6, 16\]|Ln 6, Col 16)/);
    });
    await workbench().screenshot('domjudge-problem');
    await workbench().openContainer('Judge Results');
    await workbench().chooseFor(row(/^\s*CE · /), 'Open Result');
    await page().locator('.verdict-line', { hasText: 'Compile Error' }).first().waitFor();
    await workbench().screenshot('domjudge-compile-error');
  });

  it('shows the samples of the team’s page when a result is opened', async () => {
    await useFinals();
    site.config.show_sample_output = true;
    await write('A.cpp', cpp(wrong));
    await submit('A.cpp', 'C++');
    await row(/^\s*WA · /).waitFor();
    assert.equal(site.submissions.at(-1)?.isSeen, false);
    await workbench().screenshot('domjudge-wrong-answer');
    await workbench().chooseFor(row(/^\s*WA · /), 'Open Result');
    await page().getByText('Samples').first().waitFor();
    await workbench().screenshot('domjudge-samples');
    assert.equal(site.submissions.at(-1)?.isSeen, true);
    site.config.show_sample_output = false;
  });

  it('takes over a submission whose response was lost', async () => {
    await useFinals();
    await write('A.cpp', cpp(right));
    site.misbehave({
      method: 'POST',
      path: '/domjudge/api/contests/52/submissions',
      times: 1,
      what: { kind: 'reset' },
    });
    const before = site.submissions.length;
    await submit('A', 'C++');
    await row(/^\s*AC · /).waitFor();
    await workbench().notifications.expect(/^A\.cpp was submitted \(.+\)\. Only the response was lost/);
    assert.equal(site.submissions.length, before + 1);
    await workbench().screenshot('domjudge-taken-over');
  });

  it('asks before it submits after the end, and shows that this was too late', async () => {
    const past = site.contests.find(({ id }) => id === 'past');
    assert.ok(past);
    await use('Past', site, String(past.number));
    await write('A.cpp', cpp(right));
    await submit('A', 'C++');
    // in a dialog, or in a notification if the request for the contest took long
    const send = workbench().page.getByRole('button', { name: 'Submit Anyway' });
    await send.waitFor();
    await workbench().screenshot('domjudge-ended');
    await send.click();
    await row(/^\s*LATE · /).waitFor();
    await workbench().screenshot('domjudge-too-late');
    await workbench().chooseFor(row(/^\s*LATE · /), 'Open Result');
    await page().locator('.verdict-line', { hasText: 'Too Late' }).first().waitFor();
    await workbench().screenshot('domjudge-too-late-page');
  });

  it('shows in the first step that a contest is closed, and its warning', async () => {
    const closed = site.addContest('closed', 'Closed', Date.now() - 60_000, Date.now() + 7_200_000);
    closed.allowsSubmissions = false;
    closed.warning = 'The network is being repaired. Please wait.';
    await use('Closed', site, String(closed.number));
    await write('A.cpp', cpp(right));
    await startSubmitting();
    await workbench()
      .quickInput.row(/The contest accepts no submissions/)
      .waitFor();
    await workbench().screenshot('domjudge-closed');
  });

  it('can be set up ten minutes before the start, and shows the problems at the start', async () => {
    const { quickInput } = workbench();
    const later = site.addContest('later', 'Later', Date.now() + 600_000, Date.now() + 7_200_000);
    await use('Later', site, String(later.number));
    await write('A.cpp', cpp(right));
    await workbench().runCommand('Judge: Submit');
    await quickInput.row(/begins at/).waitFor();
    await workbench().screenshot('domjudge-before-start');
    await quickInput.cancel();
    later.startsAt = Date.now();
    await startSubmitting();
  });

  it('shows points where the contest has them', async () => {
    const newest = await startLocalDomjudge({ version: '10' });
    try {
      newest.running.isScored = true;
      await use('Points', newest, newest.running.id);
      await workbench().setTheme('Dark Modern');
      await write('A.cpp', cpp('std::cout << (a < 0 ? 7 : a + b) << "\\n";'));
      await submit('A', 'C++');
      await row(/^\s*WA \d+ · /).waitFor();
      await workbench().screenshot('domjudge-points');
      await workbench().chooseFor(row(/^\s*WA \d+ · /), 'Open Result');
      await page().locator('.verdict-line', { hasText: 'Wrong Answer' }).first().waitFor();
      await workbench().screenshot('domjudge-points-page');
    } finally {
      used = null;
      await newest.stop();
    }
  });

  it('stores no password in files of VS Code or the workspace', async () => {
    await useFinals();
    assert.deepEqual(await filesWith(site.alice.password, workbench().server.dataDir), []);
    assert.deepEqual(await filesWith(site.alice.password, workbench().folder), []);
  });
});
