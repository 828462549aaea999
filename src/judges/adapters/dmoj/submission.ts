import { statedRule } from '../shared/comparisonInStatement';
import { comparison } from './verdicts';
import type { Contest, Limits } from '../../../results';
import type { JudgeHttp, ListedSubmission, SubmissionSupport } from '../../adapter';
import type { RequestFailed } from '../../requestFailed';
import type { Answer, OutgoingRequest } from '../../http/judgeHttp';
import { listedLanguage } from '../../languageNames';
import type {
  ProblemForm,
  ProblemName,
  Remaining,
  Sample,
  Submission,
  SubmissionLanguage,
  Submitted,
} from '../../submission';
import { notUnderstood } from '../shared/acceptedResponse';
import { findElements, parseHtml, textIn, type HtmlElement } from '../shared/htmlTree';
import { encoded, objectsOf } from '../shared/jsonValues';
import { DMOJ_FORM_VALID_MS } from '../limits';
import { accepted } from '../shared/listedSubmissions';
import { refusal, throwIf } from '../shared/refusals';
import { visitorOf } from './account';
import { inEnglish, pageRefusalIn } from './refusals';
import { contestIn, contestRequest, objectIn } from './contest';
import { fetchOfProblem } from './submissionLists';
import { lineIn, withClass } from './submissionRows';

/** Programs are submitted with the form of the site's page, which accepts the token. */
export function submissionSupport(problemAt: (address: string) => ProblemName | null): SubmissionSupport {
  return { submit, fetchForm, problemAt, findSent, formContainsSamples: true };
}

/** Attributes of the pages that are read here. */
const attributes = ['id', 'href', 'value', 'name', 'data-name', 'data-secs'] as const;

interface FormPage {
  readonly page: HtmlElement;
  readonly languages: readonly SubmissionLanguage[];
  /** the contest that the user is in; null: none */
  readonly contest: Contest | null;
}

function formRequest(problemId: string): OutgoingRequest {
  return {
    method: 'GET',
    path: `/problem/${encoded(problemId)}/submit`,
    headers: inEnglish,
    keptFor: ({ status }) => (status === 200 ? DMOJ_FORM_VALID_MS : 0),
  };
}

/**
 * Fetches the languages of a problem, its title, limits, and samples, and the contest that a submission counts for: the one
 * that the user is in, if it contains the problem.
 */
async function fetchForm(http: JudgeHttp, { problemId }: ProblemName): Promise<ProblemForm> {
  const [answer, problemAnswer] = await http.sendAll([
    formRequest(problemId),
    { method: 'GET', path: `/problem/${encoded(problemId)}`, headers: inEnglish },
  ]);
  if (!answer || !problemAnswer) throw new Error('each request has a response');
  const { page, languages, contest } = readForm(answer);
  const problemPage =
    problemAnswer.status === 200 ? parseHtml(problemAnswer.text, [...attributes, 'class']) : null;
  return {
    languages,
    limits: problemPage && limitsIn(problemPage),
    title: titleIn(page, problemId),
    contest: contest && (await completeContest(http, contest, problemId)),
    remaining: remainingIn(page, answer),
    samples: problemPage ? samplesIn(problemPage) : [],
    ...statedRule(comparison, problemPage ? statementIn(problemPage) : ''),
  };
}

/** Reads the form. Throws `RequestFailed` with the site's message if the page has none. */
function readForm(answer: Answer): FormPage {
  throwIf(pageRefusalIn(answer));
  const page = parseHtml(answer.text, attributes);
  const languages = page ? languagesIn(page) : [];
  if (!page || languages.length === 0)
    throw refusal(answer, { status: 409, message: page && sentenceIn(page) });
  return { page, languages, contest: visitorOf(page).contest };
}

