import * as v from 'valibot';
import { parseBaseUrl } from '../../address';
import { oneOf, optionalText, pollIntervals, type FieldReader } from '../../settingFields';
import { pushFields } from '../described/push';
import { describedCodesOrScores, fullScoresOf, tableOf } from '../described/statusCodes';
import {
  listedProblemFields,
  pathWith,
  problemInContestPath,
  submission,
  wrongNestedName,
  type DescribedSubmission,
} from '../described/submission';
import { units, type Units } from '../described/units';
import { path, place } from '../described/dottedPaths';
import { readyJudges } from '../ready';
import { commonVerdicts } from '../shared/commonVerdicts';
import type { ComparisonRule } from '../../../results';
import { comparison } from './comparison';
import { ConstantReader, readConstants } from './constants';
import { pendingIf, statusFields, textField, type Codes } from './responseFields';
import { samples, type DescribedSamples } from './samples';

const maybe = v.optional(place);
const maybeText = v.optional(textField);
const pathOfId = pathWith('id');

const figures = { score: maybe, time: maybe, memory: maybe };
const cases = v.strictObject({
  list: place,
  fields: v.strictObject({
    id: maybe,
    ...figures,
    status: statusFields,
    description: maybeText,
    signal: maybe,
    exitCode: maybe,
    input: maybeText,
    output: maybeText,
    expected: maybeText,
    errorOutput: maybeText,
  }),
  units: v.optional(units),
});
const subtasks = v.strictObject({
  list: place,
  fields: v.optional(
    v.strictObject({ id: maybe, ...figures, maximum: maybe, status: v.optional(statusFields) }),
    {},
  ),
});

const result = v.strictObject({
  path: pathOfId,
  poll: v.optional(pathOfId),
  pendingIf: v.optional(pendingIf),
  fields: v.strictObject({
    ...figures,
    maximum: maybe,
    status: statusFields,
    compileMessage: maybeText,
    message: maybeText,
    problem: maybe,
    problemTitle: maybeText,
    code: maybeText,
    language: maybe,
    user: maybe,
    isOwn: maybe,
    at: maybe,
  }),
  subtasks: v.nullish(subtasks),
  cases: v.nullish(cases),
});

/** Meaning of a refusal if it has no HTTP status. */
export const refusalKinds = [
  'attempts',
  'deadline',
  'ended',
  'forbidden',
  'language',
  'notBegun',
  'notJoined',
  'notYours',
  'suspended',
] as const;

/** An HTTP status, or the name of a meaning. */
function refusalMeaning(value: unknown) {
  return typeof value === 'string'
    ? oneOf(refusalKinds)
    : v.pipe(v.number(), v.integer(), v.minValue(400), v.maxValue(599));
}

const failure = v.nullish(
  v.strictObject({
    if: place,
    message: maybe,
    status: v.optional(v.record(v.string(), v.lazy(refusalMeaning)), {}),
  }),
);

const pathOfProblem = pathWith('problem');
const pathOfContest = pathWith('contest');

const recent = v.nullish(
  v.strictObject({
    path,
    problemPath: v.optional(pathOfProblem),
    contestPath: v.optional(pathOfContest),
    contestProblemPath: v.optional(problemInContestPath),
    list: place,
    total: maybe,
    pendingIf: v.optional(pendingIf),
    fields: v.strictObject({
      id: place,
      status: v.optional(statusFields),
      problem: maybe,
      score: maybe,
      maximum: maybe,
      time: maybe,
      language: maybe,
      at: maybe,
    }),
  }),
);

const contests = v.nullish(
  v.strictObject({
    path: pathOfContest,
    fields: v.strictObject({ title: maybe, startsAt: maybe, endsAt: maybe }),
    page: v.optional(pathOfContest),
    problems: v.optional(v.strictObject({ path: pathOfContest, ...listedProblemFields })),
    running: v.optional(v.strictObject({ path, list: place, id: place })),
  }),
);

const push = v.nullish(v.strictObject({ ...pushFields, eventsUrl: optionalText, id: place, result: maybe }));

const secret = v.nullish(
  v.strictObject({
    name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(60)),
    page: v.optional(v.union([v.pipe(v.string(), v.regex(/^https:\/\/[^\s]{1,400}$/)), path])),
  }),
);

/** A cookie name without separators. */
const cookieName = v.optional(v.pipe(v.string(), v.regex(/^[\w.-]{1,64}$/)));

