/**
 * The fields of a judge in the setting `services`. Each field is described once. `servicesSchema.ts` combines them into
 * the schema in `package.json`.
 */
import { readyJudges, type JudgeTypeName } from '../../src/judges';
import { memoryUnits, timeUnits } from '../../src/judges/adapters/described/units';
import { refusalKinds } from '../../src/judges/adapters/json/description';
import { namePattern, pollIntervals, requiredNamePattern, statusKinds } from '../../src/judges/settingFields';
import { verdictNames } from '../../src/judges/adapters/shared/commonVerdicts';

/** A JSON schema, or a part of one. */
export type Schema = Readonly<Record<string, unknown>>;

/** Keys of strings in `package.nls.json`, without `setting.services.`. */
type StringKey = string;

const string = (key: StringKey): string => `%setting.services.${key}%`;

function described(schema: Schema, key: StringKey): Schema {
  return { ...schema, markdownDescription: string(key) };
}

function text(key: StringKey, details: Schema = {}): Schema {
  return described({ type: 'string', ...details }, key);
}

function flag(key: StringKey): Schema {
  return described({ type: 'boolean', default: false }, key);
}

/** Returns the schema of a text with one of these values. */
function choice(options: readonly string[]): Schema {
  return { type: 'string', enum: options };
}

/** Returns the schema of a text with one of these values. The string of each value is `key.<value>`. */
function describedChoice(options: readonly string[], key: StringKey): Schema {
  return { ...choice(options), enumDescriptions: options.map((option) => string(`${key}.${option}`)) };
}

/** Returns the schema of an object with these fields and no others. */
function object(properties: Readonly<Record<string, Schema>>, required: readonly string[] = []): Schema {
  return {
    type: 'object',
    additionalProperties: false,
    ...(required.length === 0 ? {} : { required }),
    properties,
  };
}

/** Returns the schema of an object with any keys. */
function map(values: Schema): Schema {
  return { type: 'object', additionalProperties: values };
}

/** Returns the schema of an object with paths of response fields. Each path's string has the field's name. */
function responseFields<Name extends string>(
  names: readonly Name[],
  required: readonly NoInfer<Name>[] = [],
): Schema {
  return object(Object.fromEntries(names.map((name) => [name, responseField(name)])), required);
}

/** Fields whose text can be encoded. */
const ENCODED_FIELDS = [
  'compileMessage',
  'message',
  'problemTitle',
  'code',
  'description',
  'input',
  'output',
  'expected',
  'errorOutput',
];

function responseField(name: string): Schema {
  const key = `json.${name}`;
  const path = { type: 'string' };
  if (name === 'status')
    return described({ anyOf: [path, { type: 'array', items: path, minItems: 1, maxItems: 10 }] }, key);
  if (!ENCODED_FIELDS.includes(name)) return text(key);
  const encoded = object({ path, encoding: described(choice(['base64']), 'json.encoding') }, [
    'path',
    'encoding',
  ]);
  return described({ anyOf: [path, encoded] }, key);
}

function pathWithId(key: StringKey): Schema {
  return text(key, { pattern: '\\{id\\}', patternErrorMessage: string('json.path.error') });
}

function kattisPath(name: string, usual: string): Schema {
  return text(`kattis.${name}`, { pattern: '^(/[\\w-][\\w.-]{0,63}){1,8}$', default: usual });
}

const url = text('url', { pattern: '^https?://', patternErrorMessage: string('url.error') });
const name = { pattern: namePattern.source };
const requiredName = { pattern: requiredNamePattern.source };
const eolympId = { pattern: '^[\\w-]{0,64}$' };
const headerName = text('headerName');

const [basic, bearer, header, none] = ['basic', 'bearer', 'header', 'none'];
const authentication = described(
  {
    anyOf: [
      object({ scheme: describedChoice([basic, bearer, header, none], 'authentication'), headerName }, [
        'scheme',
      ]),
      describedChoice([basic, bearer, none], 'authentication'),
    ],
  },
  'authentication',
);