function languagesIn(page: HtmlElement): readonly SubmissionLanguage[] {
  const [select] = findElements(
    page,
    ({ name, attributes: { id } = {} }) => name === 'select' && id === 'id_language',
  );
  const options = select ? findElements(select, ({ name }) => name === 'option') : [];
  return options.flatMap((option) => {
    const { value = '', 'data-name': name = lineIn(option) } = option.attributes ?? {};
    return /^\d{1,9}$/.test(value) ? languageOf(value, name.slice(0, 100)) : [];
  });
}

/** Creates a language of the form. Its name may contain a version: `C++17`, `PyPy 3`. */
function languageOf(id: string, name: string): SubmissionLanguage {
  const words = name.replace(/(?<=[a-z+#])(?=\d)/gi, ' ').replace(/^PyPy\b/, 'Python');
  return { ...listedLanguage(id, words, null), name };
}

/** Returns the title in the heading “Submit to A Plus B”, which links to the problem. */
function titleIn(page: HtmlElement, problemId: string): string | null {
  const heading = findElements(page, ({ name }) => name === 'h2').flatMap((element) =>
    findElements(element, ({ attributes: { href } = {} }) => href === `/problem/${problemId}`),
  )[0];
  const title = heading ? lineIn(heading).slice(0, 300) : '';
  return title === '' ? null : title;
}

/** Completes the contest that the user is in. Null: it doesn't contain the problem, so submissions don't count for it. */
async function completeContest(
  http: JudgeHttp,
  contest: Contest,
  problemId: string,
): Promise<Contest | null> {
  const key = contest.id ?? '';
  const answer = await http.send(contestRequest(key));
  const { title, startsAt, endsAt } = contestIn(answer, key);
  const codes = objectsOf(objectIn(answer).problems).map(({ code }) => code);
  const isElsewhere = codes.length > 0 && !codes.includes(problemId);
  return isElsewhere ? null : { ...contest, title: title ?? contest.title, startsAt, endsAt };
}

/** Returns the time and the submissions that the user has left in the contest. */
function remainingIn(page: HtmlElement, answer: Answer): Remaining {
  const [timer] = findElements(page, ({ attributes: { id } = {} }) => id === 'contest-time-remaining');
  const seconds = /^\d{1,9}(?:\.\d{1,9})?$/.exec(timer?.attributes?.['data-secs'] ?? '')?.[0];
  const judgeTime = Date.parse(answer.date ?? '');
  const now = Number.isNaN(judgeTime) ? answer.receivedAt : judgeTime;
  const alerts = findElements(page, ({ classes }) => classes.includes('alert')).map(lineIn);
  const left = alerts
    .map((text) => /You have (\d{1,6}) submissions? left/.exec(text)?.[1])
    .find((count) => count !== undefined);
  return {
    endsAt: seconds === undefined ? null : now + Number(seconds) * 1000,
    submissions: left === undefined ? null : Number(left),
  };
}

/** Reads the limits in the box next to a statement: `2.0s` and `64M`. Null: unknown. */
function limitsIn(page: HtmlElement): Limits | null {
  const valueOf = (icon: string): string => {
    const entry = findElements(page, ({ classes }) => classes.includes('problem-info-entry')).find(
      (element) => withClass(element, icon),
    );
    const value = entry && withClass(entry, 'pi-value');
    return value ? lineIn(value) : '';
  };
  const seconds = /^(\d{1,6}(?:\.\d{1,6})?) ?s$/.exec(valueOf('fa-clock-o'))?.[1];
  const [, size, unit = ''] = /^(\d{1,9}(?:\.\d{1,6})?) ?([KMG])B?$/.exec(valueOf('fa-server')) ?? [];
  const kibibytes: Readonly<Record<string, number>> = { K: 1, M: 1024, G: 1024 * 1024 };
  const memory = size === undefined ? null : Number(size) * (kibibytes[unit] ?? 1);
  return seconds === undefined && memory === null
    ? null
    : { time: seconds === undefined ? null : Number(seconds) * 1000, memory };
}

/** Returns the text of the statement, without the comments below it. */
function statementIn(page: HtmlElement): string {
  const [statement] = findElements(page, ({ attributes: { class: names = '' } = {} }) =>
    names.split(' ').includes('content-description'),
  );
  return statement ? textIn(statement) : '';
}

/** Reads the samples of a statement: a heading “Sample Input” and “Sample Output” in front of each text. */
function samplesIn(page: HtmlElement): readonly Sample[] {
  const parts = findElements(page, ({ name }) => /^h[1-6]$/.test(name) || name === 'pre');
  const inputs: string[] = [];
  const outputs: string[] = [];
  let list: string[] | null = null;
  for (const part of parts) {
    if (part.name === 'pre') {
      // the line break after the start tag isn't part of the text
      list?.push(textIn(part).replace(/^\r?\n/, ''));
      list = null;
    } else {
      const heading = lineIn(part);
      list = /^Sample Input\b/i.test(heading)
        ? inputs
        : /^(?:Sample Output|Output for Sample)\b/i.test(heading)
          ? outputs
          : null;
    }
  }
  if (inputs.length !== outputs.length) return [];
  return inputs.map((input, index) => ({ input, expected: outputs[index] ?? '' }));
}

/** Submits a program. The form is usually known already, and contains the contest that the submission counts for. */
async function submit(http: JudgeHttp, { problemId, language, code }: Submission): Promise<Submitted> {
  const { languages, contest } = readForm(await http.send(formRequest(problemId)));
  const known = languages.find(({ id, name }) => id === language || name === language);
  const answer = await http.send({
    method: 'POST',
    path: `/problem/${encoded(problemId)}/submit`,
    form: { source: code, language: known?.id ?? language, judge: '' },
    headers: inEnglish,
    keepsRedirect: true,
  });
  const requestId = /\/submission\/(\d{1,12})\/?$/.exec(answer.location ?? '')?.[1];
  if (requestId !== undefined) return accepted(requestId, contest?.id ?? null);
  throw refusalOfSubmission(answer);
}

function refusalOfSubmission(answer: Answer): RequestFailed {
  const page = parseHtml(answer.text, attributes);
  const message = page && sentenceIn(page);
  // an unknown problem, or one that the user may not see
  const isUnknownProblem = answer.status === 403 && message?.startsWith('Do you want me to ban you') === true;
  if (isUnknownProblem) return refusal(answer, { status: 404 });
  const failure = pageRefusalIn(answer);
  if (failure) return message === null ? failure : refusal(answer, { message });
  return message === null ? notUnderstood() : refusal(answer, { status: 409, message });
}

/** Returns the sentence with which the site refuses a submission. Null: none. */
function sentenceIn(page: HtmlElement): string | null {
  const [form] = findElements(page, ({ attributes: { id } = {} }) => id === 'problem_submit');
  const errors = findElements(page, ({ classes }) => classes.includes('errorlist')).map(lineIn);
  const inForm = form
    ? form.children.filter((child) => typeof child !== 'string' && child.name === 'span')
    : [];
  const [body] = findElements(page, ({ attributes: { id } = {} }) => id === 'content-body');
  const headings = form
    ? []
    : findElements(body ?? page, ({ name }) => name === 'h1' || name === 'h3').map(lineIn);
  const notes = inForm.map((child) => (typeof child === 'string' ? '' : lineIn(child)));
  const sentence = [...errors, ...notes, ...headings].find((text) => text !== '');
  return sentence?.slice(0, 500) ?? null;
}

/** Lists the user's submissions to the problem, the oldest first. The site's rows contain only the name of the language. */
async function findSent(
  http: JudgeHttp,
  { problemId }: Submission,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<readonly ListedSubmission[]> {
  const { submissions } = await fetchOfProblem(http, problemId, null, null);
  return submissions.filter(({ at }) => at !== null && at >= from && at <= to).toReversed();
}
