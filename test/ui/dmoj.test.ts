import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import { startLocalDmoj, type LocalDmoj } from '../../tools/dmoj/dmoj';
import { eventually, useWorkbench } from './harness/index';
import { setSetting } from './support/steps';

const cpp = (line: string): string =>
  `#include <iostream>\n\nint main() {\n  long long a, b;\n  std::cin >> a >> b;\n  ${line}\n}\n`;

describe('A DMOJ site in the packaged extension', () => {
  let site: LocalDmoj;
  before(async () => {
    site = await startLocalDmoj();
    // The problem is only in this contest, whose submissions the API doesn't list.
    site.contests.set('live', {
      key: 'live',
      name: 'Live Contest',
      startsAt: Date.now() - 3_600_000,
      endsAt: Date.now() + 3_600_000,
      problems: ['p1001'],
      points: 50,
      isPretested: false,
      maxSubmissions: 5,
    });
    site.contestOnly.add('p1001');
    site.alice.contest = 'live';
  });
  after(() => site.stop());
  const workbench = useWorkbench();
  const page = () => workbench().page.frameLocator('iframe.webview.ready').frameLocator('#active-frame');
  const row = (label: RegExp) => workbench().treeItem(label);

  const write = async (file: string, text: string): Promise<void> => {
    await fs.writeFile(path.join(workbench().folder, file), text);
    await workbench().openFile(file);
  };
  /** Writes a program and chooses its problem and its language. The last box is open then. */
  const choose = async (file: string, text: string): Promise<void> => {
    const { quickInput } = workbench();
    await write(file, text);
    await workbench().runCommand('Judge: Submit');
    await quickInput.pick(/p1001/);
    await quickInput.pick('Other Language…');
    await eventually(async () => assert.match(await quickInput.placeholder(), /^Select a language/));
    await quickInput.pick(/^C\+\+17/);
    await quickInput.row(/ to Club · C\+\+17/).waitFor();
  };

  before('signs in with the token', async () => {
    await setSetting(workbench(), 'judgeResults.services', { Club: { type: 'dmoj', url: site.url } });
    await setSetting(workbench(), 'judgeResults.service', 'Club');
    await workbench().runCommand('Judge: Sign In…');
    const { quickInput, notifications } = workbench();
    await eventually(async () => assert.match(await quickInput.message(), /^API token/));
    await quickInput.enter(site.alice.token);
    await notifications.expect(/^Signed in to Club/);
    await notifications.clear();
    await workbench().openContainer('Judge Results');
  });

  it('shows a compile error of a program submitted in a contest in its file', async () => {
    await choose('p1001.cpp', cpp('std::cout << undeclared << "\\n";'));
    // The contest that the submission counts for is named before it is sent.
    await eventually(async () => assert.match(await workbench().quickInput.placeholder(), /Live Contest/));
    await workbench().screenshot('dmoj-confirmation');
    await workbench().quickInput.pick(/ to Club · C\+\+17/);
    await row(/^\s*CE · /).waitFor();
    assert.deepEqual(
      [...site.submissions.values()].map(({ contest, language }) => [contest, language]),
      [['live', 'CPP17']],
    );
    await eventually(async () => {
      const problems = await workbench().problems();
      assert.match(
        problems.map(({ text }) => text).join('\n'),
        /undeclared[\s\S]*(?:\[6, 16\]|Ln 6, Col 16)/,
      );
    });
    await workbench().openContainer('Judge Results');
    await workbench().chooseFor(row(/^\s*CE · /), 'Open Result');
    await page().locator('.verdict-line', { hasText: 'Compile Error' }).first().waitFor();
    await page().getByText('Live Contest').first().waitFor();
    await workbench().screenshot('dmoj-compile-error');
  });

  it('shows the score with its maximum, and the tests with the numbers of the site', async () => {
    await workbench().closeEditors();
    await write('p1001.cpp', cpp('std::cout << (a > 40000 ? 0 : a + b) << "\\n";'));
    await workbench().runCommand('Judge: Submit');
    await row(/^\s*WA 60 \/ 100/).waitFor();
    await workbench().chooseFor(row(/^\s*WA 60 \/ 100/), 'Open Result');
    await page().locator('.verdict-line', { hasText: 'Wrong Answer' }).first().waitFor();
    await page()
      .getByText(/\d+(?:\.\d+)?\/50 points/)
      .first()
      .waitFor();
    await workbench().screenshot('dmoj-wrong-answer');
  });
});