const check = v.nullish(v.strictObject({ path, account: maybe }));

export type DescribedResult = v.InferOutput<typeof result>;
export type DescribedCases = v.InferOutput<typeof cases>;
export type RefusalKind = (typeof refusalKinds)[number];
export type DescribedFailure = v.InferOutput<typeof failure>;
export type DescribedRecent = NonNullable<v.InferOutput<typeof recent>>;
export type DescribedContests = NonNullable<v.InferOutput<typeof contests>>;
export type DescribedPush = NonNullable<v.InferOutput<typeof push>>;

/** The configuration of a JSON API, without its URL and sign-in. */
export interface JsonDescription {
  /** base URL of the web pages */
  readonly websiteUrl: string;
  /** minimum time between two polls, ms; null: the user's setting */
  readonly pollInterval: number | null;
  readonly result: DescribedResult;
  readonly failure: DescribedFailure;
  readonly codes: Codes;
  readonly units: Units;
  readonly recent: DescribedRecent | null;
  readonly contests: DescribedContests | null;
  readonly submission: DescribedSubmission | null;
  /** null: the judge sends no samples, or together with other data of a problem */
  readonly samples: DescribedSamples | null;
  readonly push: DescribedPush | null;
  readonly check: { readonly path: string; readonly account?: string | undefined } | null;
  /** path of a result’s page; contains `{id}`, and can contain `{problem}` */
  readonly page: string | null;
  /** path of a problem’s page; contains `{problem}` */
  readonly problemPage: string | null;
  /** page of a problem in a contest; also contains `{contest}` */
  readonly contestProblemPage: string | null;
  /** the page on which a program is submitted; `{problem}` is replaced by the problem’s ID */
  readonly submitPage: string | null;
  /** name of the secret with which users sign in, and the path or URL of the page that shows it; null: unknown */
  readonly secret: { readonly name: string; readonly page?: string | undefined } | null;
  /** cookie with a session, see `JudgeAdapter`; null: none */
  readonly sessionCookie: string | null;
  /** how the judge compares outputs; null: unknown */
  readonly comparison: ComparisonRule | null;
}

/**
 * Reads the configuration. Null: a part is invalid, and `fields` contains the problems. `baseUrl`: of the API, and of the
 * web pages unless the settings contain another one.
 */
export function readDescription(fields: FieldReader, baseUrl: string): JsonDescription | null {
  // its fields were added before
  fields.read('basedOn', v.optional(oneOf(readyJudges.map(({ id }) => id))), undefined);
  const meanings = fields.read('statusCodes', describedCodesOrScores, {});
  const constants = new ConstantReader(fields, readConstants(fields));
  const pathIn = (
    field: string,
    schema: v.GenericSchema<string, string>,
    ...allowed: readonly string[]
  ): string | null => {
    const template = fields.read<string | null | undefined>(field, v.nullish(schema), null) ?? null;
    return template === null ? null : constants.path(field, template, ...allowed);
  };
  const described = fields.read<DescribedResult | null>('result', result, null);
  const others = {
    websiteUrl: readWebsite(fields) ?? baseUrl,
    pollInterval: readPollInterval(fields),
    codes: {
      statuses: { ...commonVerdicts, ...tableOf(meanings) },
      fullScores: fullScoresOf(meanings),
    },
    failure: fields.read('failure', failure, null),
    units: fields.read<Units>('units', v.optional(units, {}), { time: 'ms', memory: 'KiB' }),
    recent: recentWith(constants, fields.read('recent', recent, null) ?? null),
    contests: contestsWith(constants, fields.read('contests', contests, null) ?? null),
    submission: submissionWith(
      constants,
      fields,
      fields.read('submission', v.nullish(submission), null) ?? null,
    ),
    samples: samplesWith(constants, fields.read('samples', samples, null) ?? null),
    push: fields.read('push', push, null) ?? null,
    check: checkWith(constants, fields.read('check', check, null) ?? null),
    page: pathIn('page', pathOfId, 'id', 'problem'),
    problemPage: pathIn('problemPage', path, 'problem'),
    contestProblemPage: pathIn('contestProblemPage', problemInContestPath, 'contest', 'problem'),
    secret: fields.read('secret', secret, null) ?? null,
    sessionCookie: fields.read('sessionCookie', cookieName, undefined) ?? null,
    comparison: fields.read('comparison', comparison, null) ?? null,
    submitPage: pathIn('submitPage', pathOfProblem, 'contest', 'problem'),
  };
  if (!described) return null;
  const { path: resultPath, poll } = described;
  const resultWithPaths = {
    ...described,
    path: constants.path('result.path', resultPath, 'id', 'problem'),
    poll: poll === undefined ? undefined : constants.path('result.poll', poll, 'id', 'problem'),
  };
  return { result: resultWithPaths, ...others };
}

