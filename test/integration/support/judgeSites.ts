// A stand-in of each judge, with the steps of a user: add it, submit a program, fetch another submission.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import * as vscode from 'vscode';
import { listenOnLoopback } from '../../../tools/service/http/loopback';
import { startLocalCodeforces } from '../../../tools/codeforces/codeforces';
import { startLocalDmoj } from '../../../tools/dmoj/dmoj';
import { startLocalDomjudge } from '../../../tools/domjudge/domjudge';
import { startLocalJudge0 } from '../../../tools/judge0/judge0';
import { startLocalService, type LocalService } from '../../../tools/service';
import { startCmsStandIn } from '../../support/standIns/cms';
import { startCsesStandIn } from '../../support/standIns/cses';
import { startYandexContestStandIn } from '../../support/standIns/yandexContest';
import { startEolympStandIn, type EolympStandIn } from '../../support/standIns/eolymp';
import { startLocalJudge, type JudgeName, type LocalJudge } from '../../support/judges';
import { answering, pagesOpenedBy, type Answer } from './person';

export interface JudgeSite {
  /** Name of the judge in the settings. */
  readonly name: string;
  /** Its entry in the settings; absent: the judge is added by the answers. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Answers that choose or add the judge and sign in, after a rejected credential. Empty: it needs no sign-in. */
  readonly signedIn: readonly Answer[];
  /** Confirms the sign-in on the page that the judge opens in the browser. Absent: the judge opens none. */
  readonly confirm?: () => void;
  /** Absent: programs can't be submitted. */
  readonly submission?: SiteSubmission;
  /** Adds another submission of the user. */
  readonly other: () => OtherSubmission | Promise<OtherSubmission>;
  readonly stop: () => Promise<void>;
}

export interface SiteSubmission {
  /** Contents of the program and the files next to it, by name. The program is the first. */
  readonly files: Readonly<Record<string, string>>;
  /** Submits the open program. */
  readonly submit: () => Promise<void>;
  /** Ends the judging; absent: the stand-in runs the program. */
  readonly end?: () => void;
  readonly verdict: string;
  /** null: none */
  readonly score: number | null;
}

export interface OtherSubmission {
  readonly id: string;
  /** Fetches it: pastes its URL or ID, or picks it from the recent submissions. */
  readonly fetched: Answer;
  readonly verdict: string;
}

const cpp = '#include <cstdio>\nint main() { return 1; }\n';
const sum = 'console.log(eval(require("fs").readFileSync(0, "utf8").trim().split(/\\s+/).join("+")));\n';
const wrongOnTwo =
  '#include <cstdio>\nint main() {\n\tint a, b;\n\tif (scanf("%d%d", &a, &b) != 2) return 1;\n\tprintf("%d\\n", a == 2 ? 5 : a + b);\n}\n';

const javaSum = `import java.util.Scanner;

public class Solution {
  public static void main(String[] args) {
    Scanner in = new Scanner(System.in);
    System.out.println(in.nextLong() + in.nextLong());
  }
}
`;

/** Runs a command and answers its questions. */
function running(command: string, ...answers: readonly Answer[]): () => Promise<void> {
  return () => answering(answers, () => vscode.commands.executeCommand(`judgeResults.${command}`));
}

/** Pastes a text into “Fetch Judge Result”, which contains this ID. */
function pasting(text: string, id: string): Answer {
  return { typing: text, choose: new RegExp(`Fetch ${id}$`) };
}

/** A submission that ended with a compile error. */
function brokenRun(site: LocalJudge, pageOf: (id: string) => string): OtherSubmission {
  const run = site.submit({ end: 'compileError' });
  run.done = run.cases;
  return { id: run.id, fetched: pasting(pageOf(run.id), run.id), verdict: 'CE' };
}

/** A submission at a site whose submissions wait until the test ends them. */
function playedSubmission(
  site: LocalJudge,
  program: string,
  problem: Answer,
  score: number | null = null,
): SiteSubmission {
  return {
    files: { [program]: cpp },
    submit: running(
      'submit',
      problem,
      { choose: /Other Language…$/ },
      { choose: /C\+\+|cpp17/ },
      { choose: / to .+ · / },
    ),
    end: () => {
      for (const run of site.runs.values()) run.done = run.cases;
    },
    verdict: 'WA',
    score,
  };
}

