import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import { startLocalDomjudge, type LocalDomjudge } from '../../tools/domjudge/domjudge';
import { eventually, useWorkbench } from './harness/index';
import { settingsFor } from './support/steps';

describe('Clarifications of a running contest', () => {
  let site: LocalDomjudge;
  const workbench = useWorkbench(async () => {
    site = await startLocalDomjudge({ version: '10', compilers: false });
    const { id } = site.running;
    return { settings: settingsFor({ type: 'clics', url: `${site.url}/domjudge/api`, contest: id }) };
  });
  after(() => site.stop());
  const requests = () => site.requests.filter(({ path: requested }) => requested.endsWith('/clarifications'));

  /** Waits for what a command shows. If the response took long, presses the button of the notification that offers it. */
  const acceptOffer = (button: string, isShown: (wait: number) => Promise<void>): Promise<void> =>
    eventually(async (wait) => {
      const { notifications } = workbench();
      const message = /of School 2026 were fetched\.$/;
      const shown = await notifications.shown();
      if (shown.some((notification) => message.test(notification.message)))
        await notifications.press(message, button);
      await isShown(wait);
    });

  it('are announced, counted, and shown, and the jury is asked after a confirmation', async () => {
    const { folder, notifications, quickInput } = workbench();
    const [sum = null] = site.running.problems;
    const { team } = site.alice;
    site.clarify({ problem: sum, to: team, text: 'Yes, <b>a</b> is [positive](command:evil).\u202e' });
    await fs.writeFile(path.join(folder, 'A.cpp'), 'int main() {}\n');
    await workbench().openFile('A.cpp');
    await workbench().openContainer('Judge Results');
    assert.equal(requests().length, 0);
    await workbench().runCommand('Judge: Sign In…');
    await eventually(async () => assert.match(await quickInput.message(), /^User name/));
    await quickInput.enter(site.alice.username);
    await eventually(async () => assert.match(await quickInput.message(), /^Password of/));
    await quickInput.enter(site.alice.password);
    await notifications.expect(/^Answer on A – Sum: Yes, <b>a<\/b> is \[positive\]/);
    const row = workbench().treeItem(/^Clarifications/);
    await eventually(async () => assert.match((await row.textContent()) ?? '', /1 new · School 2026/));
    await workbench().screenshot('clarification-announced');
    await notifications.clear();

    await row.click();
    await acceptOffer('Show', async (wait) => {
      await workbench()
        .page.locator('.editor-instance .view-line', { hasText: 'is [positive](command:evil).' })
        .waitFor({ timeout: wait });
    });
    await eventually(async () =>
      assert.match((await row.textContent()) ?? '', /Clarifications1 · School 2026/),
    );
    await workbench().screenshot('clarification-shown');

    await workbench().openFile('A.cpp');
    await workbench().runCommand('Judge: Ask the Jury…');
    await acceptOffer('Ask the Jury…', async (wait) => {
      const message = workbench().page.locator('.quick-input-widget .quick-input-message');
      assert.match(await message.innerText({ timeout: wait }), /^Question to the jury of School 2026/);
    });
    await workbench().screenshot('clarification-asking');
    await quickInput.enter('Can a be 0?');
    const dialog = workbench().dialog();
    await dialog.getByText('Send this question to the jury of School 2026?').waitFor();
    await dialog.getByText('Problem: A – Sum').waitFor();
    await workbench().screenshot('clarification-confirmation');
    assert.equal(site.clarifications.length, 1);
    await dialog.getByRole('button', { name: 'Send Question' }).click();
    await notifications.expect(/^Your question was sent to the jury of School 2026\.$/);
    assert.deepEqual(
      site.clarifications.slice(1).map(({ text, problem, from }) => [text, problem?.label, from]),
      [['Can a be 0?', 'A', team]],
    );
  });
});
