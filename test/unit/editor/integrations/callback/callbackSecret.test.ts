import assert from 'node:assert/strict';
import { CallbackSecret } from '../../../../../src/editor/integrations/callback/callbackSecret';
import { SecretsOfMachine } from '../../judges/secretStorage';

describe('The callback URL’s secret', () => {
  let machine: SecretsOfMachine;
  let troubles: string[];
  const open = () => new CallbackSecret(machine.window(), (what) => void troubles.push(what));

  beforeEach(() => {
    machine = new SecretsOfMachine();
    troubles = [];
  });

  it('is created once, and is the same in every window and after a restart', async () => {
    const [one, other] = [open(), open()];
    let told = 0;
    other.onDidChange(() => (told += 1));
    assert.equal(await one.get(), null);
    const made = await one.make();
    assert.match(made, /^[0-9a-f]{32}$/);
    assert.equal(told, 1);
    for (const window of [one, other, open()]) {
      assert.equal(await window.get(), made);
      assert.equal(await window.make(), made);
    }
  });

  it('is the one stored first if two windows create a secret at the same time', async () => {
    const windows = [open(), open()];
    await Promise.all(windows.map((window) => window.make()));
    const [one, other] = await Promise.all(windows.map((window) => window.get()));
    assert.ok(one);
    assert.equal(one, other);
  });

  it('lasts for the session if it can’t be stored', async () => {
    machine.refusing = true;
    const window = open();
    const made = await window.make();
    assert.equal(await window.get(), made);
    assert.equal(await window.make(), made);
    assert.ok(troubles.length > 0);
    assert.equal(machine.values.size, 0);
  });

  it('is created again if the stored value is invalid', async () => {
    for (const text of ['', 'short', '../../etc', 'A'.repeat(32)]) {
      machine.values.set('callback path', text);
      assert.equal(await open().get(), null, text);
    }
  });
});
