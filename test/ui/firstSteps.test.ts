import assert from 'node:assert/strict';
import { startLocalService, type LocalService } from '../../tools/service';
import { eventually, useWorkbench, type Workbench } from './harness/index';
import { outerLabels, setSetting, settingsOf } from './support/steps';

/** Asserts the text of the empty view, with its buttons and links. */
async function welcomeIs(
  workbench: Workbench,
  sentence: RegExp,
  buttons: readonly string[],
  links: readonly string[],
): Promise<void> {
  const view = workbench.page.locator('.sidebar .welcome-view-content');
  await eventually(async () => {
    assert.match(await workbench.welcome(), sentence);
    assert.deepEqual(await view.locator('.monaco-button').allInnerTexts(), buttons);
    assert.deepEqual(await view.locator('p a:not(.monaco-button)').allInnerTexts(), links);
  });
}

function welcomeLink(workbench: Workbench, name: string) {
  return workbench.page.locator('.sidebar .welcome-view-content a', { hasText: name });
}

describe('The first steps', () => {
  let service: LocalService;
  // Wide enough for the pictures next to the steps.
  const workbench = useWorkbench(async () => {
    service = await startLocalService();
    return { viewport: { width: 1600, height: 900 } };
  });
  after(() => service.close());

  describe('for a new user', () => {
    const buttons = ['Receive Problems from the Browser', 'Choose Online Judge'];
    const links = ['open a program', 'try the demo', 'walkthrough'];
    const steps = () => workbench().page.locator('.getting-started-step');
    const page = () => workbench().page.frameLocator('iframe.webview.ready').frameLocator('#active-frame');
    const media = () =>
      workbench().page.locator('.getting-started-media webview, .getting-started-media iframe');

    it('explain the purpose, and lead to an illustrated walkthrough that works with the keyboard', async () => {
      await workbench().openContainer('Judge Results');
      await welcomeIs(workbench(), /^Run programs with the samples/, buttons, links);
      await welcomeLink(workbench(), 'walkthrough').click();
      await workbench().page.getByText('Get Started with Judge Results').first().waitFor();
      await eventually(async () =>
        assert.deepEqual(await steps().locator('.step-title').allInnerTexts(), [
          'Get a problem',
          'Run it',
          'Submit it',
        ]),
      );
      const isExpanded = (index: number) =>
        eventually(async () =>
          assert.match((await steps().nth(index).getAttribute('class')) ?? '', /\bexpanded\b/),
        );
      for (let index = 2; index >= 0; index -= 1) {
        await steps().nth(index).locator('.step-title').click();
        await isExpanded(index);
        await media().first().waitFor();
      }
      await workbench().page.keyboard.press('ArrowDown');
      await isExpanded(1);
    });

    it('show the demo results without a judge, and check off the first step', async () => {
      await steps().first().locator('.step-title').click();
      await steps().first().locator('a', { hasText: 'try the demo' }).click();
      await eventually(async () => assert.equal((await outerLabels(workbench())).length, 6));
      await page().locator('.details h2', { hasText: '4' }).waitFor();
      await workbench()
        .page.locator('.monaco-editor[data-uri="judge-sample:/P1115.cpp"] .view-line', { hasText: 'main' })
        .first()
        .waitFor();
      await workbench().treeItem('WA 50 · Demo P1115').and(workbench().page.locator('.selected')).waitFor();
      await workbench().page.locator('.tab', { hasText: 'Welcome' }).click();
      await eventually(async () => {
        const done = steps().first().locator('.codicon-getting-started-step-checked');
        assert.equal(await done.count(), 1);
      });
      const problems = await eventually(async () => {
        const shown = await workbench().problems();
        assert.ok(shown.some(({ label, text }) => /P1001\.cpp/.test(label + text)));
        return shown;
      });
      assert.ok(problems.some(({ text }) => text.includes('‘unused’')));
    });

    it('report that no judge is selected, and offer the choice of a judge', async () => {
      await workbench().runCommand('Judge: Refresh All');
      await workbench().notifications.press(/No online judge selected/, 'Choose Online Judge');
      await workbench().quickInput.row('This Computer').waitFor();
      await workbench().quickInput.cancelIfOpen();
    });

    it('let the user remove and restore the demo results with the keyboard', async () => {
      await workbench().chooseFor(workbench().treeItem('WA 50 · Demo P1115'), 'Remove Demo Results');
      await welcomeIs(workbench(), /^Run programs/, buttons, links);
      await workbench().closeEditors();
      await welcomeLink(workbench(), 'try the demo').focus();
      await workbench().page.keyboard.press('Enter');
      await page().locator('.name', { hasText: 'Demo P1115' }).waitFor();
      await workbench().runInView('Remove Demo Results');
      await welcomeIs(workbench(), /^Run programs/, buttons, links);
    });
  });

  describe('with a judge: the empty view', () => {
    before('chooses a judge', async () => {
      await workbench().closeEditors();
      for (const [name, value] of Object.entries(settingsOf(service)))
        await setSetting(workbench(), name, value);
    });
    const links = ['submit the active file', 'try the demo'];

    it('leads to sign-in and then to the first result, using only the keyboard', async () => {
      const { page, quickInput, notifications } = workbench();
      await workbench().openContainer('Judge Results');
      await welcomeIs(
        workbench(),
        /^Sign in to fetch results/,
        ['Sign In'],
        ['choose another judge', 'try the demo', 'Get a token'],
      );
      await welcomeLink(workbench(), 'Sign In').focus();
      await page.keyboard.press('Enter');
      await quickInput.enter(service.token);
      await notifications.expect(/Signed in to/);
      await notifications.clear();
      await welcomeIs(workbench(), /^No results yet/, ['Fetch Judge Result'], links);
      await welcomeLink(workbench(), 'Fetch Judge Result').click();
      assert.match(await (await workbench().quickInput.opened()).title(), /^Fetch Judge Result from/);
      await workbench().quickInput.cancel();
    });

    it('reports that the judge can’t be reached, and offers a retry', async () => {
      const { quickInput, notifications } = workbench();
      service.misbehave({ what: { kind: 'reset' } });
      await welcomeLink(workbench(), 'Fetch Judge Result').click();
      await quickInput.enter('some-result');
      await notifications.expect(/connection/);
      await notifications.clear();
      await welcomeIs(
        workbench(),
        /^The judge can’t be reached/,
        ['Try Again'],
        ['check the URL', 'show the log'],
      );
      service.behave();
      service.script('some-result', [{ status: 404, body: { errorCode: 404, errorMessage: 'None' } }]);
      await welcomeLink(workbench(), 'Try Again').click();
      await quickInput.enter('some-result');
      await notifications.expect(/\(404\)/);
      await welcomeIs(workbench(), /^No results yet/, ['Fetch Judge Result'], links);
    });
  });
});
