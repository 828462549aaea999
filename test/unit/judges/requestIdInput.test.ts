import assert from 'node:assert/strict';
import type { Judge, JudgeTypeName } from '../../../src/judges';
import { isRequestId, readRequest, readRequests } from '../../../src/judges/requestIdInput';
import { hydroSite, specifiedJudge, leastJudge, luogu } from '../../support/profiles';

const judge = specifiedJudge({ url: 'https://judge.test' });

function inputOf(text: string, judge: Judge) {
  return readRequest(text, judge, []).input;
}

const id = '1BwHdxEa4LTFnL619bxRwC';

describe('Text pasted as a request ID', () => {
  for (const text of [
    id,
    `  ${id}\n`,
    `\ufeff${id}\u200b`,
    `https://open-v1.lgapi.cn/judge/result?id=${id}`,
    `https://open-v1.lgapi.cn/any?a=b&id=${id}&c=d#e`,
    `open-v1.lgapi.cn/judge/result/?id=${id}`,
    `/judge/result?id=${id}`,
    `judge/result?id=%31BwHdxEa4LTFnL619bxRwC`,
    `?id=${id}`,
    `id=${id}`,
    `vscode://judge-results.judge-results/fetch?id=${id}&file=a.cpp`,
  ]) {
    it(`is accepted: ${JSON.stringify(text)}`, () => {
      assert.deepEqual(inputOf(text, luogu), { kind: 'requestId', id });
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
    'https://open-v1.lgapi.cn/judge/result?id=R123456',
  ]) {
    it(`is recognized as a record of the website: ${text}`, () => {
      assert.equal(inputOf(text, luogu).kind, 'websiteRecord');
    });
  }

  it('is a record of the website only for a judge that has such a website', () => {
    assert.deepEqual(inputOf('R123456', judge), { kind: 'requestId', id: 'R123456' });
    const noForm = { ...judge, readInput: null };
    assert.deepEqual(inputOf('R123456', noForm), { kind: 'requestId', id: 'R123456' });
    assert.equal(inputOf('https://www.luogu.com.cn/record/1', judge).kind, 'foreign');
    const read = readRequest('https://www.luogu.com.cn/record/1', judge, [judge, luogu]);
    assert.deepEqual([read.input.kind, read.judge], ['websiteRecord', luogu]);
    assert.equal(readRequest('R123456', judge, [judge, luogu]).input.kind, 'requestId');
  });

  it('is not mistaken for a record of the website', () => {
    for (const text of ['R', 'R12x', 'RUNNER-1', 'Record-1']) {
      assert.equal(inputOf(text, luogu).kind, 'requestId', text);
    }
    assert.equal(inputOf('https://evil.test/luogu.com.cn/record/1', luogu).kind, 'foreign');
    assert.equal(inputOf('https://notluogu.com.cn/record/1', luogu).kind, 'foreign');
  });

  for (const [text, kind] of [
    ['', 'nothing'],
    [' \n', 'nothing'],
    ['https://open-v1.lgapi.cn/judge/result', 'addressWithoutId'],
    ['https://open-v1.lgapi.cn/judge/result?id=', 'addressWithoutId'],
    ['https://open-v1.lgapi.cn/judge/result?id=a%20b', 'notAnId'],
    ['https://%/judge/result?id=a', 'notAnId'],
    ['javascript:alert(1)/?id=a', 'notAnId'],
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
    it(`is reported as ${kind}: ${JSON.stringify(text.slice(0, 40))}`, () => {
      assert.equal(inputOf(text, luogu).kind, kind);
    });
  }
});

describe('A pasted URL', () => {
  const north = specifiedJudge({ url: 'https://north.test' });
  const south = specifiedJudge({ url: 'https://judge.test:8443/south' });
  const below = specifiedJudge({ url: 'https://north.test/below' });
  const hydro = hydroSite('https://oj.test');
  const services = [north, south, below, hydro, luogu];
  const meant = (text: string, current = north) => {
    const { input, judge } = readRequest(text, current, services);
    return [input.kind, input.kind === 'requestId' ? input.id : null, judge.baseUrl];
  };

  it('must contain an ID in the judge’s form', () => {
    const form = (type: JudgeTypeName, text: string) => readRequest(text, leastJudge(type), []).input;
    for (const type of ['kattis', 'dmoj', 'codeforces', 'ejudge'] as const) {
      assert.equal(form(type, '123456').kind, 'requestId', type);
      assert.deepEqual(
        form(type, 'nonsense'),
        { kind: 'notAnId', form: { kind: 'digits', length: 12 } },
        type,
      );
    }
    assert.equal(form('omegaup', '0123456789abcdef'.repeat(2)).kind, 'requestId');
    assert.equal(form('omegaup', 'nonsense').kind, 'notAnId');
    assert.equal(form('hydro', 'a'.repeat(24)).kind, 'requestId');
    assert.equal(form('hydro', 'a'.repeat(23)).kind, 'notAnId');
    for (const type of ['clics', 'json', 'judge', 'luogu', 'judge0'] as const)
      assert.equal(form(type, 'nonsense').kind, 'requestId', type);
  });

  it('belongs to the judge with that base address, whichever judge is in use', () => {
    const result = `/judge/result?id=${id}`;
    for (const current of services) {
      for (const { baseUrl } of [north, south, below, luogu]) {
        assert.deepEqual(meant(baseUrl + result, current), ['requestId', id, baseUrl]);
        assert.deepEqual(meant(baseUrl.replace('https://', '') + result, current), [
          'requestId',
          id,
          baseUrl,
        ]);
      }
      const record = '6b0287ea08066e6dc6a70976';
      assert.deepEqual(meant(`https://oj.test/record/${record}`, current), [
        'requestId',
        record,
        hydro.baseUrl,
      ]);
      assert.deepEqual(meant(`${south.baseUrl}/judge`, current), ['addressWithoutId', null, south.baseUrl]);
    }
    // Without a host, it belongs to the service in use.
    for (const text of [id, result, `judge/result?id=${id}`, `id=${id}`])
      assert.deepEqual(meant(text, south), ['requestId', id, south.baseUrl], text);
  });

  it('belongs to the judge in use if several have that address', () => {
    const same = specifiedJudge({ url: 'https://north.test' }, 'other');
    const { judge } = readRequest(`https://north.test/?id=${id}`, same, [north, same]);
    assert.equal(judge, same);
  });

  it('is rejected if no judge has that URL, without using an ID in it', () => {
    for (const [text, host, judgeUrl] of [
      [`https://east.test/judge/result?id=${id}`, 'east.test', 'https://east.test'],
      [`https://east.test/api/judge/result/?id=${id}#a`, 'east.test', 'https://east.test/api'],
      [`http://east.test:81/record/x?id=${id}`, 'east.test:81', 'http://east.test:81'],
      [`east.test/judge/result?id=${id}`, 'east.test', 'https://east.test'],
      [`east.test?id=${id}`, 'east.test', 'https://east.test'],
      [`east:81/?id=${id}`, 'east:81', 'https://east:81'],
      [`localhost/?id=${id}`, 'localhost', 'https://localhost'],
      [`[::1]/?id=${id}`, '[::1]', 'https://[::1]'],
      [`评测.test/?id=${id}`, 'xn--0zwz36d.test', 'https://xn--0zwz36d.test'],
      [`https://north.test@east.test/?id=${id}`, 'east.test', 'https://east.test'],
      [`north.test@east.test/?id=${id}`, 'east.test', 'https://east.test'],
      [`https://judge.test/south/judge/result?id=${id}`, 'judge.test', 'https://judge.test/south'],
      [`https://judge.test:8443/judge/result?id=${id}`, 'judge.test:8443', 'https://judge.test:8443'],
      [`https://judge.test:8443/southern?id=${id}`, 'judge.test:8443', 'https://judge.test:8443'],
      [`ftp://east.test/?id=${id}`, 'east.test', null],
      [`file:///tmp/?id=${id}`, 'file:', null],
    ] as const) {
      const { input, judge } = readRequest(text, north, services);
      assert.deepEqual(input, { kind: 'foreign', host, judgeUrl }, text);
      assert.equal(judge, north);
    }
  });

  it('selects a judge if it is a link to this extension', () => {
    const link = (query: string) => `vscode://judge-results.judge-results/fetch?id=${id}${query}`;
    const named = specifiedJudge({ url: 'https://south.test' }, 'south');
    const read = (text: string) => readRequest(text, north, [north, named]);
    assert.deepEqual(read(link('')), { input: { kind: 'requestId', id }, judge: north });
    assert.deepEqual(read(link('&service=south')), { input: { kind: 'requestId', id }, judge: named });
    assert.deepEqual(read(link('&service=east')).input, { kind: 'foreign', host: 'east', judgeUrl: null });
  });
});

describe('A request ID', () => {
  it('consists of 1 to 128 letters, digits, underscores, and hyphens', () => {
    for (const text of ['a', '-', '_', 'x'.repeat(128), id]) assert.equal(isRequestId(text), true);
    for (const text of ['', 'a b', 'a\n', 'x'.repeat(129), 'é', '.']) assert.equal(isRequestId(text), false);
  });
});

describe('A list as a request ID', () => {
  const north = specifiedJudge({ url: 'https://north.test' }, 'north');
  const south = specifiedJudge({ url: 'https://south.test' }, 'south');
  const read = (text: string) => {
    const list = readRequests(text, north, [north, south]);
    return list && { ...list, valid: list.valid.map((one) => `${one.judge.name} ${one.requestId}`) };
  };

  it('may contain commas, blanks, line breaks, and addresses of several judges', () => {
    const text = 'one, two\nthree；https://south.test/judge/result?id=four\thttps://north.test/?id=one';
    assert.deepEqual(read(text), {
      valid: ['north one', 'north two', 'north three', 'south four'],
      wrong: [],
    });
  });

  it('reports invalid IDs, and addresses of unknown judges', () => {
    assert.deepEqual(read('one, what?, https://elsewhere.test/1'), {
      valid: ['north one'],
      wrong: ['what?', 'https://elsewhere.test/1'],
    });
  });

  it('requires two IDs, a comma, or a line break: an odd ID with a blank isn’t a list', () => {
    for (const text of ['sev-1 b&c=1/é', 'sev-1 b&c=1/é d?', 'https://south.test/?id=four b&c'])
      assert.equal(read(text), null, text);
    for (const text of ['sev-1, b&c=1/é', 'sev-1\nb&c=1/é', 'sev-1；b&c=1/é'])
      assert.deepEqual(read(text), { valid: ['north sev-1'], wrong: ['b&c=1/é'] });
    assert.deepEqual(read('one b&c two'), { valid: ['north one', 'north two'], wrong: ['b&c'] });
  });

  it('isn’t recognized with one ID, or with too many IDs', () => {
    for (const text of ['', 'one', ' one, ', 'one,one', 'a '.repeat(20_000)])
      assert.equal(read(text), null, text);
    assert.equal(read(Array.from({ length: 101 }, (_, at) => `id${at}`).join()), null);
  });

  it('is read in linear time', () => {
    assert.equal(read(','.repeat(19_999)), null);
    assert.equal(read(`${'a'.repeat(19_000)},b`)?.valid.length, 1);
  });
});
