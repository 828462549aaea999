import assert from 'node:assert/strict';
import { newRequestId, startLocalService, type LocalService } from '../../tools/service';
import { startTlsFront, tlsFixtureFile, type Front } from '../support/proxy';
import { eventually, useWorkbench } from './harness/index';
import { settingsOf } from './support/steps';

function settingsFor(service: LocalService, address: string): Record<string, unknown> {
  return settingsOf(service, address);
}

describe('a service while VS Code is told not to check certificates', () => {
  let service: LocalService;
  let front: Front;
  const workbench = useWorkbench(async () => {
    service = await startLocalService({ role: 'custom' });
    front = await startTlsFront(service.origin, 'good');
    return {
      settings: {
        ...settingsFor(service, `https://127.0.0.1:${front.port}`),
        'http.proxyStrictSSL': false,
      },
      env: { SSL_CERT_FILE: tlsFixtureFile('authority') },
    };
  });
  after(async () => {
    await front.close();
    await service.close();
  });

  it('is sent no credential before the person has agreed', async () => {
    await workbench().openContainer('Judge Results');
    await workbench().runCommand('Judge: Sign In…');
    await workbench().quickInput.enter(service.token);
    const dialog = workbench().dialog();
    await dialog.getByText(/certificates may not be verified/).waitFor();
    const words = await dialog.innerText();
    assert.match(words, new RegExp(`Local Judge \\(https://127\\.0\\.0\\.1:${front.port}\\)`));
    assert.match(words, /Send Anyway/);
    await workbench().screenshot('unchecked-certificates');
    await workbench().page.keyboard.press('Escape');
    const { buttons } = await workbench().notifications.expect(
      /Nothing was sent.*“http\.proxyStrictSSL” is off/,
    );
    assert.deepEqual(buttons, ['Try Again', 'Certificate Setting', 'Save Without Checking']);
    assert.equal(service.entries().length, 0);
  });

  it('is sent it after a yes, which is asked for once', async () => {
    await workbench().notifications.press(/Nothing was sent/, 'Try Again');
    await workbench().dialog().getByRole('button', { name: 'Send Anyway' }).click();
    await workbench().notifications.expect(/Signed in to/);
    await workbench().notifications.clear();
    const id = newRequestId();
    service.script(id, [{ status: 204 }]);
    await workbench().runCommand('Judge: Fetch Judge Result');
    await workbench().quickInput.type(id);
    await workbench().quickInput.pick(new RegExp(`Fetch ${id}$`));
    await workbench().notifications.dismiss(/isn’t ready on .* yet/);
    await eventually(() => assert.equal(service.socketCount, 1));
    assert.equal(await workbench().dialog().count(), 0);
  });
});

describe('a service whose certificate is not to be trusted', () => {
  let service: LocalService;
  let front: Front;
  const workbench = useWorkbench(async () => {
    service = await startLocalService({ role: 'custom' });
    front = await startTlsFront(service.origin, 'self-signed');
    return { settings: settingsFor(service, `https://127.0.0.1:${front.port}`) };
  });
  after(async () => {
    await front.close();
    await service.close();
  });

  it('gets nothing, and what is wrong with its certificate is said', async () => {
    await workbench().openContainer('Judge Results');
    await workbench().runCommand('Judge: Sign In…');
    await workbench().quickInput.enter(service.token);
    const { message, buttons } = await workbench().notifications.expect(
      /Can’t establish a secure connection to https:\/\/127/,
    );
    assert.match(message, /the certificate is self-signed \(DEPTH_ZERO_SELF_SIGNED_CERT\)/);
    assert.deepEqual(buttons, ['Try Again', 'Check URL', 'Save Without Checking']);
    assert.equal(service.entries().length, 0);
    await workbench().screenshot('self-signed-certificate');
  });
});
