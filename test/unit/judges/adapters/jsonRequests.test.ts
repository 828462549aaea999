import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Judge } from '../../../../src/judges';
import type { OutgoingRequest } from '../../../../src/judges/http/judgeHttp';
import { judgeNamed } from '../../../../src/judges/adapters';
import { failing, firstRequestOf, on, recentOf, resultAt, run } from '../../../support/operations';
import { answer } from './answers';

const result = { path: '/x/{id}', fields: { status: 'status' } };
const submission = { path: '/submit', id: 'id', fields: { code: '{code}' } };
const program = {
  problemId: 'a+b',
  place: null,
  language: 'gpp',
  code: 'int main() {} // “é”',
  optimise: false,
  trackId: 't',
  inputs: null,
};

function described(fields: object): Judge {
  const read = judgeNamed('test', { test: { type: 'json', url: 'https://oj.test/api', result, ...fields } });
  assert.ok(read.ok, JSON.stringify(read));
  return read.judge;
}

function problemsOf(fields: object): readonly string[] {
  const read = judgeNamed('test', { test: { type: 'json', url: 'https://oj.test', result, ...fields } });
  assert.ok(!read.ok, 'it was accepted');
  return read.problems.map(({ at, what }) => `${at.replace(/^test\./, '')}: ${what.kind}`);
}

function submit(judge: Judge, changes: Partial<typeof program> | { place: string } = {}) {
  return on(judge, (http) => judge.submission!.submit(http, { ...program, ...changes }));
}

function submitted(fields: object, changes = {}, others: object = {}): Promise<OutgoingRequest> {
  return firstRequestOf(submit(described({ submission: { ...submission, ...fields }, ...others }), changes));
}

async function pathOf(question: Parameters<typeof firstRequestOf>[0]): Promise<string> {
  return (await firstRequestOf(question)).path;
}

describe('A constant of a description', () => {
  const constants = { course: 'problem set/1', limit: 20 };

  it('is used in every path, percent-encoded', async () => {
    const judge = described({
      constants,
      result: { ...result, path: '/{course}/x/{id}' },
      check: { path: '/{course}/me' },
      recent: {
        path: '/{course}/mine?limit={limit}',
        problemPath: '/{course}/mine?task={problem}&limit={limit}',
        list: '',
        fields: { id: 'id' },
      },
      submission: { ...submission, path: '{course}/submit' },
      page: '/{course}/result/{id}',
      problemPage: '/{course}/task/{problem}',
    });
    const problem = { problemId: 'p', place: null };
    assert.equal(await pathOf(resultAt(judge, { requestId: '7', hint: null })), '/problem%20set%2F1/x/7');
    assert.equal(await pathOf(recentOf(judge, null)), '/problem%20set%2F1/mine?limit=20');
    const page = on(judge, (http) => judge.problemSubmissions!.fetchPage(http, problem, null, null));
    assert.equal(await pathOf(page), '/problem%20set%2F1/mine?task=p&limit=20');
    assert.equal(await pathOf(submit(judge)), '/problem%20set%2F1/submit');
    assert.equal(await pathOf(on(judge, judge.checkAccount)), '/problem%20set%2F1/me');
    assert.equal(judge.pages?.problem?.(problem), 'https://oj.test/api/problem%20set%2F1/task/p');
    const url = judge.pages?.record?.({ requestId: '7', hint: null });
    assert.equal(url, 'https://oj.test/api/problem%20set%2F1/result/7');
    assert.deepEqual(judge.pages?.readAddress?.(url ?? ''), { kind: 'requestId', id: '7' });
    assert.deepEqual(judge.submission?.problemAt?.('https://oj.test/api/problem%20set%2F1/task/p'), problem);
  });

  it('can be the value of a field of the request, with its type', async () => {
    const request = await submitted({ fields: { course: '{course}', limit: '{limit}' } }, {}, { constants });
    assert.deepEqual(request.body, { course: 'problem set/1', limit: 20 });
  });

  it('must have a name that isn’t another placeholder, and a text or a number', () => {
    for (const name of ['id', 'problem', 'contest', 'page', 'language', 'code', 'fileName', 'a b', ''])
      assert.deepEqual(problemsOf({ constants: { [name]: 'x' } }), [
        name === '' ? 'constants: constantName' : `constants.${name}: constantName`,
      ]);
    assert.deepEqual(problemsOf({ constants: { a: null } }), ['constants.a: expected']);
    assert.deepEqual(problemsOf({ constants: 'x' }), ['constants: expected']);
  });

  it('must be defined wherever it is used', () => {
    assert.deepEqual(problemsOf({ result: { ...result, path: '/{curse}/{id}' }, constants }), [
      'result.path: placeholder',
    ]);
    assert.deepEqual(problemsOf({ submission: { ...submission, fields: { a: '{curse}' } }, constants }), [
      'submission.fields.a: placeholder',
    ]);
    // braces that aren’t a placeholder
    assert.deepEqual(described({ submission: { ...submission, fields: { a: '{"x":1}' } } }).type, 'json');
    for (const part of [
      { check: { path: '/{id}' } },
      { recent: { path: '/{page}', list: '', fields: { id: 'id' } } },
      { submission: { ...submission, path: '/{code}' } },
      { problemPage: '/{problem}/{id}' },
      { page: '/{id}/{contest}' },
    ])
      assert.match(problemsOf(part)[0] ?? '', /: placeholder$/, JSON.stringify(part));
  });
});