const definedCode = object(
  { name: { type: 'string' }, kind: choice(statusKinds), short: { type: 'string' } },
  ['name', 'kind'],
);
const statusCodes = map({ oneOf: [choice(verdictNames), definedCode] });
const fullScore = described(
  { anyOf: [{ type: 'number', exclusiveMinimum: 0 }, { type: 'string' }] },
  'json.statusCodes.full',
);
const statusCodesOrScores = map({
  oneOf: [choice(verdictNames), definedCode, object({ full: fullScore }, ['full'])],
});

const units = object({
  time: choice(Object.keys(timeUnits)),
  memory: choice(Object.keys(memoryUnits)),
});

const webSocketUrl = text('push.webSocketUrl', { pattern: '^wss?://' });
const pushAuthentication = text('push.authentication', {
  pattern: '^(none|header|query:[\\w.~-]+)$',
  patternErrorMessage: string('push.authentication.error'),
  default: 'none',
});
const framing = described(
  { ...describedChoice(['plain', 'channel'], 'push.framing'), default: 'plain' },
  'push.framing',
);

const submissionPath = text('json.submission.path');
const submissionBody = described(
  { ...choice(['json', 'form', 'multipart']), default: 'json' },
  'json.submission.body',
);
const submissionId = text('json.submission.id');
const submissionLanguages = described(map({ type: 'string' }), 'json.submission.languages');

const list = text('json.list');
const figures = ['score', 'time', 'memory'] as const;

const subtasks = object(
  {
    list,
    fields: described(responseFields(['id', 'status', ...figures, 'maximum']), 'json.fields'),
  },
  ['list'],
);

const cases = object(
  {
    list,
    fields: described(
      responseFields(
        [
          'id',
          'status',
          ...figures,
          'description',
          'signal',
          'exitCode',
          'input',
          'output',
          'expected',
          'errorOutput',
        ],
        ['status'],
      ),
      'json.fields',
    ),
    units: described(units, 'json.units'),
  },
  ['list', 'fields'],
);

const pendingIf = described(
  object(
    {
      empty: text('json.pendingIf.empty'),
      except: described({ type: 'array', items: { type: ['string', 'number'] } }, 'json.pendingIf.except'),
    },
    ['empty'],
  ),
  'json.pendingIf',
);

const result = object(
  {
    path: pathWithId('json.result.path'),
    poll: pathWithId('json.result.poll'),
    pendingIf,
    fields: described(
      responseFields(
        [
          'status',
          ...figures,
          'maximum',
          'compileMessage',
          'message',
          'problem',
          'problemTitle',
          'code',
          'language',
          'user',
          'isOwn',
          'at',
        ],
        ['status'],
      ),
      'json.fields',
    ),
    subtasks: described({ anyOf: [{ type: 'null' }, subtasks] }, 'json.subtasks'),
    cases: described({ anyOf: [{ type: 'null' }, cases] }, 'json.cases'),
  },
  ['path', 'fields'],
);

const failure = object(
  {
    if: text('json.failure.if'),
    message: text('json.failure.message'),
    status: described(
      map({ oneOf: [{ type: 'integer', minimum: 400, maximum: 599 }, choice(refusalKinds)] }),
      'json.failure.status',
    ),
  },
  ['if'],
);

const check = object({ path: text('json.check.path'), account: text('json.check.account') }, ['path']);

const recent = object(
  {
    path: text('json.recent.path'),
    problemPath: text('json.recent.problemPath'),
    contestPath: text('json.recent.contestPath'),
    contestProblemPath: text('json.recent.contestProblemPath'),
    list,
    total: text('json.recent.total'),
    pendingIf,
    fields: described(
      responseFields(['id', 'status', 'problem', 'score', 'maximum', 'time', 'language', 'at'], ['id']),
      'json.fields',
    ),
  },
  ['path', 'list', 'fields'],
);

/** Returns the schema of a list with fields of each item. */
function listOf(
  fields: readonly string[],
  required: readonly string[],
  extra: Readonly<Record<string, Schema>> = {},
): Schema {
  const properties = { ...extra, list, fields: described(responseFields(fields, required), 'json.fields') };
  return object(properties, [...Object.keys(extra), 'list', 'fields']);
}

