import assert from 'node:assert/strict';
import { wantedAge } from '../../tools/host/index';
import { newRequestId, startLocalService, type LocalService } from '../../tools/service';
import {
  startLocalProxy,
  startTlsFront,
  tlsFixtureFile,
  type Front,
  type LocalProxy,
} from '../support/proxy';
import { eventually, useWorkbench } from './harness/index';
import { settingsOf, setSetting, shownId } from './support/steps';

/**
 * A certificate that this computer trusts. The oldest VS Code reads those of the computer from one file that tests must
 * not change, and ignores Node's own, so it can't be tested there.
 */
const knownCertificate =
  wantedAge() === 'oldest'
    ? {
        env: { NODE_EXTRA_CA_CERTS: tlsFixtureFile('authority') },
        settings: { 'http.systemCertificates': false },
      }
    : { env: { SSL_CERT_FILE: tlsFixtureFile('authority') }, settings: {} };

/** A host name that only the proxy of the test resolves. */
const host = 'judge.test';

describe('A judge behind a proxy, with a certificate that only this computer trusts @core', () => {
  let service: LocalService;
  let front: Front;
  let proxy: LocalProxy;
  const workbench = useWorkbench(async () => {
    service = await startLocalService({ role: 'custom' });
    front = await startTlsFront(service.origin, 'other-host');
    proxy = await startLocalProxy({ [host]: front.port });
    return {
      settings: {
        ...settingsOf(service, `https://${host}`),
        // The user's proxy, not that of the server's machine: `http.useLocalProxyConfiguration`.
        'http.proxy': proxy.url,
        ...knownCertificate.settings,
      },
      env: knownCertificate.env,
    };
  });
  after(async () => {
    await proxy.close();
    await front.close();
    await service.close();
  });

  it('accepts a sign-in through the proxy', async () => {
    await workbench().openContainer('Judge Results');
    await workbench().runCommand('Judge: Sign In…');
    await workbench().quickInput.enter(service.token);
    await workbench().notifications.expect(/Signed in to/);
    await workbench().notifications.clear();
    assert.ok(proxy.asked.length > 0);
  });

  it('pushes a result through the proxy while all polls return “not ready”', async () => {
    const id = newRequestId();
    service.script(id, [{ status: 204 }]);
    const before = proxy.asked.length;
    await ask(id);
    await workbench().notifications.dismiss(/isn’t ready on .* yet/);
    await eventually(() => assert.equal(service.socketCount, 1));
    service.push({
      type: 'judge',
      requestId: id,
      trackId: null,
      data: { compile: null, judge: { id: 1, status: 0, score: 1, time: 1, memory: 1, subtasks: [] } },
    });
    await workbench()
      .treeItem(`OK 1 · ${shownId(id)}`)
      .waitFor();
    assert.ok(proxy.asked.length > before);
    assert.deepEqual([...new Set(proxy.asked)], [`CONNECT ${host}:443`]);
  });

  it('receives requests directly if `http.proxySupport` is off', async () => {
    await setSetting(workbench(), 'http.proxySupport', 'off');
    const before = proxy.asked.length;
    await ask(newRequestId());
    await workbench().notifications.expect(/there is no host judge\.test/);
    await workbench().notifications.clear();
    assert.equal(proxy.asked.length, before);
    await setSetting(workbench(), 'http.proxySupport', 'override');
  });

  it('causes an error about the failed proxy and the setting that configures it', async () => {
    await proxy.close();
    await ask(newRequestId());
    const { message, buttons } = await workbench().notifications.expect(/proxy blocked the request/);
    assert.match(message, /“http\.proxy” and “http\.proxySupport”/);
    assert.deepEqual(buttons, ['Try Again', 'Proxy Settings']);
    await workbench().screenshot('proxy-refused');
  });

  async function ask(id: string): Promise<void> {
    await workbench().runCommand('Judge: Fetch Judge Result');
    await workbench().quickInput.type(id);
    await workbench().quickInput.pick(new RegExp(`Fetch ${id}$`));
  }
});
