import type { Problem } from '../service/problems/problem';
import type { Reply } from '../service/http/reply';
import {
  caseGroups,
  codeOf,
  type DmojCase,
  type DmojContest,
  type DmojLanguage,
  type DmojSubmission,
  type DmojUser,
} from './submission';

/** The parts of the site that its pages show. */
export interface ShownSite {
  readonly contests: ReadonlyMap<string, DmojContest>;
  readonly languages: readonly DmojLanguage[];
}

export function htmlPage(status: number, body: string): Reply {
  return { status, body, headers: { 'Content-Type': 'text/html; charset=utf-8' } };
}

/** Creates a complete page. Each page contains its user, and the contest that the user is in. */
function sitePage(site: ShownSite, user: DmojUser, title: string, body: string): Reply {
  const contest = site.contests.get(user.contest ?? '');
  const box = contest
    ? `<div id="contest-info">
        <a href="/contest/${contest.key}" style="vertical-align: middle">
            ${escaped(contest.name)} -
                <div id="contest-time-remaining" data-secs="${secondsLeft(contest)}">
                    0:30:00
                </div>
        </a>
    </div>`
    : '';
  return htmlPage(
    200,
    `<!DOCTYPE html>
<html lang="en">
<head><title>${escaped(title)} - DMOJ: Modern Online Judge</title></head>
<body>
<nav id="navigation"><span id="user-links"><ul><li>
    <a href="/user"><span><img src="//example.org/avatar"><span>Hello, <b>${user.username}</b>.</span></span></a>
</li></ul></span></nav>
${box}
<main id="content">
    <div id="content-body">${body}</div>
</main>
</body>
</html>`,
  );
}

/** Creates a page with one sentence, with which the site refuses a submission. */
export function messagePage(site: ShownSite, user: DmojUser, title: string, message: string): Reply {
  return sitePage(site, user, title, `<h3>${escaped(message)}</h3>`);
}

/** Creates a page with a list of submissions. `base`: path of its first page */
export function listPage(
  site: ShownSite,
  user: DmojUser,
  submissions: readonly DmojSubmission[],
  { page, pages, base, showsProblem }: { page: number; pages: number; base: string; showsProblem: boolean },
): Reply {
  const items = Array.from({ length: pages }, (_, index) => {
    const number = index + 1;
    return `<li${number === page ? ' class="active-page"' : ''}><a href="${number === 1 ? base : number}">${number}</a></li>`;
  });
  const bar =
    pages < 2 ? '' : `<div class="top-pagination-bar"><ul class="pagination">${items.join('\n')}</ul></div>`;
  const rows = submissions.map(
    (submission) =>
      `<div class="submission-row" id="${submission.id}">${rowOf(site, user, submission, showsProblem)}</div>`,
  );
  return sitePage(
    site,
    user,
    'Submissions',
    `<div class="tabs"><ul>
        <li class="tab"><a href="/submissions/">All</a></li>
        <li class="tab"><a href="/submissions/user/${user.username}/"><i class="tab-icon fa fa-user"></i> Mine</a></li>
    </ul></div>
    ${bar}
    <div id="submissions-table">${rows.join('\n')}</div>`,
  );
}

