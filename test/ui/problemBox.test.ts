import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import { startLocalDomjudge, type LocalDomjudge } from '../../tools/domjudge/domjudge';
import { eventually, useWorkbench } from './harness/index';
import { settingsFor } from './support/steps';
import { enterDelays, typeThenEnter } from './support/typing';

const program = '#include <iostream>\nint main() {\n  std::cout << 3;\n}\n';

describe('The prompt for a problem of a DOMjudge contest', () => {
  let site: LocalDomjudge;
  const workbench = useWorkbench(async () => {
    site = await startLocalDomjudge({ version: '10', compilers: false });
    const url = `${site.url}/domjudge/api`;
    return {
      settings: {
        ...settingsFor({ type: 'clics', url, contest: site.running.id }),
        'judgeResults.notifications': 'never',
      },
    };
  });
  after(() => site.stop());

  before('signs in, and opens a program', async () => {
    const { quickInput, notifications } = workbench();
    await workbench().openContainer('Judge Results');
    await workbench().runCommand('Judge: Sign In…');
    await quickInput.enter(site.alice.username);
    await quickInput.enter(site.alice.password);
    await notifications.expect(/Signed in to/);
    await notifications.clear();
    await open('main.cpp');
  });
  afterEach(() => workbench().quickInput.cancelIfOpen());

  async function open(file: string): Promise<void> {
    await workbench().closeEditors();
    await fs.writeFile(path.join(workbench().folder, file), program);
    await workbench().openFile(file);
  }

  const placeholderIs = (expected: RegExp) =>
    eventually(async () => assert.match(await workbench().quickInput.placeholder(), expected));

  async function openPrompt(): Promise<void> {
    await workbench().runCommand('Judge: Submit');
    await placeholderIs(/^Label, ID, or title of the problem$/);
  }

  /** Checks the problem that the next box shows. */
  async function expectProblem(name: string): Promise<void> {
    await placeholderIs(new RegExp(` · ${name} · `));
    await workbench().quickInput.cancel();
  }

  it('accepts what was typed, however soon Enter follows', async () => {
    const { page } = workbench();
    // the list of problems is requested once
    const restore = site.misbehave({
      method: 'GET',
      path: '/domjudge/api/contests/school/problems',
      what: { kind: 'delay', ms: 1_000 },
    });
    const names = ['A – Sum', 'B – Maximum Subarray', 'C – Sorting'];
    for (const [index, enterDelay] of enterDelays.entries()) {
      const name = names[index % 3] ?? '';
      await openPrompt();
      await typeThenEnter(page, name.charAt(0).toLowerCase(), enterDelay);
      await expectProblem(name);
    }
    restore();
  });

  it('has no active row until the user types or moves, and Enter does nothing', async () => {
    const { page, quickInput } = workbench();
    await openPrompt();
    await eventually(async () =>
      assert.deepEqual(await quickInput.rows(), [
        'A – Sum 5 s',
        'B – Maximum Subarray 5 s',
        'C – Sorting 5 s',
      ]),
    );
    assert.equal(await page.locator('.quick-input-list .monaco-list-row.focused').count(), 0);
    await page.keyboard.press('Enter');
    await page.keyboard.type('b');
    await eventually(async () => assert.deepEqual(await quickInput.rows(), ['B – Maximum Subarray 5 s']));
    await page.keyboard.press('Backspace');
    await eventually(async () => assert.equal((await quickInput.rows()).length, 3));
    await page.keyboard.press('Enter');
    await placeholderIs(/^Label, ID, or title of the problem$/);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expectProblem('B – Maximum Subarray');
  });

  it('preselects the problem that the file’s name says', async () => {
    const { page, quickInput } = workbench();
    await open('c_2.cpp');
    await openPrompt();
    await eventually(async () =>
      assert.match((await quickInput.rows())[0] ?? '', /^C – Sorting 5 s · from the file name$/),
    );
    await page.keyboard.press('Enter');
    await expectProblem('C – Sorting');
  });
});
