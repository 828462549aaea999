import { randomBytes } from 'node:crypto';
import type { Fields } from '../service/http/bodies';
import { sameSecret } from '../service/http/guards';
import type { Reply } from '../service/http/reply';
import { verdicts } from './objects';
import {
  hasBegun,
  judgementForTeam,
  shownId,
  type DomjudgeContest,
  type DomjudgeJudgement,
  type DomjudgeSession,
  type DomjudgeSite,
  type DomjudgeSubmission,
  type SampleRun,
} from './site';

/** A request for a page of the website. */
export interface PageRequest {
  readonly site: DomjudgeSite;
  readonly method: string;
  /** Path below the site. */
  readonly path: string;
  readonly cookies: ReadonlyMap<string, string>;
  readonly fields: Fields;
  /** Whether the page is requested for a dialog (`X-Requested-With`), without the parts around it. */
  readonly isFragment: boolean;
}

/** Returns the response to a request for a page; null if the page doesn't exist. */
export function pageFor(request: PageRequest): Reply | null {
  const { site, method, path } = request;
  if (path === '/login') {
    if (!site.oddities.hasForm) return redirect('https://sso.example.edu/login');
    return method === 'POST' ? signIn(request) : signInForm(request);
  }
  if (!/^\/team(?:\/(?:submission\/[^/]+|updates))?\/?$/.test(path)) return null;
  const user = site.oddities.ipUser ?? sessionOf(request)?.user;
  if (!user) return redirect(`http://127.0.0.1${site.folder}/login`);
  const number = /^\/team\/submission\/(\d+)$/.exec(path)?.[1];
  if (path === '/team/updates') {
    const unread = site.submissions.filter(
      ({ team, judgement, isSeen }) => team === user.team && judgement && !isSeen,
    );
    return { status: 200, body: { unread_submissions: unread.map((one) => one.number) } };
  }
  if (number === undefined) return page('Team', '<h1>Submissions</h1>');
  const submission = site.submissions.find(
    (candidate) => candidate.number === Number(number) && candidate.team === user.team,
  );
  const content = submissionDetails(request, submission ?? null);
  return request.isFragment ? html(dialog(content)) : page('Submission details', content);
}

function sessionOf({ site, cookies }: PageRequest): DomjudgeSession | null {
  return site.sessions.get(cookies.get('PHPSESSID') ?? '') ?? null;
}

function newSession(
  site: DomjudgeSite,
  user: DomjudgeSession['user'],
): { readonly id: string; readonly token: string } {
  const id = randomBytes(16).toString('hex');
  const token = randomBytes(20).toString('base64url');
  site.sessions.set(id, { user, token });
  return { id, token };
}

function signInForm({ site }: PageRequest): Reply {
  const { id, token } = newSession(site, null);
  const form = `<h1 class="h3 mb-3 fw-normal">Please sign in</h1>
            <form action="${site.folder}/login" method="post">
                <input type="hidden" name="_csrf_token" value="${token}">
                <input type="text" id="username" name="_username" class="form-control" placeholder="Username" required autofocus>
                <input type="password" id="inputPassword" name="_password" class="form-control" required>
                <button class="btn btn-lg btn-primary w-100" type="submit">Sign in</button>
            </form>`;
  return page('DOMjudge Login', form, { 'Set-Cookie': sessionCookie(id) });
}

/** Signs in with the form. Both outcomes are redirects, to an address that loses the port behind a proxy. */
function signIn(request: PageRequest): Reply {
  const { site, fields } = request;
  const user = site.users.find(({ username }) => username === fields['_username']);
  const token = sessionOf(request)?.token ?? '';
  const isRight =
    user !== undefined &&
    token !== '' &&
    sameSecret(String(fields['_csrf_token']), token) &&
    sameSecret(String(fields['_password']), user.password);
  if (!isRight) return redirect(`http://127.0.0.1${site.folder}/login`);
  const { id } = newSession(site, user);
  return redirect(`http://127.0.0.1${site.folder}/`, { 'Set-Cookie': sessionCookie(id) });
}

