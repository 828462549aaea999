import '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { oneAtATime, readLink } from '../../../../src/editor/integrations/uriHandler';

describe('A link to a result', () => {
  it('contains a request ID, and optionally a file of the workspace', () => {
    assert.deepEqual(readLink('/fetch', 'id=1BwHdxEa4LTFnL619bxRwC'), {
      kind: 'fetch',
      requestId: '1BwHdxEa4LTFnL619bxRwC',
      file: null,
      service: null,
    });
    assert.deepEqual(readLink('/fetch', 'file=C++/a b=c.cpp&id=x-_1'), {
      kind: 'fetch',
      requestId: 'x-_1',
      file: 'C++/a b=c.cpp',
      service: null,
    });
  });

  it('may name one of the user’s judges', () => {
    const link = readLink('/fetch', 'id=x&service=学校');
    assert.ok(link.kind === 'fetch');
    assert.equal(link.service, '学校');
  });

  it('may contain unknown parameters, which are ignored', () => {
    assert.deepEqual(readLink('/fetch', 'server=evil&id=x&&windowId=1'), {
      kind: 'fetch',
      requestId: 'x',
      file: null,
      service: null,
    });
  });

  it('may contain the URL of the result’s page, with any query', () => {
    const page = 'https://oj.school.edu/d/class/record/0123456789abcdef01234567?a=b&c=d';
    assert.deepEqual(readLink('/fetch', `page=${page}`), { kind: 'page', page });
    assert.deepEqual(readLink('/fetch', `page=${page}&windowId=1`), { kind: 'page', page });
    for (const query of ['page=', 'page=javascript:alert(1)', 'page=file:///etc/passwd', 'page=//oj'])
      assert.deepEqual(readLink('/fetch', query), { kind: 'noRequestId' }, query);
  });

  it('is rejected if its path is different or its ID isn’t valid', () => {
    assert.deepEqual(readLink('/submit', 'id=x'), { kind: 'noRequestId' });
    assert.deepEqual(readLink('/fetch/', 'id=x'), { kind: 'noRequestId' });
    assert.deepEqual(readLink('/fetch', ''), { kind: 'noRequestId' });
    for (const id of ['', 'a b', '../x', 'a/b', 'x%20', 'é', '\u202ex', 'x\n', 'a'.repeat(129)]) {
      assert.deepEqual(readLink('/fetch', `id=${id}`), { kind: 'noRequestId' }, JSON.stringify(id));
    }
    assert.deepEqual(readLink('/fetch', 'id=x&id=y'), { kind: 'noRequestId' });
    assert.deepEqual(readLink('/fetch', `id=x&more=${'x'.repeat(3000)}`), { kind: 'noRequestId' });
  });

  it('is rejected if its file is absolute or outside the workspace', () => {
    const files = [
      '/etc/passwd',
      '\\\\server\\x',
      'C:\\x',
      'c:x',
      '../x',
      'a/../../x',
      'a\\..\\x',
      '',
      'a\0b',
    ];
    for (const file of files)
      assert.deepEqual(
        readLink('/fetch', `id=x&file=${file}`),
        { kind: 'fileOutside', file },
        JSON.stringify(file),
      );
  });
});

describe('Confirmations of links', () => {
  it('are shown one at a time, and links that arrive meanwhile are dropped', async () => {
    const ask = oneAtATime();
    const asked: number[] = [];
    let answer = (): void => undefined;
    const first = ask(() => {
      asked.push(1);
      return new Promise((resolve) => (answer = resolve));
    });
    const work = (number: number) => () => Promise.resolve(void asked.push(number));
    assert.equal(await ask(work(2)), false);
    assert.equal(await ask(work(3)), false);
    answer();
    assert.equal(await first, true);
    assert.equal(await ask(work(4)), true);
    assert.deepEqual(asked, [1, 4]);
  });

  it('are shown again after one has failed', async () => {
    const ask = oneAtATime();
    await assert.rejects(ask(() => Promise.reject(new Error('no service'))));
    assert.equal(await ask(() => Promise.resolve()), true);
  });
});
