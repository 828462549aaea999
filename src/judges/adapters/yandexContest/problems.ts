import type { Contest, Limits } from '../../../results';
import type { JudgeHttp } from '../../adapter';
import { listedLanguage } from '../../languageNames';
import type { FoundProblem, ProblemForm, SubmissionLanguage } from '../../submission';
import {
  type Raw,
  kibibytes,
  milliseconds,
  momentOf,
  numberOf,
  objectOf,
  objectsOf,
  textOf,
} from '../shared/jsonValues';
import { throwIf, throwIfBusy } from '../shared/refusals';
import { bodyOf, readObject } from '../shared/responseBody';
import { contestPath, contestRefusalIn, refusalIn } from './refusals';

/** Fetches the problems of a contest. `site`: URL of the website. */
export async function fetchProblems(
  http: JudgeHttp,
  contest: string,
  site: string,
): Promise<readonly FoundProblem[]> {
  const problems = await fetchRawProblems(http, contest, site);
  return problems.flatMap(({ alias, name, limits }) => {
    const problemId = textOf(alias) ?? '';
    if (problemId === '') return [];
    const title = textOf(name) ?? '';
    return [{ problemId, place: contest, title, letter: problemId, limits: limitsOf(limits) }];
  });
}

export async function fetchContest(http: JudgeHttp, contest: string, site: string): Promise<Contest> {
  const answer = await http.send({ method: 'GET', path: contestPath(contest, '') });
  throwIf(contestRefusalIn(answer, contest, site));
  const { name, startTime, duration, freezeTime } = readObject(answer).raw;
  const startsAt = momentOf(textOf(startTime));
  /** Adds seconds to the start; null: unknown. A contest without an end has the duration 0. */
  const after = (seconds: unknown): number | null => {
    const length = milliseconds(numberOf(seconds)) ?? 0;
    return startsAt === null || length <= 0 ? null : startsAt + length;
  };
  return {
    title: textOf(name),
    id: contest,
    startsAt,
    endsAt: after(duration),
    freezesAt: after(freezeTime),
  };
}

/**
 * Fetches the compilers that a problem accepts, and the limits of the problem. If the problem doesn't list any compilers,
 * or isn't in the contest, returns all compilers.
 */
export async function fetchForm(
  http: JudgeHttp,
  contest: string,
  problemId: string,
  site: string,
): Promise<ProblemForm> {
  const problems = await fetchRawProblems(http, contest, site);
  const problem = problemOf(problems, problemId);
  const compilers = await fetchCompilersIfAny(http);
  const accepted = idsIn(problem.compilers);
  const languages =
    accepted.length === 0
      ? compilers.filter(({ deprecated }) => deprecated !== true).map(languageOf)
      : accepted.map((id) => languageOf(compilers.find((compiler) => compiler.id === id) ?? { id }));
  return { languages, limits: limitsOf(problem.limits), title: textOf(problem.name) || null };
}

async function fetchRawProblems(http: JudgeHttp, contest: string, site: string): Promise<readonly Raw[]> {
  const answer = await http.send({ method: 'GET', path: contestPath(contest, 'problems?locale=en') });
  throwIf(contestRefusalIn(answer, contest, site));
  return readObject(answer).list('problems', ({ raw }) => raw);
}

/** Finds a problem by its alias, in the same letter case if possible; an empty object if there is none. */
function problemOf(problems: readonly Raw[], problemId: string): Raw {
  const same = problems.filter(({ alias }) => textOf(alias)?.toLowerCase() === problemId.toLowerCase());
  return same.find(({ alias }) => alias === problemId) ?? same[0] ?? {};
}

/** Fetches all compilers; none if the API rejects the request. */
async function fetchCompilersIfAny(http: JudgeHttp): Promise<readonly Raw[]> {
  const answer = await http.send({ method: 'GET', path: '/compilers' });
  throwIfBusy(refusalIn(answer));
  return answer.status < 400 ? objectsOf(objectOf(bodyOf(answer)).compilers) : [];
}

function idsIn(value: unknown): readonly string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  return [...new Set(list.slice(0, 1000).flatMap((id) => textOf(id) || []))];
}

/** Words in the names of compilers, with the language that they mean. */
const otherNames: Readonly<Record<string, string>> = {
  delphi: 'Pascal',
  golang: 'Go',
  nodejs: 'JavaScript',
  'node.js': 'JavaScript',
  'pascalabc.net': 'Pascal',
  pypy: 'Python',
};

/** Returns a compiler as a language. Its name contains the language, often with a version: `GNU C++20 10.2`. */
function languageOf({ id, name }: Raw): SubmissionLanguage {
  const compiler = textOf(id) ?? '';
  const shown = textOf(name) || compiler;
  const words = shown
    .slice(0, 200)
    .split(/[\s(),/_]+/)
    .map((word) => word.replace(/(?<!\d)\d{1,9}(?:\.\d{1,9}){0,3}$/, ''));
  const languages = words.map((word) => otherNames[word.toLowerCase()] ?? word).join(' ');
  const { editorLanguages, extensions } = listedLanguage(compiler, languages, null);
  return { id: compiler, name: shown, editorLanguages, extensions };
}

/** Returns the limits of a problem, in ms and KiB. A limit that depends on the compiler is null. */
function limitsOf(value: unknown): Limits | null {
  const limits = objectsOf(value);
  const time = onlyValue(limits.map(({ timeLimit }) => timeLimit));
  const memory = kibibytes(onlyValue(limits.map(({ memoryLimit }) => memoryLimit)));
  return time === null && memory === null ? null : { time, memory };
}

/** Returns the number that all values have in common; null if they differ, or if there is none. */
function onlyValue(values: readonly unknown[]): number | null {
  const [value, ...others] = new Set(values);
  const number = numberOf(value);
  return others.length === 0 && number !== null && number > 0 ? number : null;
}
