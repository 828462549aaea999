import assert from 'node:assert/strict';
import path from 'node:path';
import {
  newRequestId,
  startLocalService,
  startOtherOrigin,
  type LocalService,
  type OtherOrigin,
} from '../../tools/service';
import { eventually, useWorkbench } from './harness/index';
import { filesWith } from './support/secrets';
import { hasBeenShown, savedJson, settingsFor, settingsOf, setSetting, shownId } from './support/steps';

describe('A saved token', () => {
  let service: LocalService;
  let other: OtherOrigin;
  const workbench = useWorkbench(async () => {
    service = await startLocalService({ role: 'custom' });
    other = await startOtherOrigin();
    return { settings: settingsOf(service) };
  });
  after(async () => {
    await service.close();
    await other.close();
  });

  /** Changes the settings of the service; without changes, restores them. */
  const changeService = (changes: Readonly<Record<string, unknown>>): Promise<void> =>
    setSetting(
      workbench(),
      'judgeResults.services',
      settingsFor({ ...service.description, ...changes })['judgeResults.services'],
    );
  const ask = async (id: string): Promise<void> => {
    await workbench().runCommand('Judge: Fetch Judge Result');
    await workbench().quickInput.type(id);
    await workbench().quickInput.pick(new RegExp(`Fetch ${id}$`));
  };
  const envelope = (id: string): unknown => {
    const part = { status: 1, score: 0, time: 1, memory: 1 };
    const description = `you sent ${service.token}`;
    const one = { ...part, id: 1, signal: 0, exitCode: 0, description };
    const judge = { ...part, id: 1, subtasks: [{ ...part, id: 0, cases: [one] }] };
    return { type: 'judge', requestId: id, trackId: null, data: { compile: null, judge } };
  };

  before('is saved', async () => {
    await workbench().page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await workbench().openContainer('Judge Results');
    await workbench().screenshot('signed-out');
    await workbench().runCommand('Judge: Sign In…');
    await workbench().quickInput.enter(service.token);
    await workbench().notifications.expect(/Signed in to/);
    await workbench().notifications.clear();
  });

  it('isn’t sent to another origin after a redirect, whose target is shown in the notice', async () => {
    const { notifications } = workbench();
    const id = newRequestId();
    service.misbehave({ id, what: { kind: 'redirect', to: `${other.origin}/judge/result?id=${id}` } });
    await ask(id);
    const { message, buttons } = await notifications.expect(/redirects to/);
    assert.ok(message.includes(other.origin), message);
    assert.deepEqual(buttons, ['Check URL']);
    await workbench().screenshot('redirect');
    await notifications.clear();
    assert.deepEqual(other.received, []);
  });

  it('isn’t included in exports, even if a judge sends it back', async () => {
    const { page, notifications, quickInput, folder } = workbench();
    const id = newRequestId();
    service.script(id, [{ body: envelope(id) }]);
    await ask(id);
    const name = new RegExp(`WA .*${shownId(id)}`);
    const row = workbench().treeItem(name);
    await hasBeenShown(workbench(), name);
    await workbench().chooseFor(row, 'Copy as Markdown');
    const clipboard = 'navigator.clipboard.readText()';
    const copied = await eventually(async () => {
      const text = await page.evaluate<string>(clipboard);
      assert.match(text, /you sent/);
      return text;
    });
    assert.ok(copied.includes('•••') && !copied.includes(service.token), copied);
    await workbench().chooseFor(row, 'Export Result…');
    const file = path.join(folder, `${id}.json`);
    await eventually(async () => assert.ok((await quickInput.value()).endsWith('.json')));
    await quickInput.accept();
    const exported = await savedJson(file);
    assert.match(exported, /you sent •••/);
    assert.equal((JSON.parse(exported) as { requestId: string }).requestId, id);
    await notifications.clear();
  });

  it('isn’t sent to another base URL until the user signs in again', async () => {
    await changeService({ url: other.origin });
    await workbench().runCommand('Judge: Fetch Judge Result');
    await eventually(async () => assert.match(await workbench().quickInput.title(), /^Sign In to/));
    await workbench().screenshot('another-address');
    await workbench().quickInput.cancel();
    assert.deepEqual(other.received, []);
    await changeService({});
  });

  it('isn’t sent to another push URL', async () => {
    const id = newRequestId();
    service.script(id, [{ status: 204 }]);
    await ask(id);
    await workbench().notifications.dismiss(/isn’t ready on .* yet/);
    // Its row is shown last, which takes the focus.
    await workbench()
      .page.locator('.sidebar [role="treeitem"].focused', { hasText: shownId(id) })
      .waitFor();
    await eventually(() => assert.equal(service.socketCount, 1));
    await changeService({
      push: { webSocketUrl: `${other.origin.replace('http', 'ws')}/events`, authentication: 'header' },
    });
    await eventually(() => assert.equal(service.socketCount, 0));
    await workbench()
      .statusBarItem(/signed out/)
      .waitFor();
    await workbench().screenshot('signed-out-pending');
    assert.deepEqual(other.received, []);
    await changeService({});
    await eventually(() => assert.equal(service.socketCount, 1));
  });

  it('isn’t sent to another machine over plain HTTP; a notice and the log mention the setting', async () => {
    const { notifications, server } = workbench();
    await changeService({ url: 'http://judge.test' });
    const { message, buttons } = await notifications.expect(
      /“judgeResults\.services → Local Judge\.url”.*only over HTTPS/,
    );
    assert.deepEqual(buttons, ['Open Setting']);
    await workbench().screenshot('settings-error');
    await eventually(async () =>
      assert.equal((await filesWith(message, path.join(server.dataDir, 'data/logs'))).length, 1),
    );
    await notifications.press(/“judgeResults\.services → Local Judge\.url”/, 'Open Setting');
    await workbench().page.locator('.settings-editor', { hasText: 'Services' }).waitFor();
  });

  it('isn’t written to logs, extension state, settings, or the workspace', async () => {
    // Results are stored as received, and this service had put the token into one.
    const { server, folder } = workbench();
    const found = (await filesWith(service.token, server.dataDir)).filter(
      (file) => !file.includes('/history/'),
    );
    assert.deepEqual(found, []);
    assert.deepEqual(await filesWith(service.token, folder), []);
  });
});
