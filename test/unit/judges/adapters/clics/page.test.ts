import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { codeOnPage, readPage, websiteAt } from '../../../../../src/judges/adapters/clics/page';
import { judgeHttp, type OutgoingRequest } from '../../../../../src/judges/http/judgeHttp';
import type { PlainAnswer } from '../../../../../src/judges/adapters/shared/makeResult';
import { RequestFailed } from '../../../../../src/judges/requestFailed';
import { isLinear } from '../../../../fuzz/growth';
import { page } from '../answers';

const folder = path.resolve(import.meta.dirname, '../../../../fixtures/services/domjudge');
const fixture = (name: string) => fs.readFileSync(path.join(folder, name), 'utf8');

/** Returns what the page shows in a short form. */
function shownOn(name: string) {
  const shown = readPage(fixture(name));
  assert.ok(shown);
  const { label, language, verdict, compilerOutput, runs } = shown;
  return {
    title: `${label} ${language}: ${verdict}`,
    compiler: compilerOutput?.text.split('\n').length ?? 0,
    runs: runs.map(({ rank, verdict: word, time, output, errorOutput, judgeMessage }) =>
      [rank, word, time, output?.text, errorOutput?.text, judgeMessage?.text].join('|'),
    ),
  };
}

describe('A team’s page at DOMjudge', () => {
  const pages: readonly (readonly [
    name: string,
    title: string,
    compiler: number,
    runs: readonly string[],
  ])[] = [
    [
      '10/team-page-demo-6.html',
      'A C++: run-error',
      0,
      ['1|run-error|0.003|Hello world!\n|about to fail\n|'],
    ],
    ['10/team-page-demo-19.html', 'A C: correct', 5, []],
    ['10/team-page-demo-30.html', 'C C++: correct', 0, []],
    [
      '10/team-page-demo-39.html',
      'D Python 3: correct',
      0,
      ['1|correct|0.025|spoon\n||', '2|correct|0.024|banana\n||', '3|correct|0.021|bottle\n||'],
    ],
    ['10/team-page-demo-51.html', 'E Python 3: wrong-answer', 0, ['1|wrong-answer|0.02|d\n||']],
    [
      '10/team-page-frz-89.html',
      'A C++: wrong-answer',
      0,
      ['1|wrong-answer|0.004|Hello wurld!\n|debug text on stderr\n|'],
    ],
    ['10/team-page-scoringdemo-82.html', 'D Python 3: correct', 0, ['1|correct|0.018|2\n3 0\n||']],
    ['10/team-page-ac-show_compile-0.html', 'A C: correct', 0, []],
    ['10/team-page-ac-show_compile-1.html', 'A C: correct', 0, []],
    ['10/team-page-ce-show_compile-1.html', 'A C++: compiler-error', 14, []],
    ['8.3/page-submission-modal-ce.html', 'A C++: compiler-error', 14, []],
    ['8.3/page-submission-full-ce.html', 'A C++: compiler-error', 14, []],
    [
      '8.3/page-submission-modal-warning.html',
      'A C++: correct',
      5,
      ['1|correct|0.002|3\n||', '2|correct|0.002|12\n||'],
    ],
  ];
  for (const [name, title, compiler, runs] of pages) {
    it(`shows ${title} (${name})`, () => {
      assert.deepEqual(shownOn(name), { title, compiler, runs });
    });
  }

  it('contains the compiler’s output unchanged', () => {
    const output = readPage(fixture('8.3/page-submission-modal-warning.html'))?.compilerOutput;
    assert.deepEqual(output, {
      text:
        'main.cpp: In function ‘int main()’:\n' +
        'main.cpp:2:16: warning: unused variable ‘unused’ [-Wunused-variable]\n' +
        '    2 | int main(){int unused; long long a,b;std::cin>>a>>b;std::cout<<a+b<<"\\n";}\n' +
        '      |                ^~~~~~\n',
      isShortened: false,
    });
  });

  it('is none if the site doesn’t show the submission, or shows another page', () => {
    assert.equal(readPage(fixture('8.3/73-page-submission-ce.html')), null);
    assert.equal(readPage(fixture('8.3/login-form.html')), null);
    assert.equal(readPage('<div><h6>Compilation</h6><pre>main.cpp:1:1: error: x</pre></div>'), null);
    assert.equal(readPage(''), null);
  });

  const facts = '<div>Problem: <b>A - Sum</b></div><div>Language: <b>C</b></div>';
  const cut = '\n[output display truncated after 2000 B]\n';

  it('marks texts that the site cut, in the middle of a character as well', () => {
    const shown = readPage(
      `${facts}<h6>Compilation <span>successful</span></h6><pre>a&lt;\n[output storage truncated after 50000 B]\n</pre>
      <h5>Run 1</h5><table><tr><th>Result</th><td>correct</td></tr></table>
      <h6>Program output</h6><pre>\nab\ufffd${cut}</pre><h6>Error output</h6><pre>\n${cut.trim()} twice</pre>`,
    );
    assert.deepEqual(shown?.compilerOutput, { text: 'a<', isShortened: true });
    assert.deepEqual(shown?.runs[0]?.output, { text: 'ab', isShortened: true });
    assert.deepEqual(shown?.runs[0]?.errorOutput, { text: `${cut.trim()} twice`, isShortened: false });
    const long = readPage(`${facts}<h6>Compilation</h6><pre>${'é'.repeat(25_000)}</pre>`);
    assert.equal(long?.compilerOutput?.isShortened, true);
  });

  it('may have the headings of DOMjudge 7.3', () => {
    const shown = readPage(
      `<div>Problem: <b>A - Sum</b></div><div>Language: <b>C</b></div><div>Run result: <span>wrong-answer</span></div>
      <h4>Compilation output</h4><pre class="output_text">a.c:1:1: warning: x</pre>
      <h4>Run(s) on the provided sample data</h4><h5>Run 1</h5>
      <table><tr><th>Description</th><td>small</td></tr><tr><th>Runtime</th><td>1.5 sec</td></tr>
      <tr><th>Result</th><td> wrong-answer </td></tr></table>
      <h6>Program output</h6><p class="nodata">There was no program output.</p>
      <h6>Diff output</h6><pre>1 is not 2</pre>
      <h5>Run 2</h5><p class="nodata">Run not finished yet.</p>`,
    );
    assert.equal(shown?.verdict, 'wrong-answer');
    assert.equal(shown?.compilerOutput?.text, 'a.c:1:1: warning: x');
    assert.deepEqual(shown?.runs, [
      {
        rank: 1,
        description: 'small',
        time: 1.5,
        verdict: 'wrong-answer',
        output: null,
        errorOutput: null,
        judgeMessage: { text: '1 is not 2', isShortened: false },
      },
    ]);
  });

  it('contains each run once, even if the site repeats the first failed one', () => {
    const run =
      '<table><tr><th>Result</th><td>correct</td></tr></table><h6>Program output</h6><pre>\n1</pre>';
    const shown = readPage(
      `${facts}<h4>Failing run: run 2</h4>${run}<h5>Run 1</h5>${run}<h5>Run 2</h5>${run}`,
    );
    assert.deepEqual(
      shown?.runs.map(({ rank }) => rank),
      [1, 2],
    );
  });

  it('has verdicts in the words of the site', () => {
    const names = new Map([
      ['WA', 'wrong answer'],
      ['RND', 'rounding error'],
    ]);
    const words = ['wrong-answer', 'rounding-error', 'correct', 'timelimit', 'run-error', 'strange'];
    assert.deepEqual(
      words.map((word) => codeOnPage(word, names)),
      ['WA', 'RND', 'AC', 'TLE', 'RTE', null],
    );
  });

  it('is read in linear time', () => {
    const units = [
      '<h5>Run 1</h5>',
      '<div>Language: ',
      '<pre>',
      '<h6>Program output</h6><pre>a</pre>',
      'Run 1 ',
    ];
    for (const unit of units) isLinear(unit, (text) => readPage(facts + text));
  });
});

