import assert from 'node:assert/strict';
import { callbackSettings } from '../../../src/judges/settingFields';

describe('callbackSettings', () => {
  it('returns null without a port, whatever the other settings are', () => {
    for (const port of [null, undefined])
      assert.deepEqual(callbackSettings(port, 'nonsense'), { kind: 'off' });
  });

  it('returns the port and the tunnel’s normalized URL', () => {
    assert.deepEqual(callbackSettings(8642, ''), { kind: 'on', port: 8642, publicUrl: '' });
    assert.deepEqual(callbackSettings(1024, '  '), { kind: 'on', port: 1024, publicUrl: '' });
    assert.deepEqual(callbackSettings(65_535, ' https://t.example/below/ '), {
      kind: 'on',
      port: 65_535,
      publicUrl: 'https://t.example/below',
    });
  });

  it('reports all problems together, each with its setting', () => {
    for (const port of [0, 80, 1023, 65_536, 8642.5, NaN, '8642', true]) {
      assert.deepEqual(callbackSettings(port, undefined), {
        kind: 'wrong',
        problems: [{ setting: 'push.callback.port', at: '', what: { kind: 'port' } }],
      });
    }
    const what = (publicUrl: unknown) => {
      const settings = callbackSettings(80, publicUrl);
      assert.ok(settings.kind === 'wrong');
      assert.equal(settings.problems.length, 2);
      return settings.problems[1];
    };
    const setting = 'push.callback.publicUrl';
    assert.deepEqual(what(7), { setting, at: '', what: { kind: 'expected', expected: 'text' } });
    for (const [publicUrl, problem] of [
      ['t.example', 'notAnAddress'],
      ['ftp://t.example', 'scheme'],
      ['https://user:password@t.example', 'userInformation'],
      ['https://t.example/?a=b', 'query'],
    ]) {
      assert.deepEqual(what(publicUrl), { setting, at: '', what: { kind: 'address', problem } });
    }
  });
});
