import assert from 'node:assert/strict';
import { isRequestId, readRequestId } from '../../../src/service/requestIdInput';
import { luogu } from '../../support/profiles';

const id = '1BwHdxEa4LTFnL619bxRwC';

describe('what was pasted as a request ID', () => {
  for (const text of [
    id,
    `  ${id}\n`,
    `\ufeff${id}\u200b`,
    `https://open-v1.lgapi.cn/judge/result?id=${id}`,
    `https://judge.test/any?a=b&id=${id}&c=d#e`,
    `/judge/result?id=${id}`,
    `judge/result?id=%31BwHdxEa4LTFnL619bxRwC`,
    `?id=${id}`,
    `id=${id}`,
    `vscode://judge-results.judge-results/fetch?id=${id}&file=a.cpp`,
  ]) {
    it(`is understood: ${JSON.stringify(text)}`, () => {
      assert.deepEqual(readRequestId(text, luogu), { kind: 'requestId', id });
    });
  }

  for (const text of [
    'R123456',
    'r123456',
    ' R1 ',
    'https://www.luogu.com.cn/record/123456',
    'https://www.luogu.com.cn/record/123456?id=1',
    'luogu.com.cn/record/123456#code',
    'http://luogu.com.cn/record/R123456',
    '?id=R123456',
  ]) {
    it(`is known as a record of the website: ${text}`, () => {
      assert.equal(readRequestId(text, luogu).kind, 'websiteRecord');
    });
  }

  it('is a record of the website only where the service has one', () => {
    assert.deepEqual(readRequestId('R123456', null), { kind: 'requestId', id: 'R123456' });
    assert.deepEqual(readRequestId('R123456', { readInput: null }), {
      kind: 'requestId',
      id: 'R123456',
    });
    assert.equal(readRequestId('https://www.luogu.com.cn/record/1', null).kind, 'addressWithoutId');
  });

  it('is not mistaken for a record of the website', () => {
    for (const text of ['R', 'R12x', 'RUNNER-1', 'Record-1']) {
      assert.equal(readRequestId(text, luogu).kind, 'requestId', text);
    }
    assert.equal(readRequestId('https://evil.test/luogu.com.cn/record/1', luogu).kind, 'addressWithoutId');
    assert.equal(readRequestId('https://notluogu.com.cn/record/1', luogu).kind, 'addressWithoutId');
  });

  for (const [text, kind] of [
    ['', 'nothing'],
    [' \n', 'nothing'],
    ['https://judge.test/judge/result', 'addressWithoutId'],
    ['https://judge.test/judge/result?id=', 'addressWithoutId'],
    ['?other=1', 'addressWithoutId'],
    ['two words', 'notAnId'],
    ['a.b', 'notAnId'],
    ['中文', 'notAnId'],
    ['x'.repeat(129), 'notAnId'],
    ['x'.repeat(1e6), 'notAnId'],
    ['?id=a%20b', 'notAnId'],
    ['?id=../x', 'notAnId'],
    ['see ?id=abc here', 'notAnId'],
    ['javascript:alert(1)', 'notAnId'],
  ] as const) {
    it(`is told as ${kind}: ${JSON.stringify(text.slice(0, 40))}`, () => {
      assert.equal(readRequestId(text, luogu).kind, kind);
    });
  }
});

describe('a request ID', () => {
  it('is 1 to 128 letters, digits, lines below and hyphens', () => {
    for (const text of ['a', '-', '_', 'x'.repeat(128), id]) assert.equal(isRequestId(text), true);
    for (const text of ['', 'a b', 'a\n', 'x'.repeat(129), 'é', '.']) assert.equal(isRequestId(text), false);
  });
});