describe('The sign-in form of DOMjudge', () => {
  const site = 'https://judge.example.edu/domjudge';
  const { session } = websiteAt(site);
  const form: PlainAnswer = {
    ...page(fixture('8.3/login-form.html')),
    cookies: 'PHPSESSID=first; path=/; httponly',
  };
  const redirect = (location: string, cookies = 'PHPSESSID=second; path=/'): PlainAnswer => ({
    ...page('', 302),
    location,
    cookies,
  });
  const open = async (...answers: readonly PlainAnswer[]) => {
    const sent: OutgoingRequest[] = [];
    const left = [...answers];
    const http = judgeHttp({ refusalIn: () => null }, (request) => {
      sent.push(request);
      return Promise.resolve({ ...(left.shift() ?? page('', 404)), receivedAt: 0 });
    });
    const opened = await session.open(http, 'team1:pass:wörd').catch((error: unknown) => {
      assert.ok(error instanceof RequestFailed && error.failure.kind === 'status');
      return error.failure.status;
    });
    return { opened, sent };
  };

  it('receives user, password, and its hidden token', async () => {
    const { opened, sent } = await open(form, redirect('http://127.0.0.1/domjudge/'));
    assert.equal(opened, 'PHPSESSID=second');
    assert.deepEqual(
      sent.map(({ method, path: at, page: isPage }) => [method, at, isPage]),
      [
        ['GET', '/login', true],
        ['POST', '/login', true],
      ],
    );
    assert.deepEqual(sent[1]?.headers, { Cookie: 'PHPSESSID=first' });
    assert.deepEqual(sent[1]?.form, { _csrf_token: 'REDACTED', _username: 'team1', _password: 'pass:wörd' });
  });

  it('rejects a wrong password, a missing form, and another sign-in', async () => {
    assert.equal((await open(form, redirect(`${site}/login`))).opened, 401);
    assert.equal((await open(form, page('<html>'))).opened, 401);
    assert.equal((await open(page('<html>Welcome'))).opened, 401);
    assert.equal((await open(page('', 404))).opened, 401);
    assert.equal((await open(page('<html>', 503))).opened, 503);
    assert.equal((await open(form, page('<html>', 502))).opened, 502);
  });

  it('isn’t needed where the computer’s address signs in', async () => {
    assert.equal((await open(redirect(`${site}/team`, 'PHPSESSID=third'))).opened, 'PHPSESSID=third');
  });

  it('shares the cookie header with the contest, and is repeated when the session is over', () => {
    const request = { method: 'GET', path: '/', headers: { Cookie: 'domjudge_cid=demo' } } as const;
    assert.deepEqual(session.headers('PHPSESSID=a', request), { Cookie: 'PHPSESSID=a; domjudge_cid=demo' });
    assert.equal(session.stateAfter(redirect('/domjudge/login')), 'over');
    assert.equal(session.stateAfter(redirect('http://x/login?next=1')), 'over');
    assert.equal(session.stateAfter(page('<html>')), 'valid');
    assert.equal(session.stateAfter(redirect('/domjudge/team')), 'valid');
  });
});
