import assert from 'node:assert/strict';
import fs from 'node:fs';
import type { FoundProblem } from '../../../../src/judges';
import type { JudgeHttp } from '../../../../src/judges/http/judgeHttp';
import { submittableDocuments } from '../../../../src/judges/languageNames';
import type { PlainAnswer } from '../../../../src/judges/adapters/shared/makeResult';
import {
  type BoundOperation,
  failing,
  failureOf,
  firstRequestOf,
  now,
  on,
  requestsOf,
  run,
} from '../../../support/operations';
import { hydroSite, submitTo } from '../../../support/profiles';
import { answer } from './answers';

const id = '6b0287ea08066e6dc6a70976';
const tid = '6b0287f308066e6dc6a709e1';
const selfTest = '0'.repeat(24);
const site = hydroSite('https://oj.example.org');
const inDomain = hydroSite('https://oj.example.org', { domain: ' dom1 ' });

describe('Signing in to a Hydro site', () => {
  const { signIn } = site;
  assert.ok(signIn.kind === 'password');
  const replyWith = (given: Partial<PlainAnswer>) => () => ({ ...answer({ url: '/' }), ...given });
  const signingIn = (code: string | null) => on(site, (http) => signIn.signIn(http, 'alice', 'secret', code));
  const ask = (given: Partial<PlainAnswer>, code: string | null = null) =>
    run(signingIn(code), replyWith(given));
  const failed = (given: Partial<PlainAnswer>, code: string | null = null) =>
    failing(signingIn(code), replyWith(given));
  const refused = (error: object, status: number, code: string | null = null) =>
    failed(answer({ error }, status), code);

  it('sends name and password, and the code of a second factor if the user has one', async () => {
    const request = await firstRequestOf(signingIn(null));
    const body = { uname: 'alice', password: 'secret', rememberme: true };
    assert.deepEqual(request, { method: 'POST', path: '/login', body });
    const second = await firstRequestOf(signingIn('123'));
    assert.deepEqual(second.body, { ...body, tfa: '123' });
  });

  it('finds the session among the cookies', async () => {
    for (const cookies of [
      'sid=abcd.efgh-~_1',
      'sid=abcd.efgh-~_1; path=/; httponly',
      'sid.sig=x; path=/, sid=abcd.efgh-~_1; expires=Tue, 01 Dec 2026',
      'a=b;sid=abcd.efgh-~_1,c=d',
    ]) {
      assert.deepEqual(await ask({ cookies }), { kind: 'signedIn', secret: 'abcd.efgh-~_1' }, cookies);
    }
    for (const cookies of [
      null,
      undefined,
      '',
      'sid=short',
      'xsid=abcdefgh1',
      'sid=abcd efgh1',
      `sid=${'x'.repeat(257)}`,
    ]) {
      assert.equal(await failed({ cookies }), '401', cookies ?? 'none');
    }
  });

  it('requests a second factor once, whichever kind is available', async () => {
    const invalid = (message: string) => answer({ error: { name: 'ValidationError', message } }, 403);
    assert.deepEqual(await ask(invalid('Field 2FA or Authn')), { kind: 'secondFactor' });
    assert.deepEqual(await ask(invalid('Field Authn')), { kind: 'secondFactor' });
    assert.equal(await failed(invalid('Field 2FA'), '123'), '400 Field 2FA');
    assert.equal(await failed(invalid('Field uname')), '400 Field uname');
    assert.equal(await refused({ name: 'XError', message: '2FA' }, 400), '400 2FA');
    assert.equal(await refused({ name: 'ValidationError' }, 400), '400');
    assert.equal(await failed({ text: '<html>' }), 'notJson');
  });

  it('fails with the same status for an unknown user, a wrong password, and a wrong code', async () => {
    assert.equal(await refused({ name: 'UserNotFoundError', message: 'no alice' }, 404), '401 no alice');
    assert.equal(await refused({ name: 'LoginError', message: 'wrong' }, 403), '401 wrong');
    assert.equal(await refused({ name: 'InvalidTokenError', message: 'code' }, 403, '1'), '401 code');
    assert.equal(
      await refused({ message: 'User {0} not found.', params: ['al'] }, 404),
      '401 User al not found.',
    );
    assert.equal(await refused({ name: 'ForbiddenError', message: 'no' }, 403), '403 no');
    assert.equal(await failed({ status: 404, text: '' }), '404');
    assert.equal(await failed({ status: 500, text: '' }), '500');
  });

  it('doesn’t report a wrong password after a 404 about something else', async () => {
    for (const name of ['NotFoundError', 'DomainNotFoundError'])
      assert.equal(await refused({ name, message: 'gone' }, 404), '404 gone', name);
    assert.equal(await refused({ message: 'NotFoundError', params: ['login'] }, 404), '404 NotFoundError');
  });
});

