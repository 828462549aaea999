import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { newCallbackSecret } from '../../../src/judges/settingFields';
import { Replays, signatureProblem } from '../../../src/judges/push/callbackRequest';

const MINUTE = 60_000;
const SECRET = newCallbackSecret();
/** The example in the documentation. */
const TOKEN = '01gt8s4bnbesna15e9f6wvk5pn:w1MmbjBCsDYjXpgS';
const signature = (date: string, body: string, token = TOKEN): string =>
  createHmac('sha256', token).update(`${date}\r\n${body}`.trim()).digest('base64');

describe('A callback signature', () => {
  const date = 'Fri, 17 Mar 2023 06:34:25 GMT';
  const sent = Date.parse(date);
  const vector = {
    signature: 'dkY3sq6VvxAVtLnW/lpyP65pkYgwwrZTerLP+VJ/D8k=',
    date,
    body: Buffer.from('{"success":true}'),
  };

  it('is valid for the public service’s test vector', () => {
    assert.equal(signatureProblem(vector, TOKEN, sent), null);
  });

  it('ignores trailing whitespace as the judge does', () => {
    const body = Buffer.from('{"success":true}\r\n\0 \t');
    assert.equal(signatureProblem({ ...vector, body }, TOKEN, sent), null);
  });

  it('is invalid for another body, date, token, or signature', () => {
    const wrong = [
      { ...vector, body: Buffer.from('{"success":false}') },
      { ...vector, date: 'Fri, 17 Mar 2023 06:34:26 GMT' },
      { ...vector, signature: vector.signature.replace('d', 'e') },
      { ...vector, signature: vector.signature.slice(0, -4) },
      { ...vector, signature: '' },
      { ...vector, signature: 'not base 64 !' },
    ];
    for (const one of wrong) assert.equal(signatureProblem(one, TOKEN, sent), 'wrong', JSON.stringify(one));
    assert.equal(signatureProblem(vector, `${TOKEN}x`, sent), 'wrong');
  });

  it('requires a date within five minutes of the current time', () => {
    assert.equal(signatureProblem({ ...vector, date: null }, TOKEN, sent), 'noDate');
    assert.equal(signatureProblem(vector, TOKEN, sent + 5 * MINUTE), null);
    assert.equal(signatureProblem(vector, TOKEN, sent - 5 * MINUTE), null);
    assert.equal(signatureProblem(vector, TOKEN, sent + 5 * MINUTE + 1), 'stale');
    assert.equal(signatureProblem(vector, TOKEN, sent - 5 * MINUTE - 1), 'stale');
    const nonsense = { ...vector, date: 'soon', signature: signature('soon', '{"success":true}') };
    assert.equal(signatureProblem(nonsense, TOKEN, sent), 'stale');
  });

  it('is accepted only once until its date is too old, even in another encoding', () => {
    const replays = new Replays();
    assert.equal(replays.isNew(vector.signature, sent), true);
    assert.equal(replays.isNew(vector.signature, sent + 9 * MINUTE), false);
    assert.equal(replays.isNew(vector.signature.replace('=', ''), sent), false);
    assert.equal(replays.isNew('b3RoZXI=', sent + 11 * MINUTE), true);
    assert.equal(replays.isNew(vector.signature, sent + 11 * MINUTE), true);
  });
});

describe('The callback URL', () => {
  it('contains 128 random bits in its path', () => {
    assert.match(SECRET, /^[0-9a-f]{32}$/);
    assert.notEqual(newCallbackSecret(), newCallbackSecret());
  });
});