describe('A value in a described path', () => {
  it('never changes the other parts of the path', async () => {
    const anyText = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 8 }),
      fc.constantFrom(
        '.',
        '..',
        '../..',
        '%2e%2e',
        '.%2e',
        '/',
        '\\',
        '?',
        '#',
        '{contest}',
        '{id}',
        '\ud800',
      ),
      fc
        .array(fc.constantFrom('.', '/', '\\', '%', '2', 'e', ';', '?'), { maxLength: 6 })
        .map((all) => all.join('')),
    );
    await fc.assert(
      fc.asyncProperty(anyText, anyText, async (value, problemId) => {
        const judge = described({
          constants: { value },
          submission: { ...submission, path: '/a/{value}/b/{problem}/c' },
          problemPage: '/p/{problem}/q',
        });
        const { path } = await firstRequestOf(submit(judge, { problemId }));
        const url = new URL(judge.baseUrl + path);
        assert.deepEqual([url.origin, url.search, url.hash], ['https://oj.test', '', '']);
        const steps = url.pathname.split('/');
        assert.equal(steps.length, 7, path);
        assert.deepEqual([steps[1], steps[2], steps[4], steps[6]], ['api', 'a', 'b', 'c']);
        const page = new URL(judge.pages?.problem?.({ problemId, place: null }) ?? '');
        assert.match(page.pathname, /^\/api\/p\/[^/]*\/q$/);
        assert.deepEqual([page.origin, page.search, page.hash], ['https://oj.test', '', '']);
      }),
    );
  });

  it('is the problem of a submission, also in a contest', async () => {
    const paths = { path: '/problems/{problem}/submit', contestPath: '/contests/{contest}/{problem}/submit' };
    assert.equal((await submitted(paths)).path, '/problems/a%2Bb/submit');
    assert.equal((await submitted(paths, { place: 'c 1' })).path, '/contests/c%201/a%2Bb/submit');
    assert.equal((await submitted({ path: '/submit?task={problem}' })).path, '/submit?task=a%2Bb');
  });

  it('is the internal ID of the problem if it is looked up', async () => {
    const lookup = { path: '/problems?name={problem}', id: 'id' };
    const judge = described({ submission: { ...submission, path: '/{problem}/submit', problem: lookup } });
    const sent: string[] = [];
    await run(submit(judge, { problemId: '..' }), ({ path }) => {
      sent.push(path);
      return answer({ id: 12 });
    });
    assert.deepEqual(sent, ['/problems?name=%252E%252E', '/12/submit']);
  });
});

