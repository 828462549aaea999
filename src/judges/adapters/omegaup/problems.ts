import type { JudgeHttp } from '../../adapter';
import type { ProblemForm, ProblemName, ProblemSamples, Sample, Statement } from '../../submission';
import type { ComparisonRule } from '../../../results';
import { statedRule } from '../shared/comparisonInStatement';
import { comparison } from './verdicts';
import { throwIf } from '../shared/refusals';
import { jsonOf } from '../shared/responseBody';
import {
  type Raw,
  encoded,
  momentOf,
  numberOf,
  objectOf,
  objectsOf,
  textOf,
  wholeOf,
} from '../shared/jsonValues';
import { contestIn, placeRequest } from './contests';
import { languagesWithIds } from './languages';
import { type OmegaupPlace, readPlace } from './addresses';
import { refusalAt } from './refusals';

/**
 * Fetches the languages and limits of a problem. In a contest, the details of the problem would start its clock, so only
 * the contest's list of problems is read.
 */
export async function fetchForm(
  http: JudgeHttp,
  { problemId, place: text }: ProblemName,
): Promise<ProblemForm> {
  const place = readPlace(text);
  if (text !== null && place?.kind === 'contest') return fetchFormInContest(http, problemId, text, place);
  const details = text === null || place === null ? null : await fetchPlace(http, place);
  const problem = await fetchProblem(http, problemId, details);
  const listed = problemIn(details ?? {}, problemId);
  return {
    ...formIn(problem),
    ...(details === null || text === null ? {} : { contest: contestIn(details, text) }),
    letter: textOf(listed.letter),
  };
}

async function fetchFormInContest(
  http: JudgeHttp,
  problemId: string,
  text: string,
  place: OmegaupPlace,
): Promise<ProblemForm> {
  const details = await fetchPlace(http, place);
  const contest = contestIn(details, text);
  const problem = problemIn(details, problemId);
  const allowed = idsIn(details.languages);
  const languages = idsIn(problem.languages);
  const form = formIn({ ...problem, languages });
  // the end of the user's own time, if the contest has a duration
  const endsAt = momentOf(details.submission_deadline) ?? contest.endsAt;
  return {
    ...form,
    languages: form.languages.filter(({ id }) => allowed.length === 0 || allowed.includes(id)),
    letter: textOf(problem.letter),
    contest,
    remaining: { endsAt, submissions: null },
  };
}

/**
 * Fetches the samples and limits of a problem. In a contest, this opens the problem. If that would start its clock,
 * returns no samples.
 */
export async function fetchSamples(http: JudgeHttp, problem: ProblemName): Promise<ProblemSamples> {
  const place = readPlace(problem.place);
  const {
    samples = [],
    limits,
    comparison: stated,
  } = place?.kind === 'contest'
    ? await fetchOpenedProblem(http, problem.problemId, place.contest, await fetchPlace(http, place))
    : await fetchForm(http, problem);
  return { samples, limits, ...(stated ? { comparison: stated } : {}) };
}

/** Kinds of a contest's penalty that don't depend on when a problem was opened. */
const penaltiesWithoutClock = ['none', 'runtime', 'contest_start'];

/** `details`: of the contest */
async function fetchOpenedProblem(
  http: JudgeHttp,
  problemId: string,
  contest: string,
  details: Raw,
): Promise<ProblemForm> {
  if (!penaltiesWithoutClock.includes(textOf(details.penalty_type) ?? ''))
    return formIn(problemIn(details, problemId));
  const query = `problem_alias=${encoded(problemId)}&contest_alias=${encoded(contest)}`;
  return formIn(objectOf(jsonOf(await http.get(`/api/problem/details/?${query}`))));
}

async function fetchPlace(http: JudgeHttp, place: OmegaupPlace): Promise<Raw> {
  const answer = await http.send(placeRequest(place));
  throwIf(refusalAt(answer, place));
  return objectOf(jsonOf(answer));
}

/** `assignment`: response with the problem's assignment; null: the problem is solved outside of one */
async function fetchProblem(http: JudgeHttp, problemId: string, assignment: Raw | null): Promise<Raw> {
  const number = wholeOf(assignment?.problemset_id);
  const query = number === null ? '' : `&problemset_id=${number}`;
  const answer = await http.get(`/api/problem/details/?problem_alias=${encoded(problemId)}${query}`);
  return objectOf(jsonOf(answer));
}

function problemIn(details: Raw, problemId: string): Raw {
  const isSame = ({ alias }: Raw): boolean => textOf(alias)?.toLowerCase() === problemId.toLowerCase();
  return objectsOf(details.problems).find(isSame) ?? {};
}