describe('A program for a Hydro site', () => {
  const offer = (of = site) => of.submission ?? assert.fail();
  const program = {
    problemId: 'a b',
    place: null,
    language: 'cc.cc17',
    optimise: false,
    code: 'c',
    trackId: 't',
    inputs: null,
  };

  it('is submitted to its problem, in its contest, optionally with its own inputs', async () => {
    assert.deepEqual(await firstRequestOf(on(site, (http) => offer().submit(http, program))), {
      method: 'POST',
      path: '/p/a%20b/submit',
      body: { lang: 'cc.cc17', code: 'c' },
    });
    const inContest = on(inDomain, (http) =>
      offer(inDomain).submit(http, { ...program, place: `dom2#${tid}`, inputs: ['1\n'] }),
    );
    assert.deepEqual(await firstRequestOf(inContest), {
      method: 'POST',
      path: `/d/dom2/p/a%20b/submit?tid=${tid}`,
      body: { lang: 'cc.cc17', code: 'c', pretest: true, input: ['1\n'] },
    });
  });

  it('takes the record’s domain from the URL in the response, or otherwise from the problem', async () => {
    const hint = async (url: unknown, more: object = {}, of = site) => {
      const question = on(of, (http) => offer(of).submit(http, { ...program, ...more }));
      const submitted = await run(question, () => answer({ rid: id, url }));
      assert.ok(submitted.kind === 'accepted' && submitted.requestId === id);
      return submitted.hint;
    };
    assert.equal(await hint(undefined), null);
    assert.equal(await hint(undefined, {}, inDomain), 'dom1');
    assert.equal(await hint(undefined, { place: `dom2#${tid}` }), `dom2#${tid}`);
    assert.equal(await hint(undefined, { place: `dom2#${tid}`, inputs: ['1'] }), `dom2#${selfTest}`);
    const samples = { inputs: ['1', '2'], expected: ['#\n', '4\n'] };
    assert.equal(await hint(undefined, samples), `#${selfTest}#["#\\n","4\\n"]`);
    for (const url of [
      `/d/dom3/record/${id}`,
      `https://oj.example.org/d/dom3/record/${id}`,
      `http://a/d/dom3/record/${id}`,
    ]) {
      assert.equal(await hint(url, {}, inDomain), 'dom3', url);
    }
    for (const url of [`/x/d/dom3/record/${id}`, `/d/${'x'.repeat(65)}/r`, '/d/a.b/r', '/record/d'])
      assert.equal(await hint(url), null, url);
  });

  it('is accepted without a record if a contest hides it, and may be accepted after any other response', async () => {
    const question = on(site, (http) => offer().submit(http, program));
    for (const body of [
      { tid },
      { url: `/contest/${tid}/problems` },
      { url: '/homework/1' },
      { rid: 'x', tid },
    ]) {
      assert.equal((await run(question, () => answer(body))).kind, 'hidden');
    }
    for (const body of [{ url: '/p/1' }, { rid: `${id}0` }, { rid: `0${id}` }, { rid: 7 }])
      assert.equal(await failing(question, () => answer(body)), 'notUnderstood');
  });

  it('can use the languages of its problem’s form', async () => {
    const form = on(inDomain, (http) =>
      offer(inDomain).fetchForm!(http, { problemId: 'P1', place: `#${tid}` }),
    );
    const outside = on(site, (http) => offer().fetchForm!(http, { problemId: 'P1', place: null }));
    assert.deepEqual(await firstRequestOf(form), {
      method: 'GET',
      path: `/d/dom1/p/P1/submit?tid=${tid}`,
    });
    assert.deepEqual((await firstRequestOf(outside)).path, '/p/P1/submit');
    const languages = async (langRange: unknown) => (await run(form, () => answer({ langRange }))).languages;
    assert.deepEqual(await languages({ 'py.py3': 'Python 3', bash: 4, none: 'N' }), [
      { id: 'py.py3', name: 'Python 3', editorLanguages: ['python'], extensions: ['.py'] },
      { id: 'bash', name: 'bash', editorLanguages: ['shellscript'], extensions: ['.sh'] },
      { id: 'none', name: 'N', editorLanguages: [], extensions: [] },
    ]);
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`l${index}`, 'L']));
    assert.equal((await languages(many)).length, 200);
    for (const nothing of [null, undefined, 'cc']) assert.deepEqual(await languages(nothing), []);
  });

  for (const [problemId, file] of [
    ['OBJ', 'form-obj.json'],
    ['ANS', 'form-ans.json'],
  ] as const)
    it(`isn’t sent to a problem that takes an answer: ${problemId}`, async () => {
      const text = fs.readFileSync(`test/fixtures/services/hydro/${file}`, 'utf8');
      const paths: string[] = [];
      const submitting = submitTo(
        { type: 'hydro', url: 'https://oj.example.org' },
        { problem: problemId, language: 'cc', fileName: 'a.cpp', text: 'int main(){}' },
        ({ path }) => {
          paths.push(path);
          if (path.startsWith('/p?'))
            return { status: 200, contentType: 'application/json', text: '{"pdocs":[]}' };
          return { status: 200, contentType: 'application/json', text };
        },
      );
      await assert.rejects(submitting, /takes an answer/);
      assert.deepEqual(paths, [`/p?q=${problemId}`, `/p/${problemId}/submit`]);
    });

  it('can use any language that the editor and a site support', () => {
    const { editorLanguages, extensions } = submittableDocuments(offer());
    const names =
      'c cpp pascal objectpascal java kotlin python php rust haskell javascript typescript go ruby csharp r lua shellscript perl';
    assert.deepEqual(editorLanguages, names.split(' '));
    const ends =
      '.c .cpp .cc .cxx .c++ .cp .pas .pp .p .dpr .java .kt .kts .py .php .rs .hs .js .cjs .mjs .ts .mts .go .rb .cs .r .lua .sh .pl';
    assert.deepEqual(extensions, ends.split(' '));
    assert.equal(offer().languages, undefined);
  });

  it('is for a problem found by words, or by a pasted URL', async () => {
    const search = on(inDomain, (http) => offer(inDomain).findProblems!(http, 'a b'));
    assert.ok(search);
    assert.deepEqual(await firstRequestOf(search), { method: 'GET', path: '/d/dom1/p?q=a%20b' });
    const pdocs = [{ pid: 'S5', docId: 4, title: 'Sum', domainId: 'dom2' }, { docId: 4 }, { docId: '4' }];
    assert.deepEqual(await run(search, () => answer({ pdocs })), [
      { problemId: 'S5', place: 'dom2', title: 'Sum' },
      { problemId: '4', place: null, title: '' },
      { problemId: '', place: null, title: '' },
    ]);
    assert.equal(await failing(search, () => answer({ pdocs: 3 })), 'pdocs: a list, not 3');
    const pasted = (text: string) => offer().problemAt?.(text);
    for (const path of ['/p/S5', '/p/S5/submit']) {
      assert.deepEqual(pasted(`https://oj.example.org${path}`), { problemId: 'S5', place: null });
    }
    assert.deepEqual(pasted(`https://oj.example.org/d/dom2/p/S5?tid=${tid}`), {
      problemId: 'S5',
      place: `dom2#${tid}`,
    });
    for (const text of [
      'https://oj.example.org/x/p/S5',
      'https://oj.example.org/p/S5/x',
      'https://other.org/p/S5',
      'S5',
    ]) {
      assert.equal(pasted(text), null, text);
    }
  });
});