/** Creates the row of a submission. */
export function rowOf(
  site: ShownSite,
  user: DmojUser,
  submission: DmojSubmission,
  showsProblem = true,
): string {
  const { status, result, id, problem, date } = submission;
  const isPending = ['QU', 'P', 'G'].includes(status);
  const hasScore = !isPending && !['IE', 'CE', 'AB'].includes(status);
  const language = site.languages.find(({ key }) => key === submission.language)?.name ?? submission.language;
  const contest = user.contest === null ? site.contests.get(submission.contest ?? '') : undefined;
  const score = hasScore
    ? `${submission.case_points.toFixed(0)} / ${submission.case_total.toFixed(0)}`
    : isPending
      ? '<i class="fa fa-spinner fa-pulse grading-spinner"></i>'
      : '---';
  return `
<div class="sub-result ${result ?? status}">
    <div class="score">${score}</div>

    <div class="state">
        <span title="${status}" class="status">${result ?? status}</span> |
        <span class="language">${escaped(language)}</span>
    </div>
</div>

<div class="sub-main">
    <div class="sub-info">
        ${showsProblem ? `<div class="name"><a href="/problem/${codeOf(problem)}">${escaped(problem.english.title)}</a></div>` : ''}
        <div>
            <span class="rating rate-none user"><a href="/user/${submission.user.username}">${submission.user.username}</a></span>
            <br class="xs-br">
            <span class="time"><span data-iso="${date.toISOString()}" class="time-with-rel">now</span></span>
            ${contest ? `<a href="/contest/${contest.key}" class="submission-contest"><i title="${escaped(contest.name)}"></i></a>` : ''}
        </div>
    </div>
    <div class="sub-prop"><div>
        <a href="/submission/${id}"><i class="fa fa-eye fa-fw"></i><span class="label">view</span></a>
    </div></div>
</div>

<div class="sub-usage">
    ${hasScore ? `<div title="${submission.time ?? 0}s" class="time">${(submission.time ?? 0).toFixed(2)}s</div>` : '<div class="time">---</div>'}
    <div class="memory">---</div>
</div>`;
}

/** Creates the fragment with the cases and the compiler’s output of a submission. */
export function testCasesOf(site: ShownSite, user: DmojUser, submission: DmojSubmission): string {
  const { status, result, compilerOutput, isPretested } = submission;
  if (status === 'IE') return '\n<h3 style="color:red">\n An internal error occurred while grading.\n</h3>\n';
  if (status === 'QU') return '<h4>We are waiting for a suitable judge to process your submission...</h4>';
  if (status === 'P') return '<h4>Your submission is being processed...</h4>';
  const output = `<pre>${escaped(compilerOutput)}</pre>`;
  if (status === 'CE') return `\n        <h3>Compilation Error</h3>\n        ${output}\n`;
  const warnings =
    compilerOutput === '' ? '' : `<h3>Compilation Warnings</h3>${output}<hr class="half-hr"><br>`;
  const heading = isPretested ? 'Pretest Execution Results' : 'Execution Results';
  let counter = 0;
  const groups = caseGroups(submission.cases).map(({ batch, cases }) => {
    if (batch !== null) counter += 1;
    const title =
      batch === null
        ? ''
        : `<b>Batch #${counter}</b>\n (${batch.points}/${batch.total} points)\n<br><div class="batch-cases">`;
    const rows = cases.map((one, index) => {
      if (batch === null) counter += 1;
      const name =
        batch === null ? `${isPretested ? 'Pretest' : 'Test case'} #${counter}` : `Case #${index + 1}`;
      return rowOfCase(one, name, batch === null);
    });
    return `${title}<table class="submissions-status-table">${rows.join('\n')}</table>${batch === null ? '' : '</div>'}<br>`;
  });
  if (status === 'G') return `${warnings}<h3>${heading}</h3><br>${groups.join('\n')}`;
  const end = result === 'AB' ? '<b>Submission aborted!</b>' : scoreOf(site, user, submission);
  return `${warnings}<h3>${heading}</h3>\n<br>${groups.join('\n')}<br>${end}<br>`;
}

function rowOfCase(
  { status, time, memory, points, total, feedback = '', output = '' }: DmojCase,
  name: string,
  isLoose: boolean,
): string {
  const wasRun = status !== 'SC';
  const shownOutput = status === 'AC' ? '' : output;
  return `<tr class="case-row toggle closed">
    <td><b>${name}:</b></td>
    <td><span title="${status}" class="case-${status}">${wasRun ? status : '&mdash;'}</span>${feedback === '' ? '' : `&nbsp;(${escaped(feedback)})`}</td>
    <td>${wasRun ? `[<span title="${time ?? 0}s">${(time ?? 0).toFixed(3)}s,</span>` : ''}</td>
    <td>${wasRun ? `${((memory ?? 0) / 1024).toFixed(2)} MB]` : ''}</td>
    ${isLoose ? `<td>(${points.toFixed(0)}/${total.toFixed(0)})</td>` : ''}
</tr>${
    shownOutput === ''
      ? ''
      : `<tr style="display:none" class="case-feedback toggled"><td colspan="5" class="case-output"><div class="case-info">
    <strong>Your output (clipped)</strong><pre class="case-output">${escaped(shownOutput).replaceAll('\n', '<br>')}</pre></div></td></tr>`
  }`;
}