/** A submission to Eolymp, whose only language is the one of the program. */
function eolympSubmission(site: EolympStandIn, problem: Answer): SiteSubmission {
  return {
    files: { 'solution.cpp': cpp },
    submit: running(
      'submit',
      problem,
      { choose: /Other Language…$/ },
      { choose: /^C\+\+ 20/ },
      { choose: / to .+ · / },
    ),
    end: () => site.finish(site.newestId, 'partial'),
    verdict: 'PART',
    score: 40,
  };
}

async function played(
  judge: JudgeName,
  steps: (site: LocalJudge) => Omit<JudgeSite, 'stop'>,
): Promise<JudgeSite> {
  const site = await startLocalJudge(judge);
  return { ...steps(site), stop: () => site.stop() };
}

/** A result with the status codes of the Luogu Open Platform. */
function scriptedResult(service: LocalService): OtherSubmission {
  const id = 'another-result-1';
  const part = { status: 6, score: 40, time: 1, memory: 1 };
  const data = { compile: null, judge: { ...part, id: 1, subtasks: [] } };
  service.script(id, [{ body: { type: 'judge', requestId: id, trackId: null, data } }]);
  return { id, fetched: pasting(id, id), verdict: 'WA' };
}

export const judgeSites: Readonly<Record<string, () => Promise<JudgeSite>>> = {
  Kattis: () =>
    played('kattis', (site) => {
      const [user, token] = site.secret.split(':');
      const file = `[user] username: ${user} token: ${token} [kattis] hostname: 127.0.0.1 loginurl: ${site.url}/login`;
      return {
        name: 'Kattis',
        signedIn: [
          { choose: /^Kattis$/ },
          { choose: /^Paste \.kattisrc…/ },
          { enter: file, asked: /^Contents of \.kattisrc/ },
          { enter: site.url, asked: /^Judge’s URL/ },
          { enter: 'Kattis', asked: /^Name of the judge/ },
        ],
        submission: playedSubmission(site, 'hello.cpp', { typing: 'hello', choose: /hello/ }),
        other: () => brokenRun(site, (id) => `${site.url}/submissions/${id}`),
      };
    }),

  DOMjudge: async () => {
    const site = await startLocalDomjudge({ version: '10' });
    return {
      name: 'School 2026',
      signedIn: [
        { choose: /^DOMjudge, PC²$/ },
        // The URL of any page is sufficient.
        { enter: `${site.url}/domjudge/team/problems`, asked: /^URL of the site/ },
        { choose: /^School 2026$/ },
        { enter: 'alice', asked: /^User name/ },
        { enter: 'wrong', asked: /^Password of alice/, rejected: /^Wrong user name or password\./ },
        { enter: site.alice.password },
      ],
      submission: {
        // The file is sent under the name of its public class.
        files: { 'A.java': javaSum },
        submit: running(
          'submit',
          { typing: 'A', choose: /Sum/ },
          { choose: /Other Language…$/ },
          { choose: /^Java$/ },
          { choose: / to .+ · / },
        ),
        verdict: 'AC',
        score: null,
      },
      other: () => {
        const broken = site.submit({ code: null });
        const output = 'main.cpp:1:22: error: ‘no’ was not declared in this scope\n';
        const compilation = { isSuccessful: false, output };
        site.change(broken, { verdict: 'CE', endedAt: site.now(), compilation });
        const page = `${site.url}/domjudge/team/submission/${broken.number}`;
        return { id: broken.id, fetched: pasting(page, broken.id), verdict: 'CE' };
      },
      stop: () => site.stop(),
    };
  },

  ejudge: () =>
    played('ejudge', (site) => ({
      name: 'Algorithms',
      signedIn: [
        { choose: /^ejudge contest$/ },
        {
          enter: `${site.url}/cgi-bin/new-client?SID=0123456789abcdef&action=2`,
          asked: /^Contest URL from your browser/,
        },
        { enter: '7', asked: /^Number of the contest/ },
        { enter: 'Algorithms', asked: /^Name of the judge/ },
        {
          enter: 'k'.repeat(42),
          asked: /^Token from the page “API keys”.*not the secret/,
          rejected: /denied access.*may not be registered.*Permission denied.*Enter the token/s,
        },
        { enter: site.secret },
      ],
      // The problem is found by its name.
      submission: playedSubmission(site, 'program.cpp', { typing: 'Groups', choose: /\bB\b/ }),
      other: () => brokenRun(site, (id) => `${site.url}/cgi-bin/new-client?contest_id=7&run_id=${id}`),
    })),

  omegaUp: () =>
    played('omegaup', (site) => ({
      name: 'omegaUp',
      signedIn: [
        { choose: /^omegaUp$/ },
        { enter: site.url, asked: /^Judge’s URL/ },
        { enter: 'omegaUp', asked: /^Name of the judge/ },
        { enter: 'wrong', asked: /^API token/, rejected: /rejected the credentials \(401\)/ },
        { enter: site.secret },
      ],
      submission: playedSubmission(site, 'sumas.cpp', { typing: 'sumas', choose: /sumas/ }, 0),
      other: () => brokenRun(site, (id) => `${site.url}/arena/problem/sumas/#problems/sumas/show-run:${id}`),
    })),

  CSES: async () => {
    const site = await startCsesStandIn();
    return {
      name: 'Problem Set',
      signedIn: [
        { choose: /^CSES$/ },
        { enter: `${site.url}/problemset/task/1083`, asked: /^ID of the course or number of the contest/ },
        { enter: 'Problem Set', asked: /^Name of the judge/ },
      ],
      confirm: () => site.confirmSignIn(),
      submission: {
        files: { 'solution.cpp': cpp },
        // The task is found by its title.
        submit: running(
          'submit',
          { typing: 'missing', choose: /1083/ },
          { choose: /Other Language…$/ },
          { choose: /^By file extension/ },
          { choose: / to .+ · / },
        ),
        end: () => site.finish(site.newestId, 'wrongAnswer'),
        verdict: 'WA',
        score: null,
      },
      other: async () => {
        const response = await fetch(`${site.apiUrl}/courses/problemset/submissions?task=1068`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', 'X-Auth-Token': site.issueToken() },
          body: JSON.stringify({
            language: { name: null, option: null },
            filename: 'other.cpp',
            content: Buffer.from(cpp).toString('base64'),
          }),
        });
        assert.equal(response.status, 200);
        const id = site.newestId;
        site.finish(id, 'compileError');
        const page = `${site.url}/problemset/result/${id}/`;
        return { id: String(id), fetched: pasting(page, String(id)), verdict: 'CE' };
      },
      stop: () => site.stop(),
    };
  },

  CMS: async () => {
    const site = await startCmsStandIn({ contest: 'ioi' });
    return {
      name: new URL(site.url).host,
      signedIn: [
        { choose: /^CMS$/ },
        {
          enter: `${site.contestUrl}/tasks/sum/description`,
          asked: /^URL of the site, or of one of its pages/,
        },
        { enter: 'alice', asked: /^User name/ },
        {
          enter: 'wrong',
          asked: /^Password of alice/,
          rejected: /^Wrong user name or password\..*Login failed/s,
        },
        { enter: site.user.password },
      ],
      submission: {
        files: { 'solution.cc': cpp },
        submit: running(
          'submit',
          { choose: /\bsum\W+Sum of Two · 1\.5 s$/ },
          { choose: /Other Language…$/ },
          { choose: /^C\+\+20/ },
          { choose: / to .+ · / },
        ),
        end: () => site.finish(site.newestId, 'partial'),
        verdict: 'PART',
        score: 40,
      },
      other: () => {
        const id = site.submitElsewhere('compileError');
        return { id, fetched: pasting(`${site.contestUrl}/tasks/sum/submissions/${id}`, id), verdict: 'CE' };
      },
      stop: () => site.stop(),
    };
  },

  'Yandex Contest': async () => {
    const site = await startYandexContestStandIn();
    const contest = String(site.contestId);
    return {
      name: 'Training',
      signedIn: [
        { choose: /^Yandex Contest$/ },
        { enter: site.apiUrl, asked: /^URL of the contest from your browser/ },
        { enter: contest, asked: /^Number of the contest/ },
        { enter: 'Training', asked: /^Name of the judge/ },
        { enter: 'wrong', asked: /^OAuth token/, rejected: /rejected the credentials \(401\)/ },
        { enter: `OAuth ${site.token}` },
      ],
      submission: {
        files: { 'program.cpp': cpp },
        // The problem is found by its name.
        submit: running(
          'submit',
          { typing: 'Groups', choose: /\bB\b/ },
          { choose: /Other Language…$/ },
          { choose: /^GNU C\+\+20/ },
          { choose: / to .+ · / },
        ),
        end: () => site.finish(site.newestId, 'wrongAnswer'),
        verdict: 'WA',
        score: 0,
      },
      other: async () => {
        const body = new FormData();
        body.append('compiler', 'gcc_docker2');
        body.append('problem', 'A');
        body.append('file', new File([`// another program\n${cpp}`], 'other.cpp'));
        const headers = { Authorization: `OAuth ${site.token}` };
        const path = `/contests/${contest}/submissions`;
        const response = await fetch(site.apiUrl + path, { method: 'POST', headers, body });
        assert.equal(response.status, 200);
        const id = site.newestId;
        site.finish(id, 'compileError');
        const page = `${site.url}/contest/${contest}/run-report/${id}`;
        return { id: String(id), fetched: pasting(page, String(id)), verdict: 'CE' };
      },
      stop: () => site.stop(),
    };
  },

  Eolymp: async () => {
    const site = await startEolympStandIn();
    return {
      name: 'Basecamp',
      signedIn: [
        { choose: /^Eolymp$/ },
        { enter: site.url, asked: /^URL of the API/ },
        { enter: '', asked: /^ID of the space/ },
        { enter: '', asked: /^ID of the contest/ },
        { enter: 'Basecamp', asked: /^Name of the judge/ },
        { enter: 'etkn-wrong', asked: /^Access key/, rejected: /rejected the credentials \(401\)/ },
        { enter: site.token },
      ],
      // The problem is found by its number.
      submission: eolympSubmission(site, { typing: '4730', choose: /4730/ }),
      other: () => {
        const id = site.submitInBrowser(cpp);
        site.finish(id, 'compileError');
        return { id, fetched: pasting(`${site.spaceUrl}/submissions/${id}`, id), verdict: 'CE' };
      },
      stop: () => site.stop(),
    };
  },

  'an Eolymp contest': async () => {
    const site = await startEolympStandIn();
    return {
      name: 'Olympiad',
      signedIn: [
        { choose: /^Eolymp$/ },
        { enter: `${site.contestUrl}/problems`, asked: /^URL of the API/ },
        { enter: site.spaceId, asked: /^ID of the space/ },
        { enter: site.contestId, asked: /^ID of the contest/ },
        { enter: 'Olympiad', asked: /^Name of the judge/ },
        { enter: site.token, asked: /^Access key/ },
      ],
      // The problem is found by its title.
      submission: eolympSubmission(site, { typing: 'Groups', choose: /f5d5a4bq2h0k1jvmp3ee/ }),
      other: () => {
        const id = site.submitInBrowser(cpp, true);
        site.finish(id, 'timeLimit');
        return { id, fetched: pasting(id, id), verdict: 'TLE' };
      },
      stop: () => site.stop(),
    };
  },

  DMOJ: async () => {
    const site = await startLocalDmoj();
    const { token } = site.alice;
    // The problem is only in a contest, whose submissions the API doesn't list.
    const contest = {
      key: 'live',
      name: 'Live contest',
      startsAt: Date.now() - 60_000,
      endsAt: Date.now() + 3_600_000,
      problems: ['p1001'],
      points: 50,
      isPretested: false,
      maxSubmissions: null,
    };
    site.contests.set(contest.key, contest);
    site.contestOnly.add('p1001');
    site.alice.contest = contest.key;
    return {
      name: 'Club',
      signedIn: [
        { choose: /^DMOJ$/ },
        { enter: `${site.url}/problem/p1001`, asked: /^Judge’s URL/ },
        { enter: 'Club', asked: /^Name of the judge/ },
        // A character is missing. The site responds with 400 to a token of the wrong form.
        { enter: token.slice(1), rejected: /^Club rejected the credentials \(400\)/ },
        { enter: token },
      ],
      submission: {
        files: { 'P1001.js': sum },
        // The ID is in the name of the file.
        submit: running(
          'submit',
          { choose: /p1001/ },
          { choose: /Other Language…$/ },
          { choose: /^V8 JavaScript/ },
          { choose: / to .+ · / },
        ),
        verdict: 'AC',
        score: 100,
      },
      other: () => {
        const one = site.submit({ problem: 'p1001', language: 'V8JS', code: null, user: site.alice });
        site.change(one, { status: 'CE', result: 'CE', compilerOutput: 'no such thing' });
        const id = String(one.id);
        return { id, fetched: pasting(`${site.url}/submission/${id}`, id), verdict: 'CE' };
      },
      stop: () => site.stop(),
    };
  },

  Codeforces: async () => {
    const site = await startLocalCodeforces();
    site.oddities.callInterval = 0;
    const page = 'https://codeforces.com/contest/1000/problem/A';
    return {
      name: 'CF',
      settings: { type: 'codeforces', handle: 'tourist', url: `${site.url}/api` },
      signedIn: [],
      submission: {
        files: { 'first.js': sum },
        submit: async () => {
          const opened = await pagesOpenedBy(running('submitInBrowser', { typing: page, choose: /1000A/ }));
          assert.deepEqual(opened, [`${site.url}/contest/1000/submit/A`]);
          site.submit({ index: 'A', language: 'Node.js', code: sum });
        },
        verdict: 'AC',
        score: null,
      },
      other: () => {
        const one = site.submit({ index: 'B', language: 'Node.js', code: null });
        site.change(one, { verdict: 'WRONG_ANSWER', passedTestCount: 4 });
        return { id: String(one.id), fetched: { choose: /1000B/ }, verdict: 'WA' };
      },
      stop: () => site.stop(),
    };
  },

  Judge0: async () => {
    const host = await startLocalJudge0();
    assert.ok(
      host.languages.some(({ id }) => id === 54),
      'this test needs g++',
    );
    return {
      name: 'Class',
      signedIn: [
        { choose: /^Judge0$/ },
        { enter: host.url, asked: /^Judge’s URL/ },
        { enter: 'X-Auth-Token', asked: /^Name of the token header/ },
        { enter: 'Class', asked: /^Name of the judge/ },
        { enter: 'not-the-token-of-this-host', rejected: /^Class rejected the credentials \(401\)/ },
        { enter: host.token },
      ],
      submission: {
        files: { 'sum.cpp': wrongOnTwo, '1.in': '1 2\n', '1.out': '3\n', '2.in': '2 2\n', '2.ans': '4\n' },
        submit: async () => {
          const question = { confirm: 'Run Samples', asked: /^Run 2 samples of sum\.cpp on Class\?/ };
          await running('runSamples', question, { choose: /^C\+\+ \(GCC/ }, { choose: /Run Samples$/ })();
          const sent = host.requests.filter(({ method }) => method === 'POST').map((one) => one.path);
          const submitted = sent.filter((one) => one.startsWith('/submissions'));
          assert.deepEqual(submitted, ['/submissions/batch?base64_encoded=true']);
        },
        verdict: 'WA',
        score: null,
      },
      other: () => {
        const one = host.submit({ language_id: 63, source_code: '1', expected_output: '3' }, false);
        host.change(one, { status: 11, exit_code: 1 });
        const page = `${host.url}/submissions/${one.token}?base64_encoded=true`;
        return { id: one.token, fetched: pasting(page, one.token), verdict: 'RE' };
      },
      stop: () => host.stop(),
    };
  },

  'Luogu Open Platform': async () => {
    const service = await startLocalService();
    return {
      name: 'Platform',
      signedIn: [
        { choose: /^Luogu Open Platform at another URL$/ },
        { enter: service.origin, asked: /^Judge’s URL/ },
        { enter: 'Platform', asked: /^Name of the judge/ },
        { enter: service.token.slice(0, -1), rejected: /^Platform rejected the credentials \(401\)/ },
        { enter: service.token },
      ],
      submission: {
        files: { 'P1001.js': sum },
        submit: running(
          'submit',
          { choose: /P1001/ },
          { choose: /Other Language…$/ },
          { choose: /^JavaScript \(Node\.js LTS\)/ },
          { choose: / · -O2$/ },
        ),
        verdict: 'AC',
        score: 100,
      },
      other: () => scriptedResult(service),
      stop: () => service.close(),
    };
  },

  'a Luogu-compatible API': async () => {
    const service = await startLocalService({ role: 'custom' });
    return {
      name: 'My judge',
      signedIn: [
        { choose: /^Luogu-compatible API$/ },
        { enter: service.origin, asked: /^Judge’s URL/ },
        { choose: /^Custom header$/ },
        { enter: 'X-Judge-Key', asked: /^Name of the token header/ },
        { choose: /^Same as Luogu Open Platform$/ },
        { enter: 'My judge', asked: /^Name of the judge/ },
        { enter: service.token.slice(0, -1), rejected: /^My judge rejected the credentials \(401\)/ },
        { enter: service.token },
      ],
      other: () => scriptedResult(service),
      stop: () => service.close(),
    };
  },

  'a JSON API': async () => {
    const { origin, token, close } = await startJsonApi();
    return {
      name: 'mine',
      settings: jsonDescription(origin),
      signedIn: [
        { choose: /^mine$/ },
        { enter: 'wrong', asked: /Sent only to/, rejected: /^mine rejected the credentials \(401\)/ },
        { enter: token },
      ],
      submission: {
        files: { 'sum.cpp': cpp },
        submit: running(
          'submit',
          { typing: 'sum', choose: /sum/ },
          { choose: /Other Language…$/ },
          { choose: /^c\+\+/ },
          { choose: / to .+ · / },
        ),
        verdict: 'AC',
        score: 100,
      },
      other: () => ({ id: '7', fetched: pasting('7', '7'), verdict: 'WA' }),
      stop: close,
    };
  },
};