describe('A submission hidden by a Hydro OI contest', () => {
  const body = { tid, url: `/contest/${tid}/problems` };
  const hidden = async (place: string, said: object = body, problemId = 'P1000') => {
    const { submission } = site;
    assert.ok(submission);
    const what = { problemId, place, language: 'cc', optimise: false, code: 'x', trackId: 't', inputs: null };
    const submitted = await run(
      on(site, (http) => submission.submit(http, what)),
      () => answer(said),
    );
    assert.ok(submitted.kind === 'hidden' && submitted.findRecord);
    return on(site, submitted.findRecord);
  };
  const page = {
    tdoc: { title: 'Weekly contest', endAt: '2026-11-22T12:51:00.000Z', pids: [7, 9] },
    pdict: { 7: { docId: 7, pid: 'P1000', title: 'Sum' }, 9: { docId: 9, title: 'Two' } },
    psdict: { 7: { rid: id }, 9: { rid: 'f'.repeat(24) } },
  };

  it('is found on the contest’s page by the problem’s ID or number, with the end time', async () => {
    const found = await hidden(`#${tid}`);
    assert.deepEqual(await firstRequestOf(found), { method: 'GET', path: `/contest/${tid}/problems` });
    const contest = { title: 'Weekly contest', endsAt: Date.parse('2026-11-22T12:51:00Z') };
    assert.deepEqual(await run(found, () => answer(page)), { requestId: id, hint: `#${tid}`, contest });
    const second = await run(await hidden(`#${tid}`, body, '9'), () => answer(page));
    assert.equal(second?.requestId, 'f'.repeat(24));
  });

  it('is looked up at the address in the response, within the site', async () => {
    const pathFor = async (url: unknown) =>
      (await firstRequestOf(await hidden(`dom2#${tid}`, { tid, url }))).path;
    assert.equal(await pathFor(`/d/dom2/homework/${tid}`), `/d/dom2/homework/${tid}`);
    for (const url of ['https://evil.test/contest/x', `//evil.test/contest/${tid}/problems`, '/x?y', 7]) {
      assert.equal(await pathFor(url), `/d/dom2/contest/${tid}/problems`);
    }
  });

  it('is not found if the page doesn’t contain the record', async () => {
    const found = await hidden(`#${tid}`);
    for (const said of [
      {},
      { ...page, psdict: {} },
      { ...page, psdict: { 7: { rid: '../x' } } },
      { psdict: [] },
    ]) {
      assert.equal(await run(found, () => answer(said)), null);
    }
    const { contest } = (await run(found, () => answer({ ...page, tdoc: { endAt: 'soon' } }))) ?? {};
    assert.equal(contest, null);
  });
});

