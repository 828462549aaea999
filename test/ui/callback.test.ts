import assert from 'node:assert/strict';
import { once } from 'node:events';
import net from 'node:net';
import { startLocalService, type LocalService } from '../../tools/service';
import { eventually, useWorkbench } from './harness/index';
import { setSetting } from './support/steps';

describe('HTTP callbacks in the packaged extension', () => {
  let service: LocalService;
  // Another program that uses the port.
  const other = net.createServer((socket) => socket.destroy());
  let port: number;
  const workbench = useWorkbench(async () => {
    service = await startLocalService();
    other.listen(0, '127.0.0.1');
    await once(other, 'listening');
    port = (other.address() as net.AddressInfo).port;
    const all = { ...service.settings, 'push.callback.port': port };
    return {
      settings: Object.fromEntries(
        Object.entries(all).map(([name, value]) => [`judgeResults.${name}`, value]),
      ),
    };
  });
  after(async () => {
    if (other.listening) other.close();
    await service.close();
  });

  it('require the user’s consent, which mentions who else reaches the port', async () => {
    const { notifications } = workbench();
    const { message, severity, buttons } = await notifications.expect(/will listen on/);
    assert.match(message, /Every user of this computer can reach this port/);
    assert.equal(severity, 'warning');
    assert.deepEqual(buttons, ['Enable', 'Open Setting']);
    await workbench().screenshot('callback-question');
    await notifications.press(/will listen on/, 'Enable');
  });

  it('report that another program uses the port', async () => {
    const { notifications } = workbench();
    const { message } = await notifications.expect(/is in use by another program/);
    assert.match(message, new RegExp(`^Port ${port} is in use`));
    await workbench().screenshot('callback-port-in-use');
    await notifications.clear();
  });

  it('use an address of this computer if the service also runs here', async () => {
    await workbench().page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await workbench().runCommand('Judge: Copy Callback Address');
    await workbench().notifications.expect(/Callback URL copied/);
    const copied = await workbench().page.evaluate('navigator.clipboard.readText()');
    assert.match(String(copied), new RegExp(`^http://127\\.0\\.0\\.1:${port}/callback/[0-9a-f]{32}$`));
    await workbench().notifications.clear();
  });

  it('report an invalid setting and the expected value', async () => {
    await setSetting(workbench(), 'judgeResults.push.callback.publicUrl', 'tunnel.example');
    const { message } = await workbench().notifications.expect(/push\.callback\.publicUrl/);
    assert.match(message, /Enter a URL, for example https:/);
    await eventually(() => workbench().notifications.clear());
  });
});
