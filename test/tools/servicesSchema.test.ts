import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import Ajv, { type ValidateFunction } from 'ajv';
import { judgeNamed, judgeTypeNames, type JudgeTypeName } from '../../src/judges';
import { manifestWithSchema, serviceSchemas } from '../../tools/manifest/servicesSchema';

type Description = Readonly<Record<string, unknown>>;

interface Samples {
  /** Accepted by the schema and by the judge. */
  readonly valid: readonly Description[];
  /** Rejected by the schema. */
  readonly invalid: readonly Description[];
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

const samples: Readonly<Record<JudgeTypeName, Samples>> = {
  hydro: {
    valid: [{ url }, { url, domain: 'class', follow: true, allowPlainHttp: true }],
    invalid: [
      ...wrongUrls,
      { url, domain: 1 },
      { url, domain: 'a/b' },
      { url, follow: 'yes' },
      { url, allowPlainHttp: 1 },
      { url, push },
    ],
  },
  codeforces: {
    valid: [{ handle: 'tourist' }, { handle: 'tourist', url, follow: true }],
    invalid: [
      {},
      { url },
      { handle: 1 },
      { handle: '' },
      { handle: 'a b' },
      { handle: 'tourist', url: 'x' },
      { handle: 'tourist', user: 'x' },
    ],
  },
  dmoj: {
    valid: [{}, { url, follow: false }],
    invalid: [{ url: 'x' }, { user: 'someone' }, { follow: null }, { handle: 'x' }],
  },
  judge0: {
    valid: [{ url }, { url, headerName: 'X-Token', allowPlainHttp: true }],
    invalid: [...wrongUrls, { url, headerName: 1 }, { url, follow: true }],
  },
  kattis: {
    valid: [{ url }, { url, loginPath: '/login/email', submitPath: '/submit', submissionsPath: '/mine' }],
    invalid: [
      ...wrongUrls,
      { url, loginPath: 'login' },
      { url, submitPath: '/' },
      { url, submissionsPath: '/mine?page=1' },
      { url, follow: true },
    ],
  },
  clics: {
    valid: [
      { url, contest: 'wf48' },
      { url, contest: 'wf48', follow: true, allowPlainHttp: true },
    ],
    invalid: [
      ...wrongUrls.map((one) => ({ ...one, contest: 'wf48' })),
      { url },
      { url, contest: 12 },
      { url, contest: 'a/b' },
    ],
  },
  'yandex-contest': {
    valid: [{}, { url }, { contest: 7 }, { contest: '7', user: 'x', follow: true }],
    invalid: [{ url: 1 }, { contest: true }, { user: 'a b' }, { handle: 'x' }],
  },
  omegaup: { valid: [{}, { url }, { follow: true }], invalid: [{ url: 1 }, { user: 'x' }] },
  ejudge: {
    valid: [
      { url, contest: 12 },
      { url, contest: '12', follow: true, allowPlainHttp: true },
    ],
    invalid: [...wrongUrls.map((one) => ({ ...one, contest: 12 })), { url }, { url, contest: 1.5 }],
  },
  cses: {
    valid: [{}, { scope: 'problemset' }, { scope: 101 }, { url, scope: '101' }],
    invalid: [{ url: 1 }, { scope: 1.5 }, { scope: true }, { follow: true }],
  },
  eolymp: {
    valid: [{}, { url }, { space: '00000000-0000-0000-0000-000000000000', contest: 'c1', follow: true }],
    invalid: [
      ...wrongUrls.filter(({ url }) => url !== undefined),
      { space: 'a/b' },
      { contest: 7 },
      { user: 'x' },
    ],
  },
  cms: {
    valid: [{ url }, { url, follow: true, allowPlainHttp: true }],
    invalid: [...wrongUrls, { url, allowPlainHttp: 1 }, { url, contest: 'ioi' }],
  },
  luogu: {
    valid: [{ url }, { url, push: { ...push, framing: 'channel', authentication: 'query:token' } }],
    invalid: [
      ...wrongUrls,
      ...wrongPush,
      { url, authentication: 'basic' },
      { url, push: { ...push, id: 'x' } },
    ],
  },
  json: {
    valid: [
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
    invalid: [
      ...wrongUrls.map((one) => ({ ...one, result })),
      ...[...wrongAuthentication, ...wrongCodes].map((one) => ({ ...one, result })),
      { basedOn: 'other', url, result },
      { basedOn: 'qduoj', url: 1 },
      ...wrongJsonParts.map((one) => ({ url, result, ...one })),
      { url },
    ],
  },
  judge: {
    valid: [
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
    invalid: [
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
  },
};

describe('The “services” setting’s schema', () => {
  let isValid: ValidateFunction;

  before(() => {
    isValid = new Ajv({ strict: false }).compile({ oneOf: serviceSchemas() });
  });

  it('is up to date in package.json (npm run docs writes it)', async () => {
    const stored = fs.readFileSync(path.join(__dirname, '../../package.json'), 'utf8');
    assert.deepEqual(JSON.parse(stored), JSON.parse(await manifestWithSchema()));
  });

  for (const type of judgeTypeNames) {
    it(`accepts every setting that a ${type} judge accepts`, () => {
      for (const fields of samples[type].valid) {
        const description = { type, ...fields };
        assert.ok(isValid(description), `${JSON.stringify(description)}: ${JSON.stringify(isValid.errors)}`);
        const read = judgeNamed('test', { test: description });
        assert.ok(read.ok, JSON.stringify(read));
      }
    });

    it(`rejects missing, wrong, and unknown fields of a ${type} judge`, () => {
      for (const fields of [...samples[type].invalid, { ...samples[type].valid[0], unknown: 1 }]) {
        const description = { type, ...fields };
        assert.equal(isValid(description), false, JSON.stringify(description));
      }
    });
  }

  it('rejects an unknown judge type', () => {
    for (const description of [{}, { url }, { type: 'other', url }, { type: 1, url }, null, url]) {
      assert.equal(isValid(description), false, JSON.stringify(description));
    }
  });
});