describe('The problems in a Hydro contest', () => {
  const contestAt = (text: string, at = site): BoundOperation<readonly FoundProblem[]> | null => {
    const { contestAt: placeAt, fetchProblems } = at.contests ?? {};
    const contest = placeAt?.(text) ?? null;
    if (!fetchProblems || contest === null) return null;
    return on(at, async (http) => (await fetchProblems(http, contest, true)).problems);
  };
  const page = {
    tdoc: { title: 'Weekly contest', pids: [9, 7, 8] },
    pdict: {
      7: { docId: 7, pid: 'S7', title: 'Sum' },
      9: { docId: 9, title: 'Two Sum' },
    },
  };

  const pageOf = async (question: BoundOperation<unknown> | null | undefined, body: object, status = 403) => {
    const { failure } = await failureOf(question ?? assert.fail(), () => answer(body, status));
    return failure.kind === 'status' ? failure.page : assert.fail(failure.kind);
  };

  it('are listed in their order as A, B, C for a pasted URL', async () => {
    const question = contestAt(`https://oj.example.org/contest/${tid}/problems`);
    assert.ok(question);
    assert.deepEqual(await firstRequestOf(question), { method: 'GET', path: `/contest/${tid}/problems` });
    const about = { place: `#${tid}`, contest: 'Weekly contest' };
    assert.deepEqual(await run(question, () => answer(page)), [
      { problemId: '9', title: 'Two Sum', letter: 'A', ...about },
      { problemId: 'S7', title: 'Sum', letter: 'B', ...about },
      { problemId: '8', title: '', letter: 'C', ...about },
    ]);
  });

  describe('aren’t listed without a question', () => {
    const hour = 3_600_000;
    const at = (time: number) => new Date(time).toISOString();
    const running = {
      title: 'Weekly',
      rule: 'ioi',
      beginAt: at(now - hour),
      endAt: at(now + 9 * hour),
      duration: 1,
    };
    const startOf = async (tdoc: object, tsdoc: unknown, kind = 'contest', date?: string) => {
      const { contestAt: placeAt, fetchProblems } = site.contests ?? {};
      assert.ok(placeAt && fetchProblems);
      const place = placeAt(`https://oj.example.org/${kind}/${tid}/problems`) ?? assert.fail();
      const question = on(site, (http) => fetchProblems(http, place, false));
      const page = { ...answer({ tdoc, tsdoc }), ...(date === undefined ? {} : { date }) };
      const [first, ...others] = await requestsOf(question, () => page);
      assert.equal(first?.path, `/${kind}/${tid}`);
      if (others.length > 0) return null;
      const { problems, contest, ownTime } = await run(question, () => page);
      assert.deepEqual(problems, []);
      return ownTime ?? { startsAt: contest?.startsAt };
    };

    it('if that would start the user’s own time', async () => {
      assert.equal(await startOf(running, { attend: 1 }), hour);
      assert.equal(await startOf(running, undefined), hour);
      assert.equal(await startOf({ ...running, duration: 0.5 }, { attend: 1 }), hour / 2);
      assert.equal(await startOf(running, { attend: 1, startAt: at(now - 60_000) }), null);
      for (const notAttended of [null, {}, { attend: 0 }])
        assert.equal(await startOf(running, notAttended), null);
      for (const duration of [null, undefined, 0])
        assert.equal(await startOf({ ...running, duration }, { attend: 1 }), null);
      assert.equal(await startOf({ ...running, endAt: at(now) }, { attend: 1 }), null);
    });

    it('if the contest or homework hasn’t begun, by the site’s clock', async () => {
      const startsAt = now + hour;
      const future = { ...running, beginAt: at(startsAt) };
      assert.deepEqual(await startOf(future, { attend: 1 }), { startsAt });
      assert.deepEqual(await startOf({ ...future, rule: 'homework' }, null, 'homework'), { startsAt });
      const later = new Date(startsAt).toUTCString();
      assert.equal(await startOf({ ...future, duration: null }, { attend: 1 }, 'contest', later), null);
    });
  });

  it('in a homework are listed from its own page, in the URL’s domain', async () => {
    const homework = contestAt(`https://oj.example.org/d/class1/homework/${tid}`);
    assert.ok(homework);
    assert.equal((await firstRequestOf(homework)).path, `/d/class1/homework/${tid}`);
    const [first] = await run(homework, () => answer(page));
    const place = first?.place ?? null;
    assert.equal(place, `class1#homework/${tid}`);
    const form = on(site, (http) => site.submission!.fetchForm!(http, { problemId: 'P1', place }));
    assert.ok(form);
    assert.equal((await firstRequestOf(form)).path, `/d/class1/p/P1/submit?tid=${tid}`);
    const notLive = { error: { name: 'ContestNotLiveError', message: 'Not live.', params: [] } };
    assert.equal(await pageOf(form, notLive), `/d/class1/homework/${tid}`);
  });

  it('can’t be opened before the contest begins and after it ends, which the form says', async () => {
    const { fetchForm, fetchStatement } = site.submission ?? assert.fail();
    assert.ok(fetchForm && fetchStatement);
    const problem = { problemId: 'P1', place: `#${tid}` };
    const denied = { error: { name: 'ContestNotAttendedError', message: 'Not attended.', params: [] } };
    const closed = async (read: (http: JudgeHttp) => Promise<unknown>, tdoc: object, status = 200) => {
      const { failure, sent } = await failureOf(on(site, read), ({ path }) =>
        path === `/contest/${tid}` ? answer(status === 200 ? { tdoc } : denied, status) : answer(denied, 403),
      );
      assert.ok(failure.kind === 'status');
      assert.deepEqual([failure.page, sent], [`/contest/${tid}`, 'no']);
      return failure.cause?.kind === 'closed'
        ? [failure.cause.why, failure.cause.startsAt]
        : [undefined, undefined];
    };
    const at = (time: number) => new Date(time).toISOString();
    const startsAt = now + 60_000;
    for (const read of [
      (http: JudgeHttp) => fetchForm(http, problem),
      (http: JudgeHttp) => fetchStatement(http, problem),
    ]) {
      assert.deepEqual(await closed(read, { beginAt: at(startsAt) }), ['notBegun', startsAt]);
      assert.deepEqual(await closed(read, { beginAt: at(now - 2), endAt: at(now) }), ['ended', undefined]);
      assert.deepEqual(await closed(read, { beginAt: at(now), endAt: at(now + 2) }), [undefined, undefined]);
      assert.deepEqual(await closed(read, {}, 403), [undefined, undefined]);
    }
  });

  it('in an unclaimed homework are hidden, with a link to its page', async () => {
    const homework = contestAt(`https://oj.example.org/homework/${tid}`);
    assert.ok(homework);
    const failed = await failing(homework, () => answer({ tdoc: page.tdoc, udict: {} }));
    assert.equal(failed, '403 You haven’t claimed this homework yet.');
    assert.equal(await pageOf(homework, { tdoc: page.tdoc }, 200), `/homework/${tid}`);
  });

  it('aren’t requested at any other URL', () => {
    for (const text of ['', 'P1001', 'https://oj.example.org/contest', 'https://oj.example.org/p/P1']) {
      assert.equal(contestAt(text), null, text);
    }
    assert.equal(contestAt(`https://evil.test/contest/${tid}`), null);
  });

  it('can’t be listed without participation, and the error links to the contest page', async () => {
    const notAttended = {
      error: { name: 'ContestNotAttendedError', message: "You haven't attended.", params: [] },
    };
    const place = `class1#${tid}`;
    const asked = [
      contestAt(`https://oj.example.org/d/class1/contest/${tid}`),
      on(site, (http) => site.submission!.fetchForm!(http, { problemId: 'P1', place })),
      on(site, (http) =>
        site.submission!.submit(http, {
          problemId: 'P1',
          place,
          language: 'cc',
          optimise: false,
          code: 'x',
          trackId: 't',
          inputs: null,
        }),
      ),
    ];
    for (const question of asked) {
      assert.equal(await pageOf(question, notAttended), `/d/class1/contest/${tid}`);
    }
    const other = { error: { name: 'PermissionError', message: 'no', params: [] } };
    assert.equal(await pageOf(asked[1], other), undefined);
  });
});

