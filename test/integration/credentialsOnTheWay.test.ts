import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { startLocalService, type LocalService } from '../../tools/service';
import { startTlsFront, type Front } from '../support/proxy';
import { answering, useNotices, type Answer } from './support/person';
import { setting } from './support/session';

describe('Credentials for a judge with a certificate that isn’t trusted', function () {
  this.timeout(120_000);
  const notices = useNotices();
  let service: LocalService;
  let front: Front;
  const isVerified = (value: boolean | undefined) =>
    vscode.workspace
      .getConfiguration('http')
      .update('proxyStrictSSL', value, vscode.ConfigurationTarget.Global);

  before(async () => {
    await vscode.extensions.getExtension('judge-results.judge-results')?.activate();
    service = await startLocalService({ role: 'custom' });
    front = await startTlsFront(service.origin, 'self-signed');
    const description = service.role.description(`https://127.0.0.1:${front.port}`);
    await setting('services', { Secure: description });
    await setting('service', 'Secure');
  });
  after(async () => {
    await isVerified(undefined);
    for (const name of ['service', 'services']) await setting(name, undefined);
    await front.close();
    await service.close();
  });
  beforeEach(() => service.clearLog());
  const insecure = /Can’t establish a secure connection to https:\/\/127/;

  /** Signs in until a notification reports the outcome. */
  const signIn = (outcome: RegExp, ...answers: readonly Answer[]) =>
    answering([{ enter: service.token }, ...answers], async () => {
      void vscode.commands.executeCommand('judgeResults.setCredentials');
      await notices.expect(outcome);
    });

  it('aren’t sent, and an error explains the certificate', async () => {
    await signIn(insecure);
    const { message, buttons } = await notices.expect(insecure);
    assert.match(message, /the certificate is self-signed \(DEPTH_ZERO_SELF_SIGNED_CERT\)/);
    assert.deepEqual(buttons, ['Try Again', 'Check URL', 'Save Without Checking']);
    assert.equal(service.entries().length, 0);
  });

  it('are sent while VS Code doesn’t verify certificates only after the user’s consent', async () => {
    await isVerified(false);
    await signIn(/Nothing was sent/, {
      confirm: 'Cancel',
      asked: new RegExp(
        `certificates may not be verified.*Secure \\(https://127\\.0\\.0\\.1:${front.port}\\)`,
        's',
      ),
    });
    const { buttons } = await notices.expect(/Nothing was sent.*“http\.proxyStrictSSL” is off/);
    assert.deepEqual(buttons, ['Try Again', 'Certificate Setting', 'Save Without Checking']);
    assert.equal(service.entries().length, 0);
    await answering([{ confirm: 'Send Anyway' }], async () => {
      await notices.press(/Nothing was sent/, 'Try Again');
      // VS Code still verifies them in the extension host of this window.
      await notices.expect(insecure);
    });
  });
});
