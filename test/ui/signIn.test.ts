import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import {
  newRequestId,
  startLocalService,
  startOtherOrigin,
  type LocalService,
  type OtherOrigin,
} from '../../tools/service';
import { eventually, useWorkbench } from './harness/index';
import { setSetting, shownId } from './support/steps';
import { filesWith } from './support/secrets';

describe('Another judge, from the welcome view to a record', () => {
  let service: LocalService;
  let other: OtherOrigin;
  before(async () => {
    service = await startLocalService({ role: 'custom' });
    other = await startOtherOrigin();
  });
  after(async () => {
    await service.close();
    await other.close();
  });
  const workbench = useWorkbench({});
  const name = 'My judge';

  /** The item is below the visible part of the list. */
  const pickLuoguCompatible = async () => {
    const { quickInput } = workbench();
    await eventually(async () => assert.match(await quickInput.placeholder(), /^Select the type/));
    await (await quickInput.type('compatible')).pick('Luogu-compatible API');
  };

  it('is added with address, authentication, and token only', async () => {
    const { quickInput } = workbench();
    // A workspace must not decide where anything is sent.
    await fs.mkdir(path.join(workbench().folder, '.vscode'), { recursive: true });
    await fs.writeFile(
      path.join(workbench().folder, '.vscode/settings.json'),
      JSON.stringify({
        'judgeResults.service': 'evil',
        'judgeResults.services': { evil: { type: 'judge', url: other.origin } },
      }),
    );
    await workbench().openContainer('Judge Results');
    await workbench()
      .page.locator('.sidebar .welcome-view-content .monaco-button', { hasText: 'Choose Online Judge' })
      .click();
    await quickInput.pick('Add Online Judge…');
    await pickLuoguCompatible();
    await eventually(async () => assert.equal(await quickInput.placeholder(), 'https://judge.example.com'));
    await quickInput.enter('http://user:pw@127.0.0.1:1');
    await eventually(async () =>
      assert.match(await quickInput.message(), /Remove the user name and password/),
    );
    await quickInput.enter(service.origin);
    await quickInput.pick('Custom header');
    await eventually(async () => assert.equal(await quickInput.placeholder(), 'X-Api-Key'));
    await quickInput.enter('X-Judge-Key');
    await quickInput.pick('Skip');
    await eventually(async () => assert.equal(await quickInput.value(), new URL(service.origin).host));
    await quickInput.enter(name);
    await eventually(async () =>
      assert.match(await quickInput.message(), new RegExp(`Sent only to ${service.origin}`)),
    );
  });

  it('reports in the input box that the judge rejected a wrong token, keeps the text, and doesn’t save it', async () => {
    const { quickInput, notifications } = workbench();
    await quickInput.enter(service.token.slice(0, -1));
    await eventually(async () =>
      assert.match(await quickInput.message(), new RegExp(`^${name} rejected the credentials \\(401\\)`)),
    );
    assert.equal(await quickInput.value(), service.token.slice(0, -1));
    assert.deepEqual(await notifications.shown(), []);
    assert.match(await workbench().welcome(), /Sign in to fetch results/);
    await workbench().screenshot('wrong token');
  });

  it('accepts the corrected token, and checks it before reporting “signed in”', async () => {
    const { page } = workbench();
    const before = service.entries().length;
    await page.keyboard.press('End');
    await page.keyboard.type(service.token.slice(-1));
    await page.keyboard.press('Enter');
    await eventually(async () => assert.match(await workbench().welcome(), /No results yet/));
    assert.ok(service.entries().length > before);
    await workbench().runCommand('Notifications: Show Notifications');
    await workbench()
      .page.locator('.notifications-center .notification-list-item-message', {
        hasText: 'Signed in to',
      })
      .waitFor();
    await workbench().runCommand('Notifications: Clear All Notifications');
  });

  it('fetches a record with its own codes and units', async () => {
    const { quickInput } = workbench();
    const description = {
      type: 'judge',
      url: service.origin,
      authentication: { scheme: 'header', headerName: 'X-Judge-Key' },
      statusCodes: { 0: { name: 'Right', kind: 'accepted', short: 'OK' } },
      units: { time: 's' },
    };
    await setSetting(workbench(), 'judgeResults.services', { [name]: description });
    const id = newRequestId();
    const hostile = 'evil $(error) [x](command:workbench.action.quit) <img onerror=1>\u202e\u001b[31m';
    service.script(id, [
      {
        body: {
          requestId: id,
          type: 'judge',
          trackId: null,
          data: {
            compile: null,
            judge: {
              id: 1,
              status: 0,
              score: 1,
              time: 2,
              memory: 3,
              subtasks: [
                {
                  id: 0,
                  status: 0,
                  score: 1,
                  time: 2,
                  memory: 3,
                  cases: [
                    {
                      id: 0,
                      status: 0,
                      score: 1,
                      time: 2,
                      memory: 3,
                      signal: 0,
                      exitCode: 0,
                      description: hostile,
                    },
                  ],
                },
              ],
            },
          },
        },
      },
    ]);
    await workbench().runCommand('Judge: Fetch Judge Result');
    await quickInput.type(id);
    await quickInput.pick(new RegExp(`Fetch ${id}$`));
    await workbench()
      .treeItem(`OK 1 · ${shownId(id)}`)
      .waitFor();
    const row = await eventually(async () => {
      const found = (await workbench().treeRows()).find(({ text }) => text.includes('evil'));
      assert.ok(found);
      return found;
    });
    assert.match(
      row.text.replaceAll('\u200b', ''),
      /evil \$\(error\) \[x\]\(command:workbench\.action\.quit\) <img onerror=1>$/,
    );
    assert.match(row.text, /2\.00 s/);
  });

  it('shows a rejected ID with the judge’s message as plain text', async () => {
    const { quickInput, notifications } = workbench();
    const id = newRequestId();
    service.misbehave({
      id,
      what: {
        kind: 'status',
        status: 403,
        body: {
          errorCode: 403,
          errorType: 'X\\AccessDenied',
          errorMessage: `[click](command:workbench.action.quit) $(error) ${service.token} is not yours`,
          errorData: { told: service.token },
        },
      },
    });
    await workbench().runCommand('Judge: Fetch Judge Result');
    await quickInput.type(id);
    await quickInput.pick(new RegExp(`Fetch ${id}$`));
    const { message } = await notifications.expect(/\(403\)/);
    assert.match(
      message.replaceAll('\u200b', ''),
      /\[click\]\(command:workbench\.action\.quit\) \$\(error\) ••• is not yours/,
    );
    const links = workbench().page.locator('.notification-list-item-message a');
    assert.equal(await links.count(), 0);
    await notifications.clear();
  });

  it('offers to sign in if it was added without credentials but requires them', async () => {
    const { quickInput, notifications } = workbench();
    await workbench().runCommand('Judge: Choose Online Judge…');
    await quickInput.pick('Add Online Judge…');
    await pickLuoguCompatible();
    await eventually(async () => assert.equal(await quickInput.placeholder(), 'https://judge.example.com'));
    await quickInput.enter(service.origin);
    await quickInput.pick('No authentication');
    await quickInput.pick('Skip');
    await eventually(async () => assert.equal(await quickInput.value(), new URL(service.origin).host));
    await quickInput.enter('Open judge');
    // The setting already exists in the workspace.
    const settings = path.join(workbench().folder, '.vscode/settings.json');
    await eventually(async () =>
      assert.match(await fs.readFile(settings, 'utf8'), /"judgeResults\.service": *"Open judge"/),
    );
    // The connection check reports that it requires a sign-in.
    await notifications.expect(/^Open judge requires sign-in \(401\)/);
    await notifications.clear();
    // No command offers credentials that the judge supposedly doesn't need.
    await workbench().runCommand('Judge: Fetch Judge Result');
    await quickInput.enter(newRequestId());
    await notifications.press(/requires sign-in \(401\)/, 'Sign In');
    await notifications.press(/set up without authentication/, 'Choose Online Judge');
    await quickInput.row('Add Online Judge…').waitFor();
    await quickInput.cancel();
  });

  it('sends nothing to the origin in the workspace’s settings', () => {
    assert.deepEqual(other.received, []);
  });

  it('stores the token in no file of VS Code or the workspace', async () => {
    assert.deepEqual(await filesWith(service.token, workbench().server.dataDir), []);
    assert.deepEqual(await filesWith(service.token, workbench().folder), []);
  });
});
