import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import { eventually, useWorkbench } from './harness/index';

/** Accepts a number that is at most 5 less. */
const checker = `import sys
wanted, found = (int(open(name).read()) for name in (sys.argv[3], sys.argv[2]))
print(wanted - found, 'away', file=sys.stderr)
sys.exit(1 if wanted - found > 5 else 0)
`;

/** Accepts the number in the sample if it is found with 7 guesses. */
const interactor = `import sys
secret = int(open(sys.argv[1]).read())
for tries in range(1, 8):
    guess = int(input())
    if guess == secret:
        print('right', flush=True)
        print('guesses:', tries, file=sys.stderr)
        sys.exit(0)
    print('higher' if guess < secret else 'lower', flush=True)
print('not found:', secret, file=sys.stderr)
sys.exit(1)
`;

/** Finds the number. `print`: prints a guess; `higher`: the next smallest number if the number is higher */
const guesses = (print: string, higher: string): string => `import sys
low, high, answer = 1, 100, ''
while answer != 'right':
    guess = (low + high) // 2
    ${print}
    answer = sys.stdin.readline().strip()
    if answer == 'higher':
        low = ${higher}
    else:
        high = guess - 1
`;
const flushed = 'print(guess, flush=True)';

describe('Outputs on this computer', () => {
  const workbench = useWorkbench({
    settings: {
      'judgeResults.services': { Kattis: { type: 'kattis', url: 'https://open.kattis.com' } },
      'judgeResults.service': 'Kattis',
      'judgeResults.local.timeLimit': 10,
    },
  });
  const content = () => workbench().page.frameLocator('iframe.webview.ready').frameLocator('#active-frame');
  const row = (text: RegExp) => workbench().treeItem(text);

  /** Writes the files into a folder of their own, and runs the samples of the first one. */
  async function runSamplesIn(name: string, files: Readonly<Record<string, string>>): Promise<void> {
    await fs.mkdir(path.join(workbench().folder, name));
    await write(name, files);
    const [program = ''] = Object.keys(files);
    await workbench().openFile(program);
    await workbench().runCommand('Judge: Run Samples');
  }

  /** Runs the samples of a program whose file was changed, and opens their first case. */
  async function runAgain(file: string, verdict: RegExp): Promise<void> {
    const { notifications } = workbench();
    await notifications.clear();
    await workbench().openFile(file);
    await workbench().runCommand('Judge: Run Samples');
    await notifications.press(verdict, 'Show Case 1');
  }

  async function write(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
    for (const [file, text] of Object.entries(files))
      await fs.writeFile(path.join(workbench().folder, folder, file), text);
  }

  before('shows the list', () => workbench().openContainer('Judge Results'));

  it('are compared as the judge does, until the user chooses how', async () => {
    const { notifications, quickInput } = workbench();
    await runSamplesIn('half', {
      'half.py': 'number = float(input())\nprint("YES", number + 0.2)\n',
      'half.1.in': '0.1\n',
      'half.1.ans': 'Yes 0.3\n',
      'half.2.in': '0.5\n',
      'half.2.ans': 'yes 0.7',
    });
    await workbench().dialog().getByRole('button', { name: 'Run' }).click();
    await notifications.expect(/NEAR · half\.py/);
    await row(/^1 NEAR\s*Equal within 1e-6\. The judge may accept this/).waitFor();
    await row(/^2 AC/).click();
    await content().getByText('Compared as words, letter case ignored (rule of Kattis).').waitFor();
    await row(/^1 NEAR/).click();
    await content().getByText('Equal within 1e-6. The judge may accept this.').waitFor();
    await workbench().screenshot('comparison nearly');

    await workbench().chooseFor(row(/^1 NEAR/), 'Compare As…');
    await quickInput.row('Checker…').waitFor();
    await workbench().screenshot('comparison choice');
    await quickInput.pick('Numbers Within…');
    await eventually(async () => assert.equal(await quickInput.value(), '1e-6'));
    await workbench().page.keyboard.press('Enter');
    await content()
      .getByText('Compared as words, letter case ignored, numbers within 1e-6 (your choice).')
      .waitFor();
    await row(/^half\.py\s*AC/).waitFor();
    await workbench().screenshot('comparison chosen');

    await row(/^AC\s*2\/2|^AC/).click({ button: 'right' });
    const entries = await workbench().menuEntries();
    assert.deepEqual([entries.includes('Run Again'), entries.includes('Refresh')], [true, false]);
    await workbench().screenshot('comparison menu');
    await workbench().pickInMenu('Run Again');
    await row(/^half\.py\s*AC.*3 results/).waitFor();
    await notifications.clear();
  });

  it('are those of a dialog if an interactor is next to the program', async () => {
    const { notifications } = workbench();
    await runSamplesIn('guess', {
      'guess.py': guesses(flushed, 'guess + 1'),
      'guess.1.in': '100\n',
      'interactor.py': interactor,
    });
    await notifications.expect(/AC · guess\.py/);
    await row(/^1 AC.*Interactor: guesses: 7/).waitFor();
    await write('guess', { 'guess.py': guesses(flushed, 'guess') });
    await runAgain('guess.py', /WA · guess\.py/);
    await content()
      .getByText(/^Interactor: not found: 100/)
      .waitFor();
    await content().getByRole('cell', { name: '99' }).first().waitFor();
    await workbench().screenshot('comparison interactor');
    await write('guess', { 'guess.py': guesses('print(guess)', 'guess + 1') });
    await runAgain('guess.py', /TLE · guess\.py/);
    await content().getByText('No answer: flush the output?').first().waitFor();
    await content().getByRole('cell', { name: '(empty)' }).waitFor();
    await workbench().screenshot('comparison interactor waits');
    await notifications.clear();
  });

  it('are decided by a checker next to the program, if it can be run', async () => {
    const { notifications } = workbench();
    await runSamplesIn('check', {
      'near.py': 'print(int(input()) - 3)\n',
      'checker.py': checker,
      'near.1.in': '10\n',
      'near.1.ans': '10\n',
    });
    await notifications.expect(/AC · near\.py/);
    await row(/^1 AC.*Checker: 3 away/).click();
    await content().getByText('Decided by checker.py.').waitFor();
    await workbench().screenshot('comparison checker');
    await write('check', { 'checker.py': 'import sys\nsys.exit(\n' });
    await workbench().openFile('near.py');
    await workbench().runCommand('Judge: Run Samples');
    await notifications.press(/JE · near\.py.*checker\.py doesn’t compile/, 'Show Case 1');
    await content().getByText('checker.py doesn’t compile on this computer.').waitFor();
    await workbench().screenshot('comparison checker broken');
    await workbench().setTheme('Dark Modern');
    await workbench().screenshot('comparison checker broken dark');
  });
});
