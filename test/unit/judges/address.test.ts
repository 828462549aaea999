import assert from 'node:assert/strict';
import {
  displayAddress,
  isLoopback,
  isInPrivateNetwork,
  isPrivate,
  parseBaseUrl,
  parseJudgeUrl,
  pathBelow,
} from '../../../src/judges/address';
import { isLinear } from '../../fuzz/growth';

describe('parseBaseUrl', () => {
  for (const [text, baseUrl, origin] of [
    ['https://judge.test', 'https://judge.test', 'https://judge.test'],
    [' https://Judge.Test:443/ ', 'https://judge.test', 'https://judge.test'],
    ['https://judge.test:8443/api/v1//', 'https://judge.test:8443/api/v1', 'https://judge.test:8443'],
    ['http://127.0.0.1:80', 'http://127.0.0.1', 'http://127.0.0.1'],
    ['http://[::1]:81/', 'http://[::1]:81', 'http://[::1]:81'],
  ] as const) {
    it(`normalizes ${text}`, () => {
      assert.deepEqual(parseBaseUrl(text), { ok: true, baseUrl, origin });
    });
  }

  for (const [text, problem] of [
    ['', 'empty'],
    ['  ', 'empty'],
    ['judge.test', 'notAnAddress'],
    ['https://', 'notAnAddress'],
    ['http://[', 'notAnAddress'],
    ['ftp://judge.test', 'scheme'],
    ['file:///etc', 'notAnAddress'],
    ['wss://judge.test', 'scheme'],
    ['https://user@judge.test', 'userInformation'],
    ['https://user:pass@judge.test/', 'userInformation'],
    ['https://:pass@judge.test/', 'userInformation'],
    ['https://judge.test/?key=1', 'query'],
    ['https://judge.test/?', 'query'],
    ['https://judge.test/#x', 'query'],
  ] as const) {
    it(`rejects ${JSON.stringify(text)} as ${problem}`, () => {
      assert.deepEqual(parseBaseUrl(text), { ok: false, problem });
    });
  }
});

describe('Trailing slashes in a URL', () => {
  it('are removed, and other slashes are kept', () => {
    assert.deepEqual(parseBaseUrl('https://judge.test/a//b///'), parseBaseUrl('https://judge.test/a//b'));
    assert.equal(pathBelow('https://judge.test/a//', 'https://judge.test/a/b//')?.path, '/b');
  });

  it('are removed in linear time', () => {
    const address = (slashes: string) => `https://judge.test/${slashes}x`;
    isLinear('/', (slashes) => parseJudgeUrl(address(slashes)));
    isLinear('/', (slashes) => pathBelow('https://judge.test', address(slashes)));
  });
});

describe('parseServiceUrl', () => {
  it('also accepts the URL of a judge’s results', () => {
    for (const text of ['https://judge.test/api/judge/result', ' https://judge.test/api/judge/result/ '])
      assert.deepEqual(parseJudgeUrl(text), parseBaseUrl('https://judge.test/api'));
    assert.deepEqual(parseJudgeUrl('https://judge.test/judge'), parseBaseUrl('https://judge.test/judge'));
    assert.deepEqual(parseJudgeUrl('nowhere'), parseBaseUrl('nowhere'));
  });
});

describe('displayAddress', () => {
  it('omits user information, query, and fragment', () => {
    assert.equal(displayAddress('wss://user:secret@h.test:8443/ws?token=secret#x'), 'wss://h.test:8443/ws');
    assert.equal(displayAddress(new URL('https://h.test/?id=1')), 'https://h.test');
  });

  it('returns an empty text for an invalid address', () => {
    assert.equal(displayAddress('secret'), '');
  });
});

describe('isLoopback', () => {
  const loopback = (address: string) => isLoopback(new URL(address));

  it('accepts the names and addresses of this machine', () => {
    for (const host of [
      'localhost',
      'LOCALHOST',
      '127.0.0.1',
      '127.1',
      '2130706433',
      '0x7f000001',
      '0177.0.0.1',
      '[::1]',
      '[0:0:0:0:0:0:0:1]',
    ]) {
      assert.equal(loopback(`http://${host}:1/`), true, host);
    }
  });

  it('rejects similar names and addresses', () => {
    for (const host of [
      '127.0.0.1.evil.test',
      'localhost.evil.test',
      '10.0.0.1',
      '0.0.0.0',
      '[::]',
      'local',
      '[::ffff:10.0.0.1]',
      // These are loopback addresses, but VS Code sends them through a proxy.
      '127.0.0.2',
      '127.9.9.9',
      '2130706434',
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
      'localhost.',
      'www.localhost',
    ]) {
      assert.equal(loopback(`http://${host}/`), false, host);
    }
  });

  it('counts as private without encryption, unlike other addresses', () => {
    assert.deepEqual(
      [
        'http://localhost',
        'ws://127.0.0.1',
        'https://h.test',
        'wss://h.test',
        'http://h.test',
        'ws://h.test',
      ].map((address) => isPrivate(new URL(address))),
      [true, true, true, true, false, false],
    );
  });
});

describe('isInPrivateNetwork', () => {
  const isIn = (address: string): boolean => isInPrivateNetwork(new URL(address));

  it('accepts private addresses, and names that no public machine has', () => {
    for (const host of [
      '10.0.0.1',
      '172.16.0.1',
      '172.31.255.254',
      '192.168.1.10',
      '169.254.3.4',
      '[fe80::1]',
      '[fd12:3456::1]',
      '127.0.0.2',
      'oj.internal',
      'oj.home.arpa',
      'oj.localhost',
      'oj.local',
      'oj.lan',
      'a.b.test',
      'school',
      'OJ',
    ]) {
      assert.equal(isIn(`http://${host}:8888/x`), true, host);
    }
  });

  it('rejects public addresses and similar names', () => {
    for (const host of [
      '11.0.0.1',
      '172.15.0.1',
      '172.32.0.1',
      '192.169.1.1',
      '169.253.1.1',
      '8.8.8.8',
      '[2001:db8::1]',
      '[fc00::1]',
      '[fec0::1]',
      'home.arpa.example',
      'ojinternal.example',
      '[::ffff:10.0.0.1]',
      '10.0.0.1.evil.example',
      '192.168.1.10.nip.io',
      'oj.local.evil.example',
      'oj.localx',
      'xlan.example',
      'school.',
      'oj.school.edu',
    ]) {
      assert.equal(isIn(`http://${host}/`), false, host);
    }
  });
});