/** The entry of a judge with a JSON API in the settings. */
export function jsonDescription(url: string): Readonly<Record<string, unknown>> {
  return {
    type: 'json',
    url,
    authentication: { scheme: 'bearer' },
    result: {
      path: '/runs/{id}',
      fields: { status: 'verdict', score: 'points', time: 'seconds' },
      cases: { list: 'tests', fields: { id: 'name', status: 'verdict', time: 'seconds' } },
    },
    submission: {
      path: '/runs',
      body: 'form',
      id: 'run',
      fields: { task: '{problem}', lang: '{language}', source: '{code}' },
      languages: { 'c++': 'cpp' },
    },
    statusCodes: { ok: 'AC', wrong: 'WA' },
    units: { time: 's' },
  };
}

/** A judge with a JSON API of its own: run 7 is wrong, and a submitted program becomes run 8, which is accepted. */
export async function startJsonApi(): Promise<{
  readonly origin: string;
  readonly token: string;
  /** Paths of the requests. */
  readonly asked: readonly string[];
  readonly close: () => Promise<void>;
}> {
  const token = 'a-token-of-somebody';
  const asked: string[] = [];
  const wrong = { name: 'secret/03-max', verdict: 'wrong', seconds: 0.057 };
  const answers: Readonly<Record<string, object>> = {
    'POST /runs': { run: 8 },
    'GET /runs/7': { id: 7, verdict: 'wrong', points: 40, seconds: 0.057, tests: [wrong] },
    'GET /runs/8': { id: 8, verdict: 'ok', points: 100, seconds: 0.01, tests: [] },
  };
  const server = http.createServer(({ method = '', url = '', headers }, response) => {
    asked.push(url);
    const isKnown = headers.authorization === `Bearer ${token}`;
    const answer = isKnown ? answers[`${method} ${url}`] : undefined;
    const status = !isKnown ? 401 : answer ? 200 : 404;
    response.writeHead(status, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(answer ?? { message: isKnown ? 'no such run' : 'who are you?' }));
  });
  const port = await listenOnLoopback(server);
  return {
    origin: `http://127.0.0.1:${port}`,
    token,
    asked,
    close: async () => {
      const closed = once(server.close(), 'close');
      server.closeAllConnections();
      await closed;
    },
  };
}