/** Returns the IDs of languages in a list, or in a text with commas. */
function idsIn(languages: unknown): readonly string[] {
  const listed = typeof languages === 'string' ? languages.split(',') : [languages].flat();
  return listed.flatMap((id) => (typeof id === 'string' && id !== '' ? [id.toWellFormed()] : []));
}

function formIn(problem: Raw): ProblemForm {
  const languages = languagesWithIds(idsIn(problem.languages));
  const nextAt = momentOf(problem.nextSubmissionTimestamp);
  const size = numberOf(problem.input_limit);
  const takesNothing =
    problem.accepts_submissions === false || (problem.alias !== undefined && languages.length === 0);
  return {
    languages,
    ...(takesNothing ? { takesNothing: true as const } : {}),
    limits: limitsIn(problem),
    title: textOf(problem.title),
    ...(size === null ? {} : { sourceLimits: { size, files: 1 } }),
    samples: samplesIn(problem),
    ...comparisonIn(problem),
    remaining: { endsAt: null, submissions: null, ...(nextAt === null ? {} : { nextAt }) },
  };
}

/** Reads the validator of a problem. The list of a contest's problems doesn't contain it. */
function comparisonIn({ settings, statement }: Raw): Pick<ProblemForm, 'comparison'> {
  const { name, tolerance } = objectOf(objectOf(settings).validator);
  const rule = validatorRule(name, numberOf(tolerance));
  if (rule === 'program')
    return { comparison: { rule: comparison, source: 'judge', hasSeveralAnswers: true } };
  if (rule) return { comparison: { rule, source: 'judge' } };
  return statedRule(comparison, textOf(objectOf(statement).markdown) ?? '');
}

/** `program`: a program decides. Null: unknown */
function validatorRule(name: unknown, tolerance: number | null): ComparisonRule | 'program' | null {
  switch (name) {
    case 'token':
      return { unit: 'tokens', blanks: 'unicode' };
    case 'token-caseless':
      return comparison;
    case 'token-numeric': {
      const relative = tolerance ?? USUAL_TOLERANCE;
      return {
        unit: 'tokens',
        blanks: 'notNumeric',
        tolerance: { absolute: 1.5 * relative, relative },
      };
    }
    case 'literal':
    case 'custom':
      return 'program';
    default:
      return null;
  }
}

/** Tolerance of `token-numeric` if the problem has none. */
const USUAL_TOLERANCE = 1e-6;

function limitsIn({ settings }: Raw): ProblemForm['limits'] {
  const { TimeLimit: timeLimit, MemoryLimit: memoryLimit } = objectOf(objectOf(settings).limits);
  const time = quantityIn(timeLimit, { ms: 1, s: 1000, '': 1000 });
  const memory = quantityIn(memoryLimit, { KiB: 1, MiB: 1024, GiB: 1024 ** 2, '': 1 / 1024 });
  return time === null && memory === null ? null : { time, memory };
}

/** Parses a number with a unit, such as `1000ms`. `units`: factor of each unit. Null: another form */
function quantityIn(value: unknown, units: Readonly<Record<string, number>>): number | null {
  const [, number, unit = ''] = /^(\d{1,12}(?:\.\d{1,9})?) ?([a-z]{0,3})$/i.exec(String(value)) ?? [];
  const factor = Object.hasOwn(units, unit) ? units[unit] : undefined;
  return number === undefined || factor === undefined ? null : Number(number) * factor;
}

/** Returns the examples in the order of their names. */
function samplesIn({ settings }: Raw): readonly Sample[] {
  return Object.entries(objectOf(objectOf(settings).cases))
    .toSorted(([one], [other]) => one.localeCompare(other, 'en', { numeric: true }))
    .flatMap(([, raw]) => {
      const { in: input, out: expected } = objectOf(raw);
      return typeof input === 'string' && typeof expected === 'string' ? [{ input, expected }] : [];
    });
}

/** Fetches the statement of a problem that is solved outside of contests. */
export async function fetchStatement(
  http: JudgeHttp,
  { problemId, place: text }: ProblemName,
): Promise<Statement> {
  const place = readPlace(text);
  const details = place?.kind === 'assignment' ? await fetchPlace(http, place) : null;
  const problem = await fetchProblem(http, problemId, details);
  const { markdown, language } = objectOf(problem.statement);
  const statement = textOf(markdown);
  return {
    title: textOf(problem.title),
    texts: statement === null ? {} : { [textOf(language) ?? '']: statement },
  };
}
