import type { JudgeHttp } from '../../adapter';
import { fileTypesOf, type FileTypes } from '../../fileExtensions';
import type {
  FoundProblem,
  ProblemForm,
  ProblemSamples,
  Submission,
  SubmissionLanguage,
  Submitted,
} from '../../submission';
import { MAX_SAMPLE_REQUESTS } from '../limits';
import { isRequestId } from '../../requestIdInput';
import { readAccepted } from '../shared/acceptedResponse';
import { accepted, problemsLike } from '../shared/listedSubmissions';
import { readObject } from '../shared/responseBody';
import { fillPath } from '../described/pathTemplate';
import { throwIf, throwIfBusy } from '../shared/refusals';
import {
  type Raw,
  encoded,
  kibibytes,
  numberOf,
  objectOf,
  objectsOf,
  textOf,
  wholeOf,
} from '../shared/jsonValues';
import { refusalIn } from './refusals';
import { textIn } from './result';
import { fileRequest, isPathId, sitePath, spacePath, type EolympSite } from './addresses';

/** Maximum number of problems that are requested in a search or in the list of a contest. */
const LIST_SIZE = 100;

/** Submits a program. The archive expects the problem's opaque ID in the body, a contest expects it in the path. */
export async function submit(
  http: JudgeHttp,
  site: EolympSite,
  { problemId, language: lang, code: source }: Submission,
): Promise<Submitted> {
  const id = await fetchProblemId(http, site, problemId);
  const answer =
    site.contest === ''
      ? await http.postJson(`${sitePath(site)}/submissions`, { problemId: id, lang, source })
      : await http.postJson(`${problemPath(site, id)}/submissions`, { lang, source });
  return readAccepted(answer, () => {
    const body = readObject(answer);
    const requestId = textOf(body.raw.submissionId) ?? '';
    return isRequestId(requestId) ? accepted(requestId) : body.typeMismatch('submissionId', 'a request ID');
  });
}

export async function fetchForm(http: JudgeHttp, site: EolympSite, problemId: string): Promise<ProblemForm> {
  const problem = await fetchProblem(http, site, problemId);
  const id = textIn(problem, 'id') ?? problemId;
  return {
    languages: await fetchLanguages(http, site, id),
    limits: limitsOf(problem),
    title: textIn(problem, 'title'),
  };
}

/**
 * Fetches the limits of a problem, the list of its examples, and their files. Examples without an input or answer that can
 * be fetched are omitted.
 */
export async function fetchSamples(
  http: JudgeHttp,
  site: EolympSite,
  problemId: string,
): Promise<ProblemSamples> {
  const problem = await fetchProblem(http, site, problemId);
  const id = textIn(problem, 'id') ?? problemId;
  const answer = await http.send({ method: 'GET', path: `${problemPath(site, id)}/examples` });
  throwIfBusy(refusalIn(site, answer));
  const listed = answer.status === 200 ? objectsOf(readObject(answer).raw.examples) : [];
  const examples = listed.slice(0, MAX_SAMPLE_REQUESTS).flatMap((example) => {
    const input = fileRequest(exampleFile(example, 'Input'), site.baseUrl);
    const expected = fileRequest(exampleFile(example, 'Answer'), site.baseUrl);
    return input && expected ? [input, expected] : [];
  });
  const files = await http.sendAll(examples.map((file) => ({ method: 'GET' as const, ...file })));
  const samples = files.flatMap((input, index) => {
    const expected = files[index + 1];
    const isComplete = index % 2 === 0 && input.status === 200 && expected?.status === 200;
    return isComplete ? [{ input: input.text, expected: expected.text }] : [];
  });
  return { samples, limits: limitsOf(problem) };
}

/** Returns the URL of a file of an example, which may have files for the statement that differ from those of the test. */
function exampleFile(example: Raw, part: 'Input' | 'Answer'): string | null {
  return textIn(example, `example${part}Url`) ?? textIn(example, `${part.toLowerCase()}Url`);
}

/**
 * Finds problems. A contest lists all of its problems, which get letters in their order. In the archive, Eolymp searches
 * for the text. In both, a number finds the problem with this number.
 */
