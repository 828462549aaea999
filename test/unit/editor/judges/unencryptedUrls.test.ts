import { answerNotices, speak } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { askUnencrypted } from '../../../../src/editor/judges/askSite';
import type { Extension } from '../../../../src/editor/extension';
import { useOfUrl, type HostNetwork } from '../../../../src/judges/http/network';
import { standIn } from '../../support/standIn';

describe('The URL of an ejudge or Judge0 site without HTTPS', () => {
  /** Asks about a URL whose host is in that network. */
  function ask(url: string, network: HostNetwork, before: Readonly<Record<string, unknown>> | null = null) {
    const services = { useOfUrl: (asked: URL) => useOfUrl(asked, async () => network) };
    return askUnencrypted(standIn<Extension>({ judges: services }), { type: 'ejudge', url }, before);
  }

  beforeEach(() => speak('en'));

  it('is asked about once in a private network', async () => {
    for (const url of ['http://10.0.0.5', 'http://judge.school.edu']) {
      const shown = answerNotices('Send Unencrypted');
      const allowed = await ask(url, 'private');
      assert.deepEqual(allowed, { type: 'ejudge', url, allowPlainHttp: true });
      assert.match(shown[0]?.message ?? '', /^Send credentials unencrypted to http/);
      answerNotices();
      assert.deepEqual(await ask(url, 'private', allowed), allowed);
    }
  });

  it('isn’t used if the user declines', async () => {
    answerNotices(undefined);
    assert.equal(await ask('http://10.0.0.5', 'private'), null);
  });

  it('is rejected with the reason if its host is public, unknown, or can’t be found', async () => {
    const reasonFor = async (url: string, network: HostNetwork) => {
      const shown = answerNotices();
      assert.equal(await ask(url, network), null);
      return shown[0]?.message ?? '';
    };
    assert.match(await reasonFor('http://192.0.2.2:9130', 'private'), /isn’t in a private network/);
    assert.match(await reasonFor('http://judge.school.edu', 'public'), /isn’t in a private network/);
    assert.match(await reasonFor('http://judge.school.edu', 'unknown'), /can’t be checked/);
    assert.match(await reasonFor('http://judge.school.edu', 'unresolved'), /judge\.school\.edu wasn’t found/);
  });

  it('needs no question if it is encrypted, or on this computer', async () => {
    answerNotices();
    for (const url of ['https://judge.school.edu', 'http://localhost:8080', 'not a URL'])
      assert.deepEqual(await ask(url, 'public'), { type: 'ejudge', url });
  });
});