function scoreOf(site: ShownSite, user: DmojUser, submission: DmojSubmission): string {
  const { case_points: earned, case_total: total, points, isPretested, contest } = submission;
  const ofContest = user.contest === null ? null : site.contests.get(contest ?? '');
  const counted = ofContest
    ? `${contestPoints(ofContest, submission).toFixed(1)}/${ofContest.points}`
    : `${(points ?? 0).toFixed(1)}/10`;
  const note =
    isPretested && submission.result === 'AC'
      ? '<br><i>Passing pretests does not guarantee a full score on system tests.</i>'
      : '';
  return `<b>Resources:</b> <span>0s,</span>\n 1.61 MB\n<br>
    <b>${isPretested ? 'Final pretest score:' : 'Final score:'}</b>
    ${earned.toFixed(0)}/${total.toFixed(0)}
        (${counted} points)
    ${note}`;
}

/** Returns the points of a submission in its contest. */
export function contestPoints({ points }: DmojContest, submission: DmojSubmission): number {
  return submission.case_total > 0 ? (submission.case_points / submission.case_total) * points : 0;
}

/** Creates the page of a problem. */
export function problemPage(site: ShownSite, user: DmojUser, problem: Problem): Reply {
  const [sample] = problem.subtasks()[0]?.cases ?? [];
  const { title, description } = problem.english;
  return sitePage(
    site,
    user,
    title,
    `<h2>${escaped(title)}</h2>
    <div class="problem-info-entry"><i class="fa fa-clock-o fa-fw"></i><span class="pi-name">Time limit:</span>
        <span class="pi-value">${(problem.limits.time / 1000).toFixed(1)}s</span></div>
    <div class="problem-info-entry"><i class="fa fa-server fa-fw"></i><span class="pi-name">Memory limit:</span>
        <span class="pi-value">${problem.limits.memory / 1024}M</span></div>
    <div class="content-description"><p>${escaped(description)}</p>
    <h4>Sample Input</h4>
    <pre><code>${escaped(sample?.input ?? '')}</code></pre>
    <h4>Sample Output</h4>
    <pre><code>${escaped(sample?.answer ?? '')}</code></pre></div>`,
  );
}

/** The form with which programs are submitted. `errors`: why a program wasn't accepted; empty: nothing was sent yet */
export function submitPage(
  site: ShownSite,
  user: DmojUser,
  problem: Problem,
  { errors = [], left = null }: { readonly errors?: readonly string[]; readonly left?: number | null } = {},
): Reply {
  const options = site.languages.map(
    ({ id, name }) =>
      `<option value="${id}" data-id="${id}" data-name="${escaped(name)}"\n data-info="" data-ace="c_cpp"\n>${escaped(name)}</option>`,
  );
  const list = errors.map((error) => `<li>${escaped(error)}</li>`).join('');
  const alert =
    left === null
      ? ''
      : `<div class="alert alert-warning"><a class="close">x</a>You have ${left} submission${left === 1 ? '' : 's'} left</div>`;
  const choice =
    options.length === 0
      ? '<hr><span style="color: red">No judge is available for this problem.</span>'
      : `<div id="language"><select id="id_language" name="language">${options.join('\n')}</select></div>
        <div class="submit-bar"><input type="hidden" name="judge" id="id_judge"><input type="submit" value="Submit!"></div>`;
  return sitePage(
    site,
    user,
    `Submit to ${problem.english.title}`,
    `<h2>Submit to <a href="/problem/${codeOf(problem)}">${escaped(problem.english.title)}</a></h2>
    ${alert}
    <form id="problem_submit" action="" method="post" class="form-area">
        <div id="submit-wrapper"><div id="editor">${list === '' ? '' : `<ul class="errorlist">${list}</ul>`}
        <textarea name="source"></textarea></div></div>
        ${choice}
    </form>`,
  );
}

function secondsLeft({ endsAt }: DmojContest): number {
  return Math.max(0, Math.round((endsAt - Date.now()) / 1000));
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