export async function findProblems(
  http: JudgeHttp,
  site: EolympSite,
  text: string,
): Promise<readonly FoundProblem[]> {
  if (site.contest !== '') {
    const listed = await fetchContestProblems(http, site);
    const problems = listed.map(contestProblemOf);
    const named = problems[positionOf(text.trim(), listed)];
    return named ? [named] : problemsLike(text, problems);
  }
  if (isNumber(text.trim())) {
    const answer = await http.send({ method: 'GET', path: problemPath(site, text.trim()) });
    if (answer.status === 404) return [];
    throwIf(refusalIn(site, answer));
    const found = problemOf(readObject(answer).raw);
    return [{ problemId: text.trim(), place: null, title: textIn(found, 'title') ?? '' }];
  }
  const found = await fetchProblems(http, site, `&search=${encoded(text)}`);
  return found.flatMap((raw) => {
    const number = wholeOf(raw.number);
    const problemId = number !== null && number > 0 ? String(number) : textOf(raw.id);
    return problemId === null ? [] : [{ problemId, place: null, title: textIn(raw, 'title') ?? '' }];
  });
}

/**
 * Returns the opaque ID of a problem. In the archive, the user enters a number or the ID; in a contest, also a letter.
 */
export async function fetchProblemId(http: JudgeHttp, site: EolympSite, problemId: string): Promise<string> {
  if (site.contest !== '') return fetchContestProblemId(http, site, problemId);
  if (!isNumber(problemId)) return problemId;
  const body = readObject(await http.get(problemPath(site, problemId)));
  const id = textOf(problemOf(body.raw).id) ?? '';
  return isPathId(id) ? id : body.typeMismatch('problem', 'an object');
}

/** Fetches a problem. `problemId`: as the user entered it. */
async function fetchProblem(http: JudgeHttp, site: EolympSite, problemId: string): Promise<Raw> {
  const id = site.contest === '' ? problemId : await fetchContestProblemId(http, site, problemId);
  return problemOf(readObject(await http.get(problemPath(site, id))).raw);
}

/** Returns the ID of the contest's problem with that letter or number, or else the entered ID. */
async function fetchContestProblemId(http: JudgeHttp, site: EolympSite, problemId: string): Promise<string> {
  if (!/^(?:[A-Za-z]|\d{1,3})$/.test(problemId)) return problemId;
  const listed = await fetchContestProblems(http, site);
  return textOf(listed[positionOf(problemId, listed)]?.id) ?? problemId;
}

/** Fetches the problems of the contest, in their order. */
async function fetchContestProblems(http: JudgeHttp, site: EolympSite): Promise<readonly Raw[]> {
  const listed = await fetchProblems(http, site);
  return listed
    .filter(({ id }) => isPathId(textOf(id) ?? ''))
    .toSorted((one, other) => (numberOf(one.index) ?? 0) - (numberOf(other.index) ?? 0));
}

function contestProblemOf(raw: Raw, position: number): FoundProblem {
  const letter = letterAt(position);
  return {
    problemId: textOf(raw.id) ?? '',
    place: null,
    title: textIn(raw, 'title') ?? '',
    ...(letter === null ? {} : { letter }),
  };
}

/** Returns the position of the contest's problem with that letter or number; -1 if there is none. */
function positionOf(letterOrNumber: string, listed: readonly Raw[]): number {
  const number = /^\d{1,3}$/.test(letterOrNumber) ? Number(letterOrNumber) : null;
  return listed.findIndex(({ index }, position) =>
    number === null ? letterAt(position) === letterOrNumber.toUpperCase() : index === number,
  );
}

/** Returns the letter of the problem at that position. Null: there are more problems than letters. */
function letterAt(position: number): string | null {
  return position < 26 ? String.fromCharCode(65 + position) : null;
}

/** Lists problems. Empty if Eolymp doesn't list them (404), because the user can also enter an ID. */
async function fetchProblems(http: JudgeHttp, site: EolympSite, search = ''): Promise<readonly Raw[]> {
  const path = `${sitePath(site)}/problems?size=${LIST_SIZE}${search}`;
  const answer = await http.send({ method: 'GET', path });
  if (answer.status === 404) return [];
  throwIf(refusalIn(site, answer));
  return readObject(answer).list('items', ({ raw }) => raw);
}

