import '../support/vscodeWords';
import assert from 'node:assert/strict';
import { inMarkdown } from '../../../src/editor/exchange/markdown';
import { Redaction } from '../../../src/service/redaction';
import { isLinear, slowestUnits } from '../../fuzz/growth';

const password = 'p&ss"w\\rd/é😀';

function of(...secrets: readonly string[]): Redaction {
  const redaction = new Redaction();
  secrets.forEach((secret) => redaction.add(secret));
  return redaction;
}

describe('Redaction', () => {
  const redaction = of(`user:${password}`);
  const base64 = Buffer.from(`user:${password}`).toString('base64');

  it('takes a secret out of a text in whatever form it stands there', () => {
    const json = JSON.stringify(password).slice(1, -1);
    const forms = [
      password,
      `user:${password}`,
      encodeURIComponent(password),
      base64,
      json,
      json.replaceAll('/', '\\/').replace('&', '\\u0026').replace('é', '\\u00E9'),
    ];
    for (const form of forms) assert.equal(redaction.text(`a “${form}”\\n`), 'a “•••”\\n', form);
  });

  it('takes a secret out of the texts and keys of JSON, however its characters are escaped', () => {
    for (const form of [
      JSON.stringify(password).slice(1, -1),
      String.raw`p\u0026ss\"w\\rd\/é😀`,
      String.raw`\u0070&ss\u0022w\u005crd\u002F\u00e9\ud83d\uDE00`,
    ])
      assert.equal(redaction.json(`{"${form}":["a ${form}",1e400]}`), '{"•••":["a •••",1e400]}', form);
  });

  it('leaves JSON without a secret as it is, and JSON with one JSON', () => {
    const other = String.raw`{"a":"\u0041\/\ud83d","b":12345678901234567890,"b":1.0}`;
    assert.equal(redaction.json(other), other);
    assert.equal(
      of('nabcdef').json(String.raw`["x\nabcdef","\\nabcdef"]`),
      String.raw`["x\nabcdef","\\•••"]`,
    );
    assert.equal(redaction.json('{"cut off": "p\\u0026ss\\"w\\\\rd/é😀'), '{"cut off": "•••');
  });

  it('takes secrets out of the texts of a value, also where what is not shown stands between their characters', () => {
    const value = { text: 'p&\u202ess"w\\\x1b[1mrd/é😀', list: [password, 3, null], 'p&ss': undefined };
    assert.deepEqual(redaction.value(value), { text: '•••', list: ['•••', 3, null], 'p&ss': undefined });
    assert.equal(inMarkdown(redaction.value(`so ${password}`)), 'so •••');
  });

  it('takes no short word for a secret, and the longest form of several', () => {
    assert.equal(of('user:abc').text('user abc abc:'), 'user abc abc:');
    assert.equal(of('secret', 'secret-two').text('secret-two'), '•••');
    assert.equal(new Redaction().text('anything'), 'anything');
    assert.equal(of('half \ud800 a pair').text('half \ud800 a pair'), '•••');
  });

  it('takes a time that grows with the text only, whatever unit it repeats', function () {
    this.timeout(120_000);
    const redact = (text: string) => redaction.text(text);
    for (const unit of slowestUnits(redact, 5)) isLinear(unit, redact);
    for (const part of ['\\u', '\\ud83d', '\\u0026', 'p&ss', '\\\\', 'user:', '\\/']) isLinear(part, redact);
  });
});
