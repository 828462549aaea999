// Descriptions and responses of each type of judge, for the tests that run with every type.
import type { JudgeTypeName } from '../../src/judges';

/** A description of a judge in the settings, without its type. */
type Description = Readonly<Record<string, unknown>>;

interface SentCases {
  /** with as few fields as the judge may send */
  readonly least: Readonly<Record<string, unknown>>;
  readonly full: readonly Readonly<Record<string, unknown>>[];
}

interface TestedType {
  /** the minimal description */
  readonly leastFields: Description;
  /** descriptions that the schema and the type accept */
  readonly acceptedFields: readonly Description[];
  /** descriptions that the schema rejects */
  readonly rejectedFields: readonly Description[];
  /** ID of a submission; absent: any number */
  readonly requestId?: string;
  /** folder in `src/judges/adapters`; absent: the name of the type */
  readonly folder?: string;
  /** cases of a result as the judge sends them; absent: with fields that many judges send */
  readonly cases?: SentCases;
  /** Returns the body of a response to a request for a result. It contains `list`, JSON, as the list of cases. */
  bodyWithCases(list: string, path: string): string;
}

const url = 'https://judge.example.com';
const push = { webSocketUrl: 'wss://judge.example.com/events' };
const result = { path: '/api/{id}', fields: { status: 'status' } };
const codes = { '0': 'QUEUED', OK: 'AC', '2': { name: 'Almost', kind: 'partial', short: 'PA' } };

/** `url` missing, of the wrong type, or without HTTP. */
const wrongUrls: readonly Description[] = [{}, { url: 1 }, { url: 'ftp://judge.example.com' }];
const wrongPush: readonly Description[] = [
  { url, push: {} },
  { url, push: 'wss://judge.example.com' },
  { url, push: { webSocketUrl: url } },
  { url, push: { ...push, framing: 'other' } },
  { url, push: { ...push, authentication: 'cookie' } },
  { url, push: { ...push, other: 'x' } },
];
const wrongAuthentication: readonly Description[] = [
  { url, authentication: 'header' },
  { url, authentication: 'digest' },
  { url, authentication: {} },
  { url, authentication: { scheme: 'digest' } },
  { url, authentication: { scheme: 'bearer', other: 'x' } },
  { url, authentication: { scheme: 'header', headerName: 1 } },
];
const wrongCodes: readonly Description[] = [
  { url, statusCodes: [] },
  { url, statusCodes: 'hydro' },
  { url, statusCodes: { '1': 'OTHER' } },
  { url, statusCodes: { '1': { name: 'Almost' } } },
  { url, statusCodes: { '1': { name: 'Almost', kind: 'other' } } },
  { url, statusCodes: { '1': { name: 'Almost', kind: 'failed', other: 1 } } },
];

/** Fields of the type `json`, in addition to `url` and a valid `result`. */
const wrongJsonParts: readonly Description[] = [
  { result: null },
  { result: { path: '/api', fields: { status: 'status' } } },
  { result: { path: '/api/{id}' } },
  { result: { ...result, fields: {} } },
  { result: { ...result, fields: { status: 'status', other: 'x' } } },
  { result: { ...result, cases: { list: 'tests' } } },
  { result: { ...result, subtasks: {} } },
  { result: { ...result, other: {} } },
  { result: { ...result, poll: '/api?wait=true' } },
  { result: { path: '/api/{id}', fields: { status: [] } } },
  { result: { path: '/api/{id}', fields: { status: { path: 'status', encoding: 'base64' } } } },
  { result: { path: '/api/{id}', fields: { status: 'status', code: { path: 'x', encoding: 'hex' } } } },
  { result: { path: '/api/{id}', fields: { status: 'status', code: ['x'] } } },
  { statusCodes: { done: { full: 0 } } },
  { statusCodes: { done: { full: 100, name: 'Done' } } },
  { failure: {} },
  { failure: { if: 'error', status: { '*': 200 } } },
  { check: {} },
  { recent: { path: '/mine' } },
  { recent: { path: '/mine', list: '', fields: {} } },
  { submission: { path: '/submit', id: 'id' } },
  { submission: { path: '/submit', fields: {} } },
  { submission: { path: '/submit', id: 'id', fields: { code: [] } } },
  { submission: { path: '/submit', contestPath: 1, id: 'id', fields: {} } },
  { constants: { 'a b': 'x' } },
  { constants: { a: null } },
  { website: 'judge.example.com' },
  { pollInterval: 0.5 },
  { pollInterval: '3' },
  { submission: { path: '/submit', id: 'id', fields: {}, body: 'xml' } },
  { submission: { path: '/submit', id: 'id', fields: {}, problem: { path: '/x' } } },
  { submission: { path: '/submit', id: 'id', fields: {}, languages: { c: 1 } } },
  { units: { time: 'minutes' } },
  { units: { score: 'points' } },
  { statusCodes: 'luogu' },
  { push },
  { push: { ...push, id: 'id', framing: 'plain' } },
  { push: { id: 'id' } },
  { push: { eventsUrl: 'wss://judge.example.com', id: 'id' } },
  { push: { ...push, eventsUrl: `${url}/events`, id: 'id' } },
  { page: 1 },
  { other: 1 },
];