describe('A Hydro problem statement', () => {
  const read = async (content: unknown, place: string | null = null) => {
    const question = on(site, (http) => site.submission!.fetchStatement!(http, { problemId: 'S7', place }));
    assert.ok(question);
    const { path } = await firstRequestOf(question);
    const statement = await run(question, () => answer({ pdoc: { title: 'Sum', content } }));
    return { ...statement, path };
  };

  it('is Markdown, or Markdown by language', async () => {
    assert.deepEqual((await read('# Sum')).texts, { '': '# Sum' });
    assert.deepEqual((await read('{"zh":"题","en":"text"}')).texts, { zh: '题', en: 'text' });
    assert.deepEqual((await read({ zh: '题', en: 7 })).texts, { zh: '题' });
    for (const none of [undefined, null, 7, '']) assert.deepEqual((await read(none)).texts, { '': '' });
    assert.deepEqual((await read('[1]')).texts, { '': '[1]' });
    assert.equal((await read('x')).title, 'Sum');
  });

  it('links to its attachments at the site, in the contest of the problem', async () => {
    const text = '[a](file://a b.zip) [b](file://b%20c.zip) <img src="file://c.png">';
    const files = 'https://oj.example.org/p/S7/file';
    assert.equal(
      (await read(text)).texts[''],
      `[a](${files}/a b.zip) [b](${files}/b%20c.zip) <img src="${files}/c.png">`,
    );
    const inContest = await read('[a](file://../x)', `class1#${tid}`);
    assert.equal(inContest.path, `/d/class1/p/S7?tid=${tid}`);
    assert.equal(inContest.texts[''], `[a](https://oj.example.org/d/class1/p/S7/file/..%2Fx?tid=${tid})`);
  });

  it('is read in linear time', async () => {
    for (const part of ['(file://', '="file://', '(file://a']) await read(part.repeat(100_000));
  });
});
