import '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { inMarkdown } from '../../../../src/editor/exchange/markdown';
import { Redaction } from '../../../../src/judges/signIn/redaction';
import { isLinear, slowestUnits } from '../../../fuzz/growth';

const password = 'p&ss"w\\rd/é😀';

function of(...secrets: readonly string[]): Redaction {
  const redaction = new Redaction();
  secrets.forEach((secret) => redaction.add(secret));
  return redaction;
}

describe('Redaction', () => {
  const redaction = of(`user:${password}`);
  const base64 = Buffer.from(`user:${password}`).toString('base64');

  it('recognizes a secret that would be used as an ID, but no ID that contains a short password', () => {
    const key = 'a1b2c3d4e5f60718293a4b5c6d7e8f90';
    const known = of(key, 'team:1234', `${'k'.repeat(16)}:s3cret`, '');
    for (const text of [key, key.toUpperCase(), ` ${key}\n`, `key_${key}`, '1234', 's3cret', 'k'.repeat(16)])
      assert.ok(known.isSecret(text), text);
    for (const text of ['', ' ', '12345', 'team', key.slice(1), 'xs3cret'])
      assert.ok(!known.isSecret(text), text);
  });

  it('removes a secret from a text in any encoding', () => {
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

  it('removes a secret from texts and keys of JSON, however its characters are escaped', () => {
    for (const form of [
      JSON.stringify(password).slice(1, -1),
      String.raw`p\u0026ss\"w\\rd\/é😀`,
      String.raw`\u0070&ss\u0022w\u005crd\u002F\u00e9\ud83d\uDE00`,
    ])
      assert.equal(redaction.json(`{"${form}":["a ${form}",1e400]}`), '{"•••":["a •••",1e400]}', form);
  });

  it('leaves JSON without a secret unchanged, and any other JSON valid', () => {
    const other = String.raw`{"a":"\u0041\/\ud83d","b":12345678901234567890,"b":1.0}`;
    assert.equal(redaction.json(other), other);
    assert.equal(
      of('nabcdef').json(String.raw`["x\nabcdef","\\nabcdef"]`),
      String.raw`["x\nabcdef","\\•••"]`,
    );
    assert.equal(redaction.json('{"cut off": "p\\u0026ss\\"w\\\\rd/é😀'), '{"cut off": "•••');
  });

  it('recognizes HTML escapes, URL escapes, and nested JSON', () => {
    const inHtml = 'p&amp;ss&quot;w\\rd/é😀';
    const percent = encodeURIComponent(password);
    const json = (text: string) => JSON.stringify(text).slice(1, -1);
    const forms = [
      inHtml,
      'p&#38;ss&#x22;w&#92;rd&#x2F;&#233;&#x1f600;',
      percent.toLowerCase(),
      percent.replace('%26', '&').replace('ss', '%73%73'),
      json(inHtml),
      json(json(password)),
      json(json(json(password))),
      json(json(percent.toLowerCase())),
      encodeURIComponent(inHtml),
      encodeURIComponent(json(password)),
      inHtml.replaceAll('&', '&amp;'),
      json(password).replaceAll('"', '&#34;'),
      String.raw`p\x26ss\"w\\rd/é😀`,
      encodeURIComponent(base64),
      base64.replaceAll('+', '-').replaceAll('/', '_'),
      base64.padEnd(base64.length + ((4 - (base64.length % 4)) % 4), '='),
    ];
    for (const form of forms) {
      assert.equal(redaction.text(`a “${form}” 100%`), 'a “•••” 100%', form);
      assert.equal(redaction.json(JSON.stringify({ [form]: [form] })), '{"•••":["•••"]}', form);
    }
    assert.equal(of('user:two words').text('p=two+words&q=two%20words'), 'p=•••&q=•••');
    assert.equal(of('user:½½').text(Buffer.from('user:½½').toString('base64')), '•••');
  });

  it('keeps numbers and keywords of JSON even if they contain a secret', () => {
    const json = '{"id":1234567,"a":[-123456.5,"is 123456"],"123456":null,"b":"{\\"c\\":123456}"}';
    assert.equal(
      of('user:123456').json(json),
      '{"id":1234567,"a":[-123456.5,"is •••"],"•••":null,"b":"{\\"c\\":•••}"}',
    );
    assert.equal(of('user:{"a":1').json('{"a":1,"b":"{\\"a\\":1"}'), '{"a":1,"b":"•••"}');
    assert.equal(of('user:123456').json('no JSON: 123456'), 'no JSON: •••');
  });

  it('removes a whole escape sequence, and nothing next to it', () => {
    const text = String.raw`\u0061\n%41 &lt;p%c3%a9ss%77ord&gt; \\ %`;
    assert.equal(of('user:péssword').text(text), String.raw`\u0061\n%41 &lt;•••&gt; \\ %`);
    assert.equal(of('user:\udE00secret').text('😀 %F0%9F%98%80secret.'), '😀 •••.');
    assert.equal(
      of('user:secret').text('&#9999999;%ff%e0%80%80secret&#x110000;'),
      '&#9999999;%ff%e0%80%80•••&#x110000;',
    );
    assert.equal(of('secret', 'user:secret-two').text('secret secret-two\\u0020secret'), '••• •••\\u0020•••');
  });

  it('removes secrets from texts of a value, even with invisible characters in between', () => {
    const value = { text: 'p&\u202ess"w\\\x1b[1mrd/é😀', list: [password, 3, null], 'p&ss': undefined };
    assert.deepEqual(redaction.value(value), { text: '•••', list: ['•••', 3, null], 'p&ss': undefined });
    assert.equal(inMarkdown(redaction.value(`so ${password}`)), 'so •••');
  });

  it('removes a secret whose first character belongs to a preceding escape sequence', () => {
    const other = new Redaction();
    other.add('6b+/ICAgIDs');
    assert.equal(other.value('\x1b 6b+/ICAgIDs'), '•••');
  });

  it('ignores short secrets, and removes the longest of several', () => {
    assert.equal(of('user:abc').text('user abc abc:'), 'user abc abc:');
    assert.equal(of('secret', 'secret-two').text('secret-two'), '•••');
    assert.equal(new Redaction().text('anything'), 'anything');
    assert.equal(of('half \ud800 a pair').text('half \ud800 a pair'), '•••');
  });

  it('finds a secret that this window hasn’t used', async () => {
    const redaction: Redaction = new Redaction({ hideAll: async () => redaction.add('s3cret-w0rd') });
    assert.equal(redaction.text('a s3cret-w0rd'), 'a s3cret-w0rd');
    assert.equal(await redaction.isIn('a s3cret-w0rd'), true);
  });

  it('finds a secret in text and in JSON', async () => {
    const redaction = new Redaction();
    assert.equal(await redaction.isIn('s3cret-w0rd'), false);
    redaction.add('s3cret-w0rd');
    for (const text of [
      'a s3cret-w0rd',
      's3cret\u200b-w0rd',
      '{"a":["s3cret\\u200b-w0rd"]}',
      '{"a":"s3cret%2Dw0rd"}',
      '{"a":{"b":"{\\"c\\":\\"s3cret-w0rd\\"}"}}',
    ])
      assert.equal(await redaction.isIn(text), true, text);
    for (const text of ['', 'secret', '{"a":null,"b":5}', '[]'])
      assert.equal(await redaction.isIn(text), false, text);
  });

  it('runs in linear time, whatever unit the text repeats', function () {
    this.timeout(120_000);
    const redact = (text: string) => redaction.text(text);
    for (const unit of slowestUnits(redact, 5)) isLinear(unit, redact);
    for (const part of [
      '\\u',
      '\\ud83d',
      '\\u0026',
      'p&ss',
      '\\\\',
      'user:',
      '\\/',
      '%26',
      '&amp;',
      '\\u0025\\u0032\\u0036amp;',
    ])
      isLinear(part, redact);
    for (const part of [password, encodeURIComponent(password), '"', '\\"', `"${password}",`])
      isLinear(part, (text) => [redact(text), redaction.json(`["${text}"]`), redaction.json(`[${text}1]`)]);
  });
});