const usualCase = { id: 7, status: 1, verdict: 'OK', points: 1, time: 1, memory: 2, description: 'x' };
const usualCases: SentCases = {
  least: { verdict: 'AC', status: 1 },
  full: [usualCase, { ...usualCase, id: 2, status: 6, meta: {}, message: 'y', output: { data: 'z' } }],
};

/** Returns cases of a result as judges of that type send them. */
export function sentCases(type: JudgeTypeName): SentCases {
  return testedTypes[type].cases ?? usualCases;
}

/** URL of the judge that has the minimal description. */
const leastUrl = 'https://oj.example.org/base';

function specifiedBody(list: string): string {
  return `{"type":"judge","data":{"judge":{"status":12,"subtasks":[{"cases":${list}}]}}}`;
}

export const testedTypes: Readonly<Record<JudgeTypeName, TestedType>> = {
  hydro: {
    leastFields: { url: leastUrl },
    acceptedFields: [{ url }, { url, domain: 'class', follow: true, allowPlainHttp: true }],
    rejectedFields: [
      ...wrongUrls,
      { url, domain: 1 },
      { url, domain: 'a/b' },
      { url, follow: 'yes' },
      { url, allowPlainHttp: 1 },
      { url, push },
    ],
    requestId: '6a'.repeat(12),
    bodyWithCases(list) {
      return `{"rdoc":{"status":1,"testCases":${list}}}`;
    },
  },
  codeforces: {
    leastFields: { handle: 'alice' },
    acceptedFields: [{ handle: 'tourist' }, { handle: 'tourist', url, follow: true }],
    rejectedFields: [
      {},
      { url },
      { handle: 1 },
      { handle: '' },
      { handle: 'a b' },
      { handle: 'tourist', url: 'x' },
      { handle: 'tourist', user: 'x' },
    ],
    bodyWithCases(list) {
      return `{"status":"OK","result":${list}}`;
    },
    cases: {
      least: { id: 7 },
      full: [{ ...usualCase, passedTestCount: 3, verdict: 'WRONG_ANSWER', problem: { index: 'A' } }],
    },
  },
  dmoj: {
    leastFields: { url: leastUrl },
    acceptedFields: [{}, { url, follow: false }],
    rejectedFields: [{ url: 'x' }, { user: 'someone' }, { follow: null }, { handle: 'x' }],
    bodyWithCases(list) {
      return `{"data":{"object":{"status":"D","result":"AC","cases":${list}}}}`;
    },
    cases: {
      least: { status: 'AC' },
      full: [
        { case_id: 1, status: 'AC', points: 1, total: 2 },
        { type: 'batch', batch_id: 1, cases: [{ case_id: 2, status: 'WA' }] },
      ],
    },
  },
  judge0: {
    leastFields: { url: leastUrl },
    acceptedFields: [{ url }, { url, headerName: 'X-Token', allowPlainHttp: true }],
    rejectedFields: [...wrongUrls, { url, headerName: 1 }, { url, follow: true }],
    bodyWithCases(list) {
      return `{"submissions":${list}}`;
    },
    cases: {
      least: { status: { id: 3 } },
      full: [{ status: { id: 4 }, stdout: 'eA==', stderr: 'eA==', exit_code: 1, time: '0.1' }],
    },
  },
  kattis: {
    leastFields: { url: leastUrl },
    acceptedFields: [
      { url },
      { url, loginPath: '/login/email', submitPath: '/submit', submissionsPath: '/mine' },
    ],
    rejectedFields: [
      ...wrongUrls,
      { url, loginPath: 'login' },
      { url, submitPath: '/' },
      { url, submissionsPath: '/mine?page=1' },
      { url, follow: true },
    ],
    bodyWithCases(list) {
      return `{"status_id":16,"row_html":"","others":${list}}`;
    },
  },
  clics: {
    leastFields: { url: `${leastUrl}/api`, contest: 'finals' },
    acceptedFields: [
      { url, contest: 'wf48' },
      { url, contest: 'wf48', follow: true, allowPlainHttp: true },
    ],
    rejectedFields: [
      ...wrongUrls.map((one) => ({ ...one, contest: 'wf48' })),
      { url },
      { url, contest: 12 },
      { url, contest: 'a/b' },
    ],
    bodyWithCases(list, path) {
      if (path.includes('/judgements')) return '[{"id":"1","submission_id":"7","judgement_type_id":"AC"}]';
      if (path.includes('/judgement-types')) return '[]';
      return path.includes('/runs') ? list : '{"id":"7"}';
    },
  },
  omegaup: {
    leastFields: {},
    acceptedFields: [{}, { url }, { follow: true }],
    rejectedFields: [{ url: 1 }, { user: 'x' }],
    requestId: '6a'.repeat(16),
    bodyWithCases(list, path) {
      if (path.includes('/status/')) return '{"status":"ready","verdict":"AC"}';
      return `{"details":{"groups":[{"cases":${list}}]}}`;
    },
  },
  ejudge: {
    leastFields: { url: leastUrl, contest: '7' },
    acceptedFields: [
      { url, contest: 12 },
      { url, contest: '12', follow: true, allowPlainHttp: true },
    ],
    rejectedFields: [...wrongUrls.map((one) => ({ ...one, contest: 12 })), { url }, { url, contest: 1.5 }],
    bodyWithCases(list) {
      return `{"ok":true,"result":{"run":{"status":0},"testing_report":{"tests":${list}}}}`;
    },
  },
  cms: {
    leastFields: { url: `${leastUrl}/finals` },
    acceptedFields: [{ url }, { url, follow: true, allowPlainHttp: true }],
    rejectedFields: [...wrongUrls, { url, allowPlainHttp: 1 }, { url, contest: 'ioi' }],
    bodyWithCases(list, path) {
      if (path.endsWith('/task_list')) return '{"tasks":[{"name":"sum","submission_format":["sum.%l"]}]}';
      if (path.endsWith('/submission_list')) return '{"list":[{"id":"7"}]}';
      return `{"status":5,"score":1,"max_score":1,"cases":${list}}`;
    },
  },
  cses: {
    leastFields: { url: leastUrl },
    acceptedFields: [{}, { scope: 'problemset' }, { scope: 101 }, { url, scope: '101' }],
    rejectedFields: [{ url: 1 }, { scope: 1.5 }, { scope: true }, { follow: true }],
    bodyWithCases(list) {
      return `{"id":7,"status":"READY","pending":false,"result":"ACCEPTED","tests":${list}}`;
    },
  },
  'yandex-contest': {
    leastFields: { contest: '7' },
    acceptedFields: [{}, { url }, { contest: 7 }, { contest: '7', user: 'x', follow: true }],
    rejectedFields: [{ url: 1 }, { contest: true }, { user: 'a b' }, { handle: 'x' }],
    folder: 'yandexContest',
    bodyWithCases(list) {
      return `{"runId":7,"status":"FINISHED","verdict":"OK","source":"x","checkerLog":${list}}`;
    },
  },
  eolymp: {
    leastFields: {},
    acceptedFields: [
      {},
      { url },
      { space: '00000000-0000-0000-0000-000000000000', contest: 'c1', follow: true },
    ],
    rejectedFields: [
      ...wrongUrls.filter(({ url }) => url !== undefined),
      { space: 'a/b' },
      { contest: 7 },
      { user: 'x' },
    ],
    bodyWithCases(list) {
      return `{"submission":{"status":"COMPLETE","verdict":"ACCEPTED","groups":[{"runs":${list}}]}}`;
    },
  },
  luogu: {
    leastFields: {},
    acceptedFields: [{ url }, { url, push: { ...push, framing: 'channel', authentication: 'query:token' } }],
    rejectedFields: [
      ...wrongUrls,
      ...wrongPush,
      { url, authentication: 'basic' },
      { url, push: { ...push, id: 'x' } },
    ],
    bodyWithCases: specifiedBody,
  },
  json: {
    leastFields: {
      url: leastUrl,
      failure: { if: 'error', message: 'data', status: { '*': 400 } },
      result: {
        path: '/api/{id}',
        fields: {
          status: 'status',
          score: 'score',
          time: 'time',
          message: 'message',
          compileMessage: 'compile',
        },
        subtasks: { list: 'subtasks', fields: { id: 'id', status: 'status' } },
        cases: {
          list: 'cases',
          fields: { id: 'id', status: 'status', output: 'output', expected: 'expected' },
        },
      },
      recent: { path: '/mine', list: 'list', fields: { id: 'id', status: 'status', at: 'at' } },
      submission: { path: '/submit', id: 'id', fields: { code: '{code}' } },
      page: '/page/{id}',
      push: { webSocketUrl: 'wss://oj.example.org/events', id: 'id', result: '' },
    },
    acceptedFields: [
      { url, result },
      { basedOn: 'library-checker', constants: { user: 'ann' } },
      { basedOn: 'qduoj', url },
      { url, result, push: { eventsUrl: `${url}/events`, authentication: 'header', id: 'id' } },
      {
        url,
        authentication: { scheme: 'header', headerName: 'X-Token' },
        failure: { if: 'error', message: 'data', status: { '*': 400, missing: 404 } },
        check: { path: '/me', account: 'data.name' },
        result: {
          path: '/api/{id}',
          poll: '/api/{id}?wait=true',
          fields: {
            status: ['verdict', 'status'],
            score: 'score',
            problemTitle: 'problem.title',
            compileMessage: { path: 'log', encoding: 'base64' },
          },
          subtasks: { list: 'groups', fields: { id: 'id' } },
          cases: {
            list: 'tests',
            fields: { status: 'status', signal: 'signal', errorOutput: 'stderr' },
            units: { time: 's', memory: 'MiB' },
          },
        },
        recent: { path: '/mine', list: '', fields: { id: 'id', at: 'created' } },
        submission: {
          path: '/submit',
          contestPath: '/contests/{contest}/submit',
          body: 'json',
          id: 'id',
          problem: { path: '/problem/{problem}', id: 'id', title: 'title', languages: 'languages' },
          fields: { code: '{code}', isPublic: false, version: 2, 'language.option': null, part: '{course}' },
          languages: { 'C++': 'cpp' },
        },
        statusCodes: { ...codes, '*': 'JUDGING', done: { full: 100 }, scored: { full: 'problem.points' } },
        units: { time: 'us', memory: 'B' },
        constants: { course: 'problemset', limit: 20 },
        pollInterval: 3,
        website: 'https://www.example.com',
        page: '/{course}/result/{id}',
        problemPage: '/problem/{problem}',
        contestProblemPage: '/contest/{contest}/{problem}',
        follow: true,
        push: { ...push, authentication: 'header', id: 'id', result: '' },
      },
    ],
    rejectedFields: [
      ...wrongUrls.map((one) => ({ ...one, result })),
      ...[...wrongAuthentication, ...wrongCodes].map((one) => ({ ...one, result })),
      { basedOn: 'other', url, result },
      { basedOn: 'qduoj', url: 1 },
      ...wrongJsonParts.map((one) => ({ url, result, ...one })),
      { url },
    ],
    bodyWithCases(list) {
      return `{"status":"AC","subtasks":[{"cases":${list}}]}`;
    },
  },
  judge: {
    leastFields: { url: leastUrl },
    acceptedFields: [
      { url },
      { url, authentication: 'bearer', statusCodes: 'luogu' },
      {
        url,
        authentication: { scheme: 'header', headerName: 'X-Token' },
        statusCodes: codes,
        units: { time: 'ms', memory: 'KiB', score: 'points' },
        push: { ...push, framing: 'plain', authentication: 'none' },
        submission: {
          path: '/submit',
          body: 'form',
          id: 'data.id',
          fields: { problemId: 'pid', language: 'lang', code: 'code', optimise: 'o2', trackId: 'track' },
          languages: { 'c++': 'cpp' },
        },
      },
    ],
    rejectedFields: [
      ...wrongUrls,
      ...wrongPush,
      ...wrongAuthentication,
      ...wrongCodes,
      { url, units: { time: 1 } },
      { url, units: { length: 'm' } },
      { url, submission: { path: '/submit' } },
      { url, submission: { path: '/submit', fields: { problemId: 'pid', language: 'lang' } } },
      {
        url,
        submission: { path: '/submit', fields: { problemId: 'p', language: 'l', code: 'c', other: 'x' } },
      },
      { url, result },
      { url, follow: true },
    ],
    folder: 'specification',
    bodyWithCases: specifiedBody,
  },
};
