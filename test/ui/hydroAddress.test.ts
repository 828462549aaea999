import assert from 'node:assert/strict';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { startLocalHydro, type LocalHydro } from '../../tools/hydro/hydro';
import { startLocalProxy, type LocalProxy } from '../support/proxy';
import { eventually, useWorkbench } from './harness/index';

describe('The URL of a Hydro site over plain HTTP', () => {
  let site: LocalHydro;
  let other: http.Server;
  let proxy: LocalProxy;
  const workbench = useWorkbench(async () => {
    site = await startLocalHydro({ english: true });
    other = http.createServer((_, response) => response.end('<!doctype html><title>School</title>'));
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const port = Number(new URL(site.url).port);
    proxy = await startLocalProxy({ 'school.test': port, 'oj.school.edu': port });
    return { settings: { 'http.proxy': proxy.url } };
  });
  after(async () => {
    await proxy.close();
    await new Promise((resolve) => other.close(resolve));
    await site.stop();
  });
  const boxSays = (pattern: RegExp): Promise<void> =>
    eventually(async () => assert.match(await workbench().quickInput.message(), pattern));

  it('is rejected while typing if it is outside a private network', async () => {
    const { quickInput } = workbench();
    await workbench().openContainer('Judge Results');
    await workbench().runCommand('Judge: Choose Online Judge…');
    await quickInput.pick('Add Online Judge…');
    await quickInput.pick('Hydro');
    await eventually(async () => assert.equal(await quickInput.placeholder(), 'https://oj.school.edu'));
    await quickInput.enter('http://oj.school.edu/p/P1001');
    await boxSays(/isn’t encrypted/);
    assert.deepEqual(proxy.asked, []);
  });

  it('is rejected with a message if the site isn’t Hydro', async () => {
    const { port } = other.address() as AddressInfo;
    await workbench().quickInput.enter(`http://127.0.0.1:${port}/d/class1`);
    await boxSays(/^No Hydro site found at http/);
    await workbench().screenshot('hydro-no-site');
  });

  it('is accepted in a private network after the user’s consent, and no credential is sent before', async () => {
    const { page, quickInput } = workbench();
    await quickInput.enter('http://school.test/record/6b0287ea08066e6dc6a70976');
    const dialog = workbench().dialog();
    await eventually(async () =>
      assert.match(
        await dialog.innerText(),
        /Send credentials unencrypted to http:\/\/school\.test\?\s+Anyone on this network can read your password\./,
      ),
    );
    await workbench().screenshot('hydro-plain-http');
    await page.keyboard.press('Escape');
    await boxSays(/^Not signed in\. Credentials aren’t sent/);
    assert.deepEqual(proxy.asked, ['GET http://school.test/']);
    await quickInput.accept();
    await dialog.getByRole('button', { name: 'Send Unencrypted' }).click();
    await quickInput.pick('User name and password');
    await eventually(async () => assert.equal(await quickInput.isOpen(), true));
    await quickInput.enter(site.alice.uname);
    await boxSays(/^Password of alice/);
    await quickInput.enter(site.alice.password);
    await workbench().notifications.expect(/^Signed in to school\.test\.$/);
    await workbench().notifications.clear();
    assert.ok(proxy.asked.includes('POST http://school.test/login'), proxy.asked.join('\n'));
  });

  it('is marked with a warning in the list of judges', async () => {
    const { page, quickInput } = workbench();
    await workbench().runCommand('Judge: Choose Online Judge…');
    const row = quickInput.row(/school\.test/);
    await row.locator('.codicon-warning').waitFor();
    await page
      .locator('.quick-input-widget')
      .getByText(/Credentials are sent unencrypted/)
      .waitFor();
    await workbench().screenshot('hydro-plain-http-chosen');
    await quickInput.cancel();
  });
});
