import { speak } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { signingToken } from '../../../../src/editor/integrations/callback';
import { CredentialStore } from '../../../../src/editor/judges/credentialStore';
import { originsOf, type Judge } from '../../../../src/service';
import { luogu } from '../../../support/profiles';
import { SecretsOfMachine } from '../judges/secretStorage';

describe('what a callback is signed with', () => {
  it('is the credential of the service as the settings describe it by now', async () => {
    speak('en');
    const store = new CredentialStore(new SecretsOfMachine().window(), assert.fail);
    let profile: Judge | null = luogu;
    const services = { profileOf: async () => profile, credentials: store };
    const token = () => signingToken(services, luogu.id);
    assert.equal(await token(), null);
    const save = (secret: string) =>
      store.save(luogu.id, {
        id: secret,
        origins: originsOf(profile ?? luogu),
        authentication: { scheme: 'basic' },
        secret,
      });
    await save('user:first-secret');
    assert.equal(await token(), 'user:first-secret');
    // pushed from elsewhere: another credential belongs to that
    const { push } = luogu;
    assert.ok(push);
    profile = { ...luogu, push: { ...push, origin: 'wss://push.example' } };
    assert.equal(await token(), null);
    await save('user:second-secret');
    assert.equal(await token(), 'user:second-secret');
    profile = null;
    assert.equal(await token(), null);
  });
});
