import '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { CredentialStore } from '../../../../src/editor/judges/signIn/credentialStore';
import { MAX_SECRETS_WAIT_MS } from '../../../../src/editor/judges/limits';
import { originsOf, type Credential, type Judge } from '../../../../src/judges';
import { specifiedJudge } from '../../../support/profiles';
import { settle, until } from '../../support/fakeClock';
import { SecretsOfMachine } from './secretStorage';

const secret = 'user:s3cret-w0rd';

describe('CredentialStore', () => {
  let machine: SecretsOfMachine;
  let troubles: string[];

  beforeEach(() => {
    machine = new SecretsOfMachine();
    troubles = [];
  });

  const open = () => new CredentialStore(machine.window(), (what) => troubles.push(what));

  it('returns saved credentials after a restart', async () => {
    const judge = service();
    assert.equal(await open().save(judge.id, credential(judge, 'one')), 'kept');
    assert.equal((await open().get(judge))?.id, 'one');
  });

  it('redacts credentials even while they are only being checked', async () => {
    const store = open();
    const judge = service();
    const tried = credential(judge, 'one');
    await store.hide(judge.id, tried);
    assert.equal(store.redaction.text(`bad token ${tried.secret}!`), 'bad token •••!');
  });

  it('redacts all saved credentials after reading them once, although this window hasn’t used them', async () => {
    const judge = service();
    const saved = credential(judge, 'one');
    await open().save(judge.id, saved);
    const { redaction } = open();
    assert.ok(!redaction.isComplete);
    assert.equal(redaction.text(saved.secret), saved.secret);
    await redaction.complete();
    assert.ok(redaction.isComplete);
    assert.equal(redaction.text(`token ${saved.secret}`), 'token •••');
  });

  it('redacts a credential that another window has changed', async () => {
    const judge = service();
    const [here, there] = [open(), open()];
    await there.redaction.complete();
    const changed = { ...credential(judge, 'one'), secret: 'user:an0ther-w0rd' };
    await here.save(judge.id, changed);
    await there.redaction.complete();
    assert.equal(there.redaction.text(`token ${changed.secret}`), 'token •••');
  });

  it('doesn’t wait forever for a keyring that never responds', async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      const silent = { ...machine.window(), get: () => new Promise<undefined>(() => undefined) };
      const { redaction } = new CredentialStore(silent, (what) => troubles.push(what));
      const completing = redaction.complete();
      mock.timers.tick(MAX_SECRETS_WAIT_MS);
      await completing;
    } finally {
      mock.timers.reset();
    }
  });

  it('shares changes with other windows immediately', async () => {
    const judge = service();
    const [here, there] = [open(), open()];
    const told: string[] = [];
    there.onDidChange((changed) => told.push(changed));
    await here.save(judge.id, credential(judge, 'one'));
    assert.equal((await there.get(judge))?.id, 'one');
    await here.save(judge.id, credential(judge, 'two'));
    assert.equal((await there.get(judge))?.id, 'two');
    await here.remove(judge.id);
    assert.equal(await there.get(judge), null);
    assert.ok(told.length >= 3, String(told));
    assert.deepEqual(new Set(told), new Set([judge.id]));
  });

  it('keeps credentials for the session if they can’t be stored', async () => {
    const judge = service();
    const store = open();
    machine.refusing = true;
    assert.equal(await store.save(judge.id, credential(judge, 'one')), 'session');
    assert.equal((await store.get(judge))?.id, 'one');
    assert.equal(machine.values.size, 0);
    assert.equal(await open().get(judge), null);
    assert.ok(troubles.includes('the credential could not be kept'));
  });

  it('prefers credentials stored by another window to its own session credentials', async () => {
    const judge = service();
    const store = open();
    machine.refusing = true;
    await store.save(judge.id, credential(judge, 'one'));
    machine.refusing = false;
    const changed = new Promise((resolve) => store.onDidChange(resolve));
    await open().save(judge.id, credential(judge, 'two'));
    await changed;
    assert.equal((await store.get(judge))?.id, 'two');
  });

  it('doesn’t use removed credentials, even if the storage keeps them', async () => {
    const judge = service();
    const store = open();
    await store.save(judge.id, credential(judge, 'one'));
    machine.refusing = true;
    assert.equal(await store.remove(judge.id), false);
    machine.refusing = false;
    assert.equal(await store.get(judge), null);
    await store.save(judge.id, credential(judge, 'two'));
    assert.equal((await store.get(judge))?.id, 'two');
  });

  it('returns no credentials for another base URL', async () => {
    const judge = service();
    const store = open();
    await store.save(judge.id, credential(judge, 'one'));
    assert.equal(await store.get(service({ url: 'https://evil.example' })), null);
  });

  it('returns no credentials for a push URL that was added later', async () => {
    const judge = service();
    const store = open();
    await store.save(judge.id, credential(judge, 'one'));
    const pushed = service({ push: { webSocketUrl: 'wss://evil.example/ws', authentication: 'header' } });
    assert.equal(await store.get(pushed), null);
  });

  it('returns no credentials for another authentication scheme', async () => {
    const judge = service();
    const store = open();
    await store.save(judge.id, credential(judge, 'one'));
    assert.equal(await store.get(service({ authentication: { scheme: 'bearer' } })), null);
    assert.equal(await store.get(service({ authentication: { scheme: 'none' } })), null);
  });

  it('lists a judge until its credentials are removed, even if it is not in the settings', async () => {
    const [one, two] = [service(), service({ url: 'https://two.example' })];
    const store = open();
    assert.deepEqual(await store.judges(), []);
    await Promise.all([one, two].map((judge) => store.save(judge.id, credential(judge, 'id'))));
    await open().save(two.id, credential(two, 'again'));
    assert.deepEqual(await open().judges(), [one.id, two.id].sort());
    machine.refusing = true;
    assert.equal(await store.remove(one.id), false);
    assert.deepEqual(await store.judges(), []);
    machine.refusing = false;
    assert.deepEqual(await store.judges(), [one.id, two.id].sort(), 'what could not be forgotten');
    await store.remove(one.id);
    assert.deepEqual(await store.judges(), [two.id]);
  });

  it('lists the judges of two windows that save at the same time', async () => {
    const judges = ['one', 'two', 'three', 'four'].map((name) => service({ url: `https://${name}.example` }));
    const all = judges.map(({ id }) => id).sort();
    await Promise.all(judges.map((judge) => open().save(judge.id, credential(judge, 'id'))));
    await until(async () => (await open().judges()).length === all.length);
    assert.deepEqual(await open().judges(), all);
  });

  it('lists a judge again if a window uses it after another window omitted it', async () => {
    const judge = service();
    await open().save(judge.id, credential(judge, 'one'));
    machine.values.set('services of credentials', '["another"]');
    const store = open();
    await store.get(judge);
    await until(async () => (await open().judges()).length > 0);
    assert.deepEqual(await open().judges(), [judge.id]);
    await store.remove(judge.id);
    await machine.window().store('services of credentials', '["another"]');
    await settled();
    assert.equal(machine.values.get('services of credentials'), '["another"]', 'what was removed stays out');
  });

  it('saves credentials next to a newer version’s list, without changing that list', async () => {
    const judge = service();
    const newer = '{"format":2,"services":["another"]}';
    machine.values.set('services of credentials', newer);
    const store = open();
    assert.equal(await store.save(judge.id, credential(judge, 'one')), 'kept');
    await settled();
    assert.equal(machine.values.get('services of credentials'), newer);
    assert.deepEqual(await store.judges(), [judge.id]);
    assert.equal((await open().get(judge))?.id, 'one');
    machine.values.set('services of credentials', '{"form');
    await open().save(judge.id, credential(judge, 'two'));
    assert.deepEqual(await open().judges(), [judge.id], 'what is no JSON is replaced');
  });

  it('lists judges whose credentials are kept only for the session', async () => {
    const judge = service();
    const store = open();
    machine.refusing = true;
    await store.save(judge.id, credential(judge, 'one'));
    assert.deepEqual(await store.judges(), [judge.id]);
    machine.refusing = false;
    assert.deepEqual([await store.judges(), await open().judges()], [[judge.id], []]);
  });

  it('ignores damaged credentials', async () => {
    const judge = service();
    for (const text of [
      '',
      '{',
      'null',
      '{"id":"x"}',
      '{"id":1,"origins":[],"authentication":{},"secret":"x"}',
    ]) {
      machine.values.set(`credential ${judge.id}`, text);
      assert.equal(await open().get(judge), null, text);
    }
  });

  it('redacts credentials in any encoding', async () => {
    const judge = service();
    const store = open();
    await store.save(judge.id, credential(judge, 'one'));
    const forms = [
      secret,
      's3cret-w0rd',
      encodeURIComponent(secret),
      Buffer.from(secret).toString('base64'),
      JSON.stringify(`Basic ${Buffer.from(secret).toString('base64')}`),
    ];
    for (const form of forms) {
      const text = store.redaction.text(`bad token ${form}!`);
      assert.ok(!text.includes('s3cret'), text);
      assert.ok(!text.includes(Buffer.from(secret).toString('base64')), text);
      assert.match(text, /^bad token .*•••.*!$/);
    }
    const later = open();
    await later.get(judge);
    assert.equal(later.redaction.text(secret), '•••');
    const slashed = { ...credential(judge, 'two'), secret: 'ab/cd/ef/gh' };
    await store.save(judge.id, slashed);
    assert.equal(store.redaction.text(String.raw`{"bad":"ab\/cd\/ef\/gh"}`), '{"bad":"•••"}');
  });
});

/** Waits until no background work of the windows is left. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await settle();
}

function service(changes: Readonly<Record<string, unknown>> = {}): Judge {
  return specifiedJudge({
    url: 'https://judge.example.com',
    authentication: { scheme: 'basic' },
    ...changes,
  });
}

function credential(judge: Judge, id: string): Credential {
  const { authentication } = judge;
  assert.ok(authentication.scheme !== 'none');
  return { id, origins: originsOf(judge), authentication, secret };
}