const contests = object(
  {
    path: text('json.contests.path'),
    fields: described(responseFields(['title', 'startsAt', 'endsAt']), 'json.fields'),
    page: text('json.contests.page'),
    problems: described(
      listOf(['id', 'title'], ['id'], { path: text('json.contests.problems.path') }),
      'json.contests.problems',
    ),
    running: described(
      object({ path: text('json.contests.running.path'), list, id: text('json.contests.running.id') }, [
        'path',
        'list',
        'id',
      ]),
      'json.contests.running',
    ),
  },
  ['path', 'fields'],
);

const problemLookup = object(
  {
    path: text('json.submission.problem.path'),
    contestPath: text('json.submission.problem.contestPath'),
    id: text('json.submission.problem.id'),
    title: text('json.title'),
    languages: text('json.submission.problem.languages'),
    timeLimit: text('json.submission.problem.timeLimit'),
    memoryLimit: text('json.submission.problem.memoryLimit'),
    units: described(units, 'json.submission.problem.units'),
    samples: described(
      listOf(['input', 'expected'], ['input', 'expected']),
      'json.submission.problem.samples',
    ),
    ownChecker: text('json.submission.problem.ownChecker'),
  },
  ['path', 'id'],
);

const yes: Schema = { const: true };
const error: Schema = { type: 'number', minimum: 0, maximum: 1 };
const comparison = described(
  object(
    {
      unit: choice(['text', 'lines', 'tokens']),
      ignoresByteOrderMark: { enum: [true, 'output'] },
      ignoresEnd: yes,
      keepsCarriageReturns: yes,
      keepsBlankLines: yes,
      refusesEmptyOutput: yes,
      ignoresAfterNul: yes,
      lineEnds: choice(['blanks', 'counted', 'countedButForEmptyLines']),
      caseless: { enum: [true, 'ascii', 'unicode'] },
      blanks: choice(['c', 'cOrNul', 'testlib', 'unicode', 'notNumeric']),
      tolerance: object({ absolute: error, relative: error, special: choice(['equal', 'wrong']) }, [
        'absolute',
        'relative',
      ]),
    },
    ['unit'],
  ),
  'json.comparison',
);

/** A field of a judge's description. */
interface ServiceField {
  readonly name: string;
  readonly schema: Schema;
  /** Types with this field. Absent: all types that read a field of this name. */
  readonly types?: readonly JudgeTypeName[];
}