function sessionCookie(id: string): string {
  return `PHPSESSID=${id}; path=/; httponly; samesite=lax`;
}

function redirect(to: string, headers: Readonly<Record<string, string>> = {}): Reply {
  return {
    status: 302,
    body: `<!DOCTYPE html><html><head><title>Redirecting to ${to}</title></head><body></body></html>`,
    headers: { 'Content-Type': 'text/html; charset=utf-8', Location: to, ...headers },
  };
}

function html(body: string, headers: Readonly<Record<string, string>> = {}): Reply {
  return { status: 200, body, headers: { 'Content-Type': 'text/html; charset=utf-8', ...headers } };
}

function page(title: string, content: string, headers: Readonly<Record<string, string>> = {}): Reply {
  return html(
    `<!DOCTYPE html>\n<html lang="en">\n<head><title>${title}</title></head>\n<body><main>${content}</main></body>\n</html>\n`,
    headers,
  );
}

function dialog(content: string): string {
  return `<div class="modal fade"  tabindex="-1" role="dialog" aria-hidden="true">
        <div class="modal-dialog modal-xl" role="document">
        <div class="modal-content">
            <div class="modal-header">
                <h5 class="modal-title">
                    Submission details                </h5>
            </div>
            <div class="modal-body">
                        ${content}
             </div>
            <div class="modal-footer">
                                <button type="button" class="btn btn-secondary" data-bs-dismiss="modal">
                    Close                </button>
                            </div>
        </div>
    </div>
</div>
`;
}

/**
 * Returns the contest that the cookie `domjudge_cid` selects; without a valid one, the first that is running or has
 * ended. The cookie contains the ID of the contest at the API, but its number in 9.0.
 */
function currentContest({ site, cookies }: PageRequest): DomjudgeContest | null {
  const chosen = cookies.get('domjudge_cid') ?? '';
  const active = site.contests.filter((contest) => contest.isActive && hasBegun(site, contest));
  const key = (contest: DomjudgeContest): string =>
    site.version === '9.0' ? String(contest.number) : shownId(site, contest);
  return active.find((contest) => key(contest) === chosen) ?? active[0] ?? null;
}

/** Shows the result, unless it was submitted after the end of the current contest, and marks it as seen. */
function submissionDetails(request: PageRequest, submission: DomjudgeSubmission | null): string {
  const { site } = request;
  const contest = currentContest(request);
  const judgement = submission && judgementForTeam(site, submission);
  if (
    !contest ||
    !submission ||
    judgement === null ||
    judgement.endedAt === null ||
    submission.at >= contest.endsAt
  )
    return '<div class="alert alert-danger">Submission not found for this team or not judged yet.</div>';
  submission.isSeen = true;
  const isOutputShown = showsCompilation(site, judgement);
  return `<div class="container">
        ${submission.isIgnored ? '<div class="alert alert-warning">This submission is being ignored.\nIt is not used in determining your score.</div>' : ''}
        <div class="d-flex flex-row">
            <div class="p-2">
                Problem:
                <b>
                        <span class="probid">
                            ${escaped(submission.problem.label)}</span> -
                    ${escaped(submission.problem.name)}
                </b>
            </div>
            <div class="p-2">
                Submitted:
                <b>22:04</b>
            </div>
            <div class="p-2">
                Language:
                <b>${escaped(submission.language.name)}</b>
            </div>
                            ${isOutputShown ? '' : `<div class="p-2">\n                    Compilation:\n                                            ${badge(judgement)}\n                                    </div>`}
                    </div>
        ${judgement.verdict === 'CE' ? '' : resultRow(submission.contest, judgement)}
        ${isOutputShown ? compilation(judgement) : ''}
        ${site.config.show_sample_output && judgement.verdict !== 'CE' ? samplesOf(judgement.samples) : ''}
             </div>`;
}