describe('A result whose path contains the problem', () => {
  const judge = described({
    result: { ...result, path: '/tasks/{problem}/submissions/{id}' },
    submission,
    recent: { path: '/mine', list: '', fields: { id: 'id', problem: 'task' } },
    page: '/tasks/{problem}/submissions/{id}',
  });

  it('is requested with the problem of the submission', async () => {
    const taken = await run(submit(judge), () => answer({ id: 7 }));
    assert.deepEqual(taken, { kind: 'accepted', requestId: '7', hint: 'a+b' });
    assert.equal(
      await pathOf(resultAt(judge, { requestId: '7', hint: 'a+b' })),
      '/tasks/a%2Bb/submissions/7',
    );
  });

  it('is requested with the problem of a listed submission, and of a page', async () => {
    const [listed] = await run(recentOf(judge, null), () => answer([{ id: 7, task: 'sum' }]));
    assert.equal(listed?.hint, 'sum');
    const page = judge.pages?.record?.({ requestId: '7', hint: 'a+b' });
    assert.equal(page, 'https://oj.test/api/tasks/a%2Bb/submissions/7');
    assert.deepEqual(judge.pages?.readAddress?.('https://oj.test/api/tasks/sum/submissions/7'), {
      kind: 'requestId',
      id: '7',
      hint: 'sum',
    });
    assert.deepEqual(judge.pages?.readAddress?.('https://oj.test/api/tasks/sum'), {
      kind: 'addressWithoutId',
    });
    assert.equal(judge.pages?.record?.({ requestId: '7', hint: null }), null);
  });

  it('isn’t requested without the problem', async () => {
    assert.equal(
      await failing(resultAt(judge, { requestId: '7', hint: null }), () => answer({ status: 'AC' })),
      'problemUnknown',
    );
  });

  it('checks the credentials with an unknown result of an unknown problem', async () => {
    const path = await pathOf(on(judge, judge.checkAccount));
    assert.match(path, /^\/tasks\/judge-results-credential-check\/submissions\/judge-results-/);
  });
});

describe('A list of submissions whose path contains the problem', () => {
  const recent = {
    path: '/submissions?task={problem}',
    list: '',
    fields: { id: 'id', status: 'status', problem: 'task' },
  };

  it('lists the submissions to one problem, and not all', async () => {
    const judge = described({ recent });
    assert.equal(judge.listing, undefined);
    assert.equal(judge.batch, undefined);
    const problem = { problemId: 'sum', place: null };
    const page = on(judge, (http) => judge.problemSubmissions!.fetchPage(http, problem, null, null));
    assert.equal(await pathOf(page), '/submissions?task=sum');
  });

  it('gives listed submissions their problem even if items don’t contain it', async () => {
    const judge = described({
      result: { ...result, path: '/tasks/{problem}/submissions/{id}' },
      recent: { ...recent, fields: { id: 'id' } },
    });
    const problem = { problemId: 'sum', place: null };
    const question = on(judge, (http) => judge.problemSubmissions!.fetchPage(http, problem, null, null));
    const { submissions } = await run(question, () => answer([{ id: 7 }]));
    assert.deepEqual(
      submissions.map(({ requestId, hint }) => [requestId, hint]),
      [['7', 'sum']],
    );
  });
});