/** Returns the problem in a response: the field `problem`, or else the whole response. */
function problemOf(body: Raw): Raw {
  return body.problem === undefined ? body : objectOf(body.problem);
}

function problemPath(site: EolympSite, problemId: string): string {
  return fillPath(`${sitePath(site)}/problems/{problem}`, { problem: problemId });
}

function isNumber(text: string): boolean {
  return /^\d{1,9}$/.test(text);
}

/** Reads the time limit (ms) and the memory limit (KiB). Eolymp sends the memory limit in bytes, as text. */
function limitsOf(problem: Raw): ProblemForm['limits'] {
  const { timeLimitMax, memoryLimitMax } = objectOf(problem.constraints);
  const time = numberOf(timeLimitMax) ?? numberOf(problem.timeLimit);
  const bytes = Number(textOf(memoryLimitMax) ?? textOf(problem.memoryLimit) ?? NaN);
  const memory = bytes > 0 ? kibibytes(numberOf(bytes)) : null;
  return time === null && memory === null ? null : { time, memory };
}

/** Fetches the runtimes that a problem accepts. If Eolymp doesn't list them, returns those of the space. */
async function fetchLanguages(
  http: JudgeHttp,
  site: EolympSite,
  problemId: string,
): Promise<readonly SubmissionLanguage[]> {
  const answer = await http.send({ method: 'GET', path: `${problemPath(site, problemId)}/runtime` });
  const list = answer.status === 404 ? await http.get(`${spacePath(site)}/runtime`) : answer;
  throwIf(refusalIn(site, list));
  const runtimes = objectsOf(readObject(list).raw.items).filter(({ id }) => typeof id === 'string');
  const current = runtimes.filter(({ deprecated }) => deprecated !== true);
  return (current.length > 0 ? current : runtimes).slice(0, MAX_LANGUAGES).map(languageOf);
}

const MAX_LANGUAGES = 200;

/** Display names of languages, and VS Code's IDs if they differ from Eolymp’s, by Eolymp’s ID. */
const languages: Readonly<Record<string, { readonly name: string; readonly editor?: string }>> = {
  c: { name: 'C' },
  cpp: { name: 'C++' },
  csharp: { name: 'C#' },
  d: { name: 'D' },
  dart: { name: 'Dart' },
  fsharp: { name: 'F#' },
  go: { name: 'Go' },
  haskell: { name: 'Haskell' },
  java: { name: 'Java' },
  javascript: { name: 'JavaScript' },
  js: { name: 'JavaScript', editor: 'javascript' },
  kotlin: { name: 'Kotlin' },
  lua: { name: 'Lua' },
  pascal: { name: 'Pascal', editor: 'pascal objectpascal' },
  perl: { name: 'Perl' },
  php: { name: 'PHP' },
  python: { name: 'Python' },
  ruby: { name: 'Ruby' },
  rust: { name: 'Rust' },
  swift: { name: 'Swift' },
  typescript: { name: 'TypeScript' },
};

/** Converts a runtime such as `cpp:20-gnu14` to a language. Adds the language's name if the runtime's name lacks it. */
function languageOf({ id, lang, version, name }: Raw): SubmissionLanguage {
  const runtime = textOf(id) ?? '';
  const key = textOf(lang) ?? runtime.split(':')[0] ?? '';
  const known = Object.hasOwn(languages, key) ? languages[key] : undefined;
  const label = known?.name ?? key;
  const ownName = textOf(name) || textOf(version) || '';
  const containsLabel = ownName.toLowerCase().startsWith(label.toLowerCase());
  const fileTypes: FileTypes = known ? fileTypesOf(known.editor ?? key) : fileTypesOf('');
  return {
    id: runtime,
    name: (containsLabel ? ownName : `${label} ${ownName}`).trim().slice(0, 200) || runtime,
    ...fileTypes,
  };
}