function samplesWith(constants: ConstantReader, given: DescribedSamples | null): DescribedSamples | null {
  return given && { ...given, path: constants.path('samples.path', given.path, 'problem') };
}

/** Null: no list is configured, or its path contains an empty constant. */
function recentWith(constants: ConstantReader, given: DescribedRecent | null): DescribedRecent | null {
  if (!given) return null;
  const { path, problemPath, contestPath, contestProblemPath } = given;
  const paths = [path, problemPath ?? '', contestPath ?? '', contestProblemPath ?? ''];
  if (paths.some((template) => constants.isUnset(template))) return null;
  const inProblem = ['problem', 'contest', 'page', 'offset'];
  // a path with the problem lists only the submissions to one problem
  const isOfProblem = path.includes('{problem}');
  const pathIn = (
    field: string,
    template: string | undefined,
    allowed: readonly string[],
  ): string | undefined =>
    template === undefined ? undefined : constants.path(`recent.${field}`, template, ...allowed);
  return {
    ...given,
    path: constants.path('recent.path', path, ...(isOfProblem ? inProblem : [])),
    problemPath: pathIn('problemPath', problemPath, inProblem),
    contestPath: pathIn('contestPath', contestPath, ['contest']),
    contestProblemPath: pathIn('contestProblemPath', contestProblemPath, inProblem),
  };
}

function contestsWith(constants: ConstantReader, given: DescribedContests | null): DescribedContests | null {
  if (!given) return null;
  const { path, page, problems, running } = given;
  return {
    ...given,
    path: constants.path('contests.path', path, 'contest'),
    page: page === undefined ? undefined : constants.path('contests.page', page, 'contest'),
    problems: problems && {
      ...problems,
      path: constants.path('contests.problems.path', problems.path, 'contest'),
    },
    running: running && { ...running, path: constants.path('contests.running.path', running.path) },
  };
}

function submissionWith(
  constants: ConstantReader,
  fields: FieldReader,
  given: DescribedSubmission | null,
): DescribedSubmission | null {
  if (!given) return null;
  const { path, contestPath, problem, search } = given;
  const wrongName = given.body === 'json' ? wrongNestedName(Object.keys(given.fields)) : undefined;
  if (wrongName !== undefined) fields.fault(`submission.fields.${wrongName}`, { kind: 'nestedField' });
  const pathIn = (field: string, template: string): string =>
    constants.path(`submission.${field}`, template, 'problem', 'contest');
  return {
    ...given,
    path: pathIn('path', path),
    contestPath: contestPath === undefined ? undefined : pathIn('contestPath', contestPath),
    fields: constants.requestFields('submission.fields', given.fields),
    problem: problem && {
      ...problem,
      path: pathIn('problem.path', problem.path),
      contestPath:
        problem.contestPath === undefined ? undefined : pathIn('problem.contestPath', problem.contestPath),
    },
    search: search && {
      ...search,
      path: constants.path('submission.search.path', search.path, 'text'),
    },
  };
}

function checkWith(constants: ConstantReader, given: JsonDescription['check']): JsonDescription['check'] {
  return given && { ...given, path: constants.path('check.path', given.path) };
}

/** Reads the base URL of the web pages. They are only opened in the browser. Null: the same as of the API. */
function readWebsite(fields: FieldReader): string | null {
  const text = fields.read('website', optionalText, '').trim();
  if (text === '') return null;
  const address = parseBaseUrl(text);
  return address.ok
    ? address.baseUrl
    : fields.fault('website', { kind: 'address', problem: address.problem });
}

/** Reads the minimum time between two polls, which is in seconds in the settings. Returns ms; null: not configured. */
function readPollInterval(fields: FieldReader): number | null {
  const seconds = fields.read<unknown>('pollInterval', v.optional(v.unknown()), undefined);
  if (seconds === undefined) return null;
  const { shortest, longest } = pollIntervals;
  const isValid = typeof seconds === 'number' && shortest <= seconds && seconds <= longest;
  return isValid ? seconds * 1000 : fields.fault('pollInterval', { kind: 'pollInterval' });
}