/** All fields, in the order in which VS Code suggests them. */
export const serviceFields: readonly ServiceField[] = [
  {
    name: 'basedOn',
    schema: described(choice(readyJudges.map(({ id }) => id)), 'json.basedOn'),
  },
  { name: 'handle', schema: text('handle', requiredName) },
  { name: 'url', schema: url },
  { name: 'domain', schema: text('domain', name) },
  { name: 'user', schema: text('user', name) },
  { name: 'space', schema: text('eolymp.space', eolympId) },
  { name: 'contest', types: ['clics'], schema: text('clics.contest', requiredName) },
  {
    name: 'contest',
    types: ['ejudge'],
    schema: described({ type: ['string', 'integer'] }, 'ejudge.contest'),
  },
  {
    name: 'scope',
    schema: described({ type: ['string', 'integer'], default: 'problemset' }, 'cses.scope'),
  },
  {
    name: 'contest',
    types: ['yandex-contest'],
    schema: described({ type: ['string', 'integer'] }, 'yandexContest.contest'),
  },
  { name: 'contest', types: ['eolymp'], schema: text('eolymp.contest', eolympId) },
  { name: 'headerName', schema: headerName },
  { name: 'loginPath', schema: kattisPath('loginPath', '/login') },
  { name: 'submitPath', schema: kattisPath('submitPath', '/submit') },
  { name: 'submissionsPath', schema: kattisPath('submissionsPath', '/submissions') },
  { name: 'authentication', schema: authentication },
  {
    name: 'constants',
    schema: described(
      {
        ...map({ type: ['string', 'number'] }),
        propertyNames: { pattern: '^[A-Za-z]\\w{0,31}$' },
      },
      'json.constants',
    ),
  },
  { name: 'failure', schema: described(failure, 'json.failure') },
  { name: 'check', schema: described(check, 'json.check') },
  {
    name: 'secret',
    schema: described(
      object({ name: text('json.secret.name'), page: text('json.secret.page') }, ['name']),
      'json.secret',
    ),
  },
  { name: 'sessionCookie', schema: text('json.sessionCookie') },
  { name: 'comparison', schema: comparison },
  { name: 'result', schema: described(result, 'json.result') },
  { name: 'recent', schema: described(recent, 'json.recent') },
  { name: 'contests', schema: described(contests, 'json.contests') },
  {
    name: 'submission',
    types: ['json'],
    schema: described(
      object(
        {
          path: submissionPath,
          contestPath: text('json.submission.contestPath'),
          body: submissionBody,
          id: submissionId,
          problem: described(problemLookup, 'json.submission.problem'),
          search: described(
            listOf(['id', 'title'], ['id'], { path: text('json.submission.search.path') }),
            'json.submission.search',
          ),
          fields: described(map({ type: ['string', 'number', 'boolean', 'null'] }), 'json.submission.fields'),
          languages: submissionLanguages,
        },
        ['path', 'id', 'fields'],
      ),
      'json.submission',
    ),
  },
  {
    name: 'samples',
    schema: described(
      object(
        {
          path: text('json.samples.path'),
          version: text('json.samples.version'),
          timeLimit: text('json.samples.timeLimit'),
          input: text('json.samples.input'),
          expected: text('json.samples.expected'),
        },
        ['path', 'version', 'input', 'expected'],
      ),
      'json.samples',
    ),
  },
  { name: 'statusCodes', types: ['json'], schema: described(statusCodesOrScores, 'json.statusCodes') },
  {
    name: 'statusCodes',
    types: ['judge'],
    schema: described({ oneOf: [{ const: 'luogu' }, statusCodes] }, 'statusCodes'),
  },
  { name: 'units', types: ['json'], schema: described(units, 'json.units') },
  {
    name: 'units',
    types: ['judge'],
    schema: described(
      object({ time: { type: 'string' }, memory: { type: 'string' }, score: { type: 'string' } }),
      'units',
    ),
  },
  {
    name: 'pollInterval',
    schema: described(
      { type: 'number', minimum: pollIntervals.shortest, maximum: pollIntervals.longest },
      'json.pollInterval',
    ),
  },
  {
    name: 'website',
    schema: text('json.website', {
      pattern: '^https?://',
      patternErrorMessage: string('url.error'),
    }),
  },
  { name: 'page', schema: text('json.page') },
  { name: 'problemPage', schema: text('json.problemPage') },
  { name: 'contestProblemPage', schema: text('json.contestProblemPage') },
  { name: 'submitPage', schema: text('json.submitPage') },
  { name: 'follow', schema: flag('follow') },
  { name: 'allowPlainHttp', schema: flag('allowPlainHttp') },
  {
    name: 'push',
    types: ['json'],
    schema: described(
      {
        ...object(
          {
            webSocketUrl,
            eventsUrl: text('json.push.eventsUrl', {
              pattern: '^https?://',
              patternErrorMessage: string('url.error'),
            }),
            authentication: pushAuthentication,
            id: text('json.push.id'),
            result: text('json.push.result'),
          },
          ['id'],
        ),
        oneOf: [{ required: ['webSocketUrl'] }, { required: ['eventsUrl'] }],
      },
      'json.push',
    ),
  },
  {
    name: 'push',
    types: ['luogu', 'judge'],
    schema: described(
      object({ webSocketUrl, framing, authentication: pushAuthentication }, ['webSocketUrl']),
      'push',
    ),
  },
  {
    name: 'submission',
    types: ['judge'],
    schema: described(
      object(
        {
          path: submissionPath,
          body: submissionBody,
          id: { ...submissionId, default: 'requestId' },
          fields: object(
            {
              problemId: { type: 'string' },
              language: { type: 'string' },
              code: { type: 'string' },
              optimise: { type: 'string' },
              trackId: { type: 'string' },
            },
            ['problemId', 'language', 'code'],
          ),
          languages: submissionLanguages,
        },
        ['path', 'fields'],
      ),
      'submission',
    ),
  },
];
