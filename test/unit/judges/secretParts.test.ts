import assert from 'node:assert/strict';
import { secretsOf, judgeTypeNames, type Authentication, type JudgeTypeName } from '../../../src/judges';
import { Redaction } from '../../../src/judges/signIn/redaction';
import { leastJudge } from '../../support/profiles';

/** Removes every secret part of that credential from a text. */
function shown(type: JudgeTypeName, secret: string, text: string, authentication?: Authentication): string {
  const judge = leastJudge(type);
  const how = authentication ?? judge.authentication;
  const redaction = new Redaction();
  const shownBy = how.scheme === 'none' ? ({ scheme: 'bearer' } as const) : how;
  for (const one of secretsOf(judge.id, { authentication: shownBy, secret })) redaction.add(one);
  return redaction.text(text);
}

const header = { scheme: 'header', headerName: 'Authorization' } as const;

describe('Redaction', () => {
  it('masks the whole credential, for each type of judge', () => {
    for (const type of judgeTypeNames)
      assert.equal(shown(type, 'alice:s3cr3t-w0rd', 'bad alice:s3cr3t-w0rd!'), 'bad •••!', type);
  });

  it('masks the token or password of a Kattis credential, but not the user name', () => {
    const says = 'user alice-w, s3cr3t-w0rd';
    assert.equal(shown('kattis', 'alice-w:s3cr3t-w0rd', says), 'user alice-w, •••');
    assert.equal(shown('kattis', 'alice-w:password:s3cr3t-w0rd', says), 'user alice-w, •••');
    assert.equal(shown('kattis', 'alice-w:password:a:b:cdefg', 'is a:b:cdefg'), 'is •••');
    assert.equal(
      shown('kattis', 'alice-w:password:s3cr3t&w0rd', 'user=alice-w&password=s3cr3t%26w0rd'),
      'user=alice-w&password=•••',
    );
  });

  it('masks both the key and the secret of a Codeforces credential', () => {
    const says = 'apiKey=0123456789abcdef0123&x=fedcba9876543210';
    assert.equal(shown('codeforces', '0123456789abcdef0123:fedcba9876543210', says), 'apiKey=•••&x=•••');
  });

  it('masks an ejudge key also in the form shown on its page', () => {
    const key = 'k3y'.repeat(14) + 'x';
    assert.equal(shown('ejudge', `AQAA${key}`, `keys ${key} and AQAA${key}`), 'keys ••• and •••');
  });

  it('masks only the password of a credential with a user name, whatever the password contains', () => {
    for (const type of ['clics', 'luogu'] as const)
      assert.equal(shown(type, 'alice-w:a:b cdefg', 'alice-w: “a:b cdefg”'), 'alice-w: “•••”', type);
  });

  it('masks the part of a header after the scheme, and cookie values', () => {
    const parts: readonly (readonly [string, string, string])[] = [
      ['Bearer abcdefgh', 'Bearer token abcdefgh', 'Bearer token •••'],
      ['token abcdefgh', 'no abcdefgh', 'no •••'],
      [`Basic ${btoa('alice-w:s3cr3t')}`, 'alice-w, s3cr3t', 'alice-w, •••'],
      ['sessionid=abcdefgh; csrftoken=12345678', 'sessionid abcdefgh 12345678', 'sessionid ••• •••'],
      ['Token token="abcdefgh", nonce="12345678"', 'Token 12345678 abcdefgh', 'Token ••• •••'],
    ];
    for (const [secret, says, left] of parts) assert.equal(shown('json', secret, says, header), left, secret);
  });

  it('doesn’t mask ordinary words in a header', () => {
    assert.equal(shown('json', 'correct horse battery', 'a battery', header), 'a battery');
    assert.equal(shown('json', 'Bearer abcdefgh', 'Bearer', header), 'Bearer');
  });
});