function showsCompilation({ config }: DomjudgeSite, { verdict }: DomjudgeJudgement): boolean {
  return config.show_compile === 2 || (config.show_compile === 1 && verdict === 'CE');
}

function badge({ compilation: { isSuccessful } }: DomjudgeJudgement): string {
  return isSuccessful
    ? '<span class="badge text-bg-success">successful</span>'
    : '<span class="badge text-bg-danger">failed</span>';
}

function resultRow(contest: DomjudgeContest, { verdict, score }: DomjudgeJudgement): string {
  const points = `<div class="p-2">\n                        Score:\n                        <b>\n                                                            ${score}\n                                                    </b>\n                    </div>`;
  return `<div class="d-flex flex-row">
                <div class="p-2">
                    Result: ${result(verdict ?? '')}
                </div>
                            ${contest.isScored ? points : ''}
                </div>`;
}

/** Returns the element with the site's text for a verdict, in its color. */
function result(verdict: string): string {
  const words: Readonly<Record<string, string>> = {
    AC: 'correct',
    CE: 'compiler-error',
    MLE: 'memory-limit',
    NO: 'no-output',
    OLE: 'output-limit',
    RTE: 'run-error',
    TLE: 'timelimit',
    WA: 'wrong-answer',
  };
  const kind = verdicts[verdict]?.solved ? 'sol_correct' : 'sol_incorrect';
  return `<span class="sol ${kind}">${words[verdict] ?? verdict}</span>`;
}

function compilation(judgement: DomjudgeJudgement): string {
  const { output } = judgement.compilation;
  const text =
    output === ''
      ? '<p class="nodata">There were no compiler errors or warnings.</p>'
      : `<pre class="output_text pre-scrollable">${escaped(output)}</pre>`;
  return `<hr/>
            <h6 class="text-center">
                Compilation
                                    ${badge(judgement)}
                                with the following output
            </h6>
                            ${text}`;
}

function samplesOf(samples: readonly SampleRun[]): string {
  const runs = samples.map((run, index) => sampleRun(run, index + 1)).join('\n');
  return `<hr/>
            <h4 class="text-center">Run(s) on the provided sample data</h4>
                ${samples.length === 0 ? '<p class="nodata">No sample cases available.</p>' : runs}`;
}

function sampleRun({ verdict, time, output, errors }: SampleRun, number: number): string {
  const block = (text: string, none: string): string =>
    text === ''
      ? `<p class="nodata">${none}</p>`
      : `<pre class="output_text">\n${escaped(cut(text))}\n</pre>`;
  return `<h5 id="run-${number}" class="text-center mt-4">Run ${number}</h5>
                        <div class="row">
                            <div class="col-md-xl">
                                <table class="table table-sm table-striped">
                                    <tr>
                                        <th>Description</th>
                                        <td></td>
                                    </tr>
                                    <tr>
                                        <th>Runtime</th>
                                        <td>${time.toFixed(3)} sec</td>
                                    </tr>
                                    <tr>
                                        <th>Result</th>
                                        <td>
                                            ${result(verdict)}
                                        </td>
                                    </tr>
                                </table>
                            </div>
                        </div>
                                                    <h6 class="mt-3">Program output</h6>
                            ${block(output.replace(/\n$/, ''), 'There was no program output.')}
                            <h6 class="mt-3">Error output (info/debug/errors)</h6>
                            ${block(errors.replace(/\n$/, ''), 'There was no stderr output.')}`;
}

/** Maximum size of a displayed output, bytes. */
const displayLimit = 2000;

/** Cuts an output as the site does, even in the middle of a character. */
function cut(text: string): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= displayLimit) return text;
  return `${bytes.subarray(0, displayLimit).toString('utf8')}\n[output display truncated after ${displayLimit} B]`;
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#039;');
}
