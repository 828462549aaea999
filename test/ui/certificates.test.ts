import assert from 'node:assert/strict';
import { newRequestId, startLocalService, type LocalService } from '../../tools/service';
import { startTlsFront, tlsFixtureFile, type Front } from '../support/proxy';
import { eventually, useWorkbench } from './harness/index';
import { setSetting, settingsOf } from './support/steps';

describe('A service over TLS', () => {
  let service: LocalService;
  const fronts: Front[] = [];
  /** Starts a TLS proxy with a certificate for the service. Returns the settings with its address. */
  async function behind(certificate: 'good' | 'self-signed'): Promise<Record<string, unknown>> {
    const front = await startTlsFront(service.origin, certificate);
    fronts.push(front);
    return settingsOf(service, `https://127.0.0.1:${front.port}`);
  }
  const workbench = useWorkbench(async () => {
    service = await startLocalService({ role: 'custom' });
    return {
      settings: { ...(await behind('good')), 'http.proxyStrictSSL': false },
      env: { SSL_CERT_FILE: tlsFixtureFile('authority') },
    };
  });
  after(async () => {
    for (const front of fronts) await front.close();
    await service.close();
  });

  describe('while VS Code doesn’t verify certificates', () => {
    it('gets no credential before the user has agreed', async () => {
      await workbench().openContainer('Judge Results');
      await workbench().runCommand('Judge: Sign In…');
      await workbench().quickInput.enter(service.token);
      const dialog = workbench().dialog();
      await dialog.getByText(/certificates may not be verified/).waitFor();
      const words = await dialog.innerText();
      assert.match(words, new RegExp(`Local Judge \\(https://127\\.0\\.0\\.1:${fronts[0]?.port}\\)`));
      assert.match(words, /Send Anyway/);
      await workbench().screenshot('unchecked-certificates');
      await workbench().page.keyboard.press('Escape');
      const { buttons } = await workbench().notifications.expect(
        /Nothing was sent.*“http\.proxyStrictSSL” is off/,
      );
      assert.deepEqual(buttons, ['Try Again', 'Certificate Setting', 'Save Without Checking']);
      assert.equal(service.entries().length, 0);
    });

    it('gets the credential after one consent', async () => {
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

  describe('with an untrusted certificate', () => {
    before('is checked at another address', async () => {
      await setSetting(workbench(), 'http.proxyStrictSSL', true);
      for (const [name, value] of Object.entries(await behind('self-signed')))
        await setSetting(workbench(), name, value);
      await eventually(() => assert.equal(service.socketCount, 0));
      service.clearLog();
    });

    it('gets no credential, and an error explains the certificate', async () => {
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
});
