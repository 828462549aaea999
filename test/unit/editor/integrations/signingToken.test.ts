import { speak } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { signingToken } from '../../../../src/editor/integrations/callback';
import { CredentialStore } from '../../../../src/editor/judges/signIn/credentialStore';
import { originsOf, type Judge } from '../../../../src/judges';
import { luogu } from '../../../support/profiles';
import { SecretsOfMachine } from '../judges/secretStorage';

describe('The callback signing token', () => {
  it('is the judge’s credential under the current settings', async () => {
    speak('en');
    const store = new CredentialStore(new SecretsOfMachine().window(), assert.fail);
    let judge: Judge | null = luogu;
    const judges = { judgeOf: async () => judge, credentials: store };
    const token = () => signingToken(judges, luogu.id);
    assert.equal(await token(), null);
    const save = (secret: string) =>
      store.save(luogu.id, {
        id: secret,
        origins: originsOf(judge ?? luogu),
        authentication: { scheme: 'basic' },
        secret,
      });
    await save('user:first-secret');
    assert.equal(await token(), 'user:first-secret');
    // Results pushed from another address use another credential.
    const { push } = luogu;
    assert.ok(push);
    judge = { ...luogu, push: { ...push, origin: 'wss://push.example' } };
    assert.equal(await token(), null);
    await save('user:second-secret');
    assert.equal(await token(), 'user:second-secret');
    judge = null;
    assert.equal(await token(), null);
  });
});