describe('A described submission', () => {
  const languages = { gpp: 'cpp', jdk: 'java' };

  it('has nested objects for names with dots', async () => {
    const fields = {
      'language.name': '{language}',
      'language.option': null,
      'a.b.c': 1,
      'a.d': true,
      content: '{code:base64}',
    };
    assert.deepEqual((await submitted({ fields })).body, {
      language: { name: 'gpp', option: null },
      a: { b: { c: 1 }, d: true },
      content: Buffer.from(program.code).toString('base64'),
    });
  });

  it('keeps the dots of names in a form, and omits null', async () => {
    for (const body of ['form', 'multipart']) {
      const { form } = await submitted({ body, fields: { 'task.%l': '{code:base64}', 'a.b': 1, c: null } });
      assert.deepEqual(form, { 'task.%l': Buffer.from(program.code).toString('base64'), 'a.b': '1' });
    }
  });

  it('can’t change the prototype of objects', async () => {
    const fields = JSON.parse('{"__proto__.polluted":1,"constructor.prototype.polluted":1}') as object;
    const { body } = await submitted({ fields });
    assert.equal(
      JSON.stringify(body),
      '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
    );
    assert.equal(Object.hasOwn(Object.prototype, 'polluted'), false);
  });

  it('contains the name of the file', async () => {
    const fields = { name: '{fileName}' };
    const nameOf = async (changes: object) =>
      ((await submitted({ fields, languages }, changes)).body as { name: string }).name;
    assert.equal(await nameOf({}), 'main.cpp');
    assert.equal(await nameOf({ language: 'jdk', code: 'public class Sum {}' }), 'Sum.java');
    assert.equal(await nameOf({ language: 'jdk', code: 'void main() {}' }), 'main.java');
    // a language that isn’t described
    assert.equal(await nameOf({ language: 'other' }), 'main');
    const form = (await submitted({ body: 'multipart', fields: { file: '{code}' }, languages })).form;
    assert.deepEqual(form, { file: { fileName: 'main.cpp', text: program.code } });
  });

  it('encodes any code, also large code', async () => {
    const code = '编😀\u0000'.repeat(100_000);
    const { body } = await submitted({ fields: { code: '{code:base64}' } }, { code });
    assert.equal(Buffer.from((body as { code: string }).code, 'base64').toString(), code);
  });

  it('reads an ID that is the whole response', async () => {
    const judge = described({ submission: { ...submission, id: '' } });
    assert.deepEqual(await run(submit(judge), () => answer(17)), {
      kind: 'accepted',
      requestId: '17',
      hint: null,
    });
  });

  it('can’t have a field that is both a value and an object', () => {
    const problems = (fields: object, body = 'json') =>
      problemsOf({ submission: { ...submission, body, fields } });
    assert.deepEqual(problems({ a: 1, 'a.b': 2 }), ['submission.fields.a: nestedField']);
    assert.deepEqual(problems({ 'a.b.c': 1, 'a.b': 2 }), ['submission.fields.a.b: nestedField']);
    assert.deepEqual(problems({ 'a..b': 1 }), ['submission.fields.a..b: nestedField']);
    assert.deepEqual(problems({ '.a': 1 }), ['submission.fields..a: nestedField']);
    assert.ok(described({ submission: { ...submission, body: 'form', fields: { a: 1, 'a.b': 2 } } }));
    assert.deepEqual(problems({ a: '{file}' }), ['submission.fields.a: placeholder']);
  });
});

describe('The website of a described judge', () => {
  const judge = described({
    website: 'https://www.judge.example/',
    submission,
    page: '/submission/{id}',
    problemPage: '/problem/{problem}',
  });

  it('is the address of its pages', () => {
    assert.equal(
      judge.pages?.record?.({ requestId: '7', hint: null }),
      'https://www.judge.example/submission/7',
    );
    assert.equal(
      judge.pages?.problem?.({ problemId: 'a/b', place: null }),
      'https://www.judge.example/problem/a%2Fb',
    );
    assert.deepEqual(judge.pages?.readAddress?.('https://judge.example/submission/7'), {
      kind: 'requestId',
      id: '7',
    });
    assert.equal(judge.pages?.readAddress?.('https://oj.test/api/submission/7'), null);
    assert.deepEqual(judge.submission?.problemAt?.('https://judge.example/problem/sum'), {
      problemId: 'sum',
      place: null,
    });
  });

  it('never receives a request', async () => {
    const origins: string[] = [];
    const questions = [
      resultAt(judge, { requestId: '7', hint: null }),
      submit(judge),
      on(judge, judge.checkAccount),
    ];
    for (const question of questions) origins.push(new URL(judge.baseUrl + (await pathOf(question))).origin);
    assert.deepEqual(new Set(origins), new Set(['https://oj.test']));
    assert.equal(judge.origin, 'https://oj.test');
  });

  it('must be a web address', () => {
    for (const website of [
      'judge.example',
      'javascript:alert(1)',
      'command:x',
      'file:///etc',
      'https://a:b@c',
      1,
    ])
      assert.match(problemsOf({ website })[0] ?? '', /^website: /, String(website));
  });
});

describe('The poll interval of a described judge', () => {
  it('is in seconds, and applies to all windows together', () => {
    assert.equal(described({}).pace, undefined);
    const recent = { path: '/mine', list: '', fields: { id: 'id', status: 'status' } };
    const judge = described({ pollInterval: 3, recent });
    assert.deepEqual(judge.pace, { interval: 3000, machine: 3000 });
    assert.equal(judge.batch?.interval, 3000);
  });

  it('must be from 1 to 600 seconds', () => {
    for (const pollInterval of [0, 0.5, 601, -1, '3', null, Infinity])
      assert.match(problemsOf({ pollInterval })[0] ?? '', /^pollInterval: /, String(pollInterval));
  });
});
