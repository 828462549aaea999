import * as v from 'valibot';
import { oneOf, type FieldReader } from '../../fields';
import { describedCodesOrScores, fullScoresOf, pushFields, tableOf } from '../described';
import { problemInContestPath, submission, type DescribedSubmission } from '../describedSubmission';
import { path, place } from '../dottedPaths';
import { commonVerdicts } from '../verdicts';
import { statusFields, textField, type Codes } from './responseFields';

const maybe = v.optional(place);
const maybeText = v.optional(textField);
const pathOfId = v.pipe(
  path,
  v.check((typed) => typed.includes('{id}')),
);

export const timeUnits = { ns: 1e-6, us: 1e-3, ms: 1, s: 1000 } as const;
export const memoryUnits = { B: 1 / 1024, KB: 1, KiB: 1, MB: 1024, MiB: 1024, GiB: 1024 * 1024 } as const;
const units = v.strictObject({
  time: v.optional(oneOf(['ns', 'us', 'ms', 's'] as const), 'ms' as const),
  memory: v.optional(oneOf(['B', 'KB', 'KiB', 'MB', 'MiB', 'GiB'] as const), 'KiB' as const),
});

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
  fields: v.optional(v.strictObject({ id: maybe, ...figures, status: v.optional(statusFields) }), {}),
});

const result = v.strictObject({
  path: pathOfId,
  fields: v.strictObject({
    ...figures,
    status: statusFields,
    compileMessage: maybeText,
    message: maybeText,
    problem: maybe,
    problemTitle: maybeText,
    code: maybeText,
    language: maybe,
  }),
  subtasks: v.nullish(subtasks),
  cases: v.nullish(cases),
});

const failure = v.nullish(
  v.strictObject({
    if: place,
    message: maybe,
    status: v.optional(
      v.record(v.string(), v.pipe(v.number(), v.integer(), v.minValue(400), v.maxValue(599))),
      {},
    ),
  }),
);

const pathOfProblem = v.pipe(
  path,
  v.check((typed) => typed.includes('{problem}')),
);

const recent = v.nullish(
  v.strictObject({
    path,
    problemPath: v.optional(pathOfProblem),
    list: place,
    fields: v.strictObject({
      id: place,
      status: v.optional(statusFields),
      problem: maybe,
      score: maybe,
      time: maybe,
      language: maybe,
      at: maybe,
    }),
  }),
);

const push = v.nullish(v.strictObject({ ...pushFields, id: place, result: maybe }));

const check = v.nullish(v.strictObject({ path, account: maybe }));

export type DescribedResult = v.InferOutput<typeof result>;
export type DescribedCases = v.InferOutput<typeof cases>;
export type DescribedFailure = v.InferOutput<typeof failure>;
export type DescribedRecent = NonNullable<v.InferOutput<typeof recent>>;
export type DescribedPush = NonNullable<v.InferOutput<typeof push>>;
export type Units = v.InferOutput<typeof units>;

/** The configuration of a JSON API, without its URL and sign-in. */
export interface JsonDescription {
  readonly result: DescribedResult;
  readonly failure: DescribedFailure;
  readonly codes: Codes;
  readonly units: Units;
  readonly recent: DescribedRecent | null;
  readonly submission: DescribedSubmission | null;
  readonly push: DescribedPush | null;
  readonly check: { readonly path: string; readonly account?: string | undefined } | null;
  /** path of a result’s page; contains `{id}` */
  readonly page: string | null;
  /** path of a problem’s page; contains `{problem}` */
  readonly problemPage: string | null;
  /** page of a problem in a contest; also contains `{contest}` */
  readonly contestProblemPage: string | null;
  /** the page on which a program is submitted; `{problem}` stands for the problem’s ID */
  readonly submitPage: string | null;
}

/** Reads the configuration. Null: a part is invalid, and `fields` contains the problems. */
export function readDescription(fields: FieldReader): JsonDescription | null {
  const meanings = fields.read('statusCodes', describedCodesOrScores, {});
  const described = fields.read<DescribedResult | null>('result', result, null);
  const others = {
    codes: {
      statuses: { ...commonVerdicts, ...tableOf(meanings) },
      fullScores: fullScoresOf(meanings),
    },
    failure: fields.read('failure', failure, null),
    units: fields.read<Units>('units', v.optional(units, {}), { time: 'ms', memory: 'KiB' }),
    recent: fields.read('recent', recent, null) ?? null,
    submission: fields.read('submission', v.nullish(submission), null) ?? null,
    push: fields.read('push', push, null) ?? null,
    check: fields.read('check', check, null) ?? null,
    page: fields.read('page', v.nullish(pathOfId), null) ?? null,
    problemPage: fields.read('problemPage', v.nullish(path), null) ?? null,
    contestProblemPage: fields.read('contestProblemPage', v.nullish(problemInContestPath), null) ?? null,
    submitPage: fields.read('submitPage', v.nullish(pathOfProblem), null) ?? null,
  };
  return described && { result: described, ...others };
}
