import type { JudgingRules } from '../../../judge';
import { pathBelow, serviceId } from '../../address';
import { ServiceFailed } from '../../failure';
import type { FieldReader } from '../../fields';
import type { Account } from '../../authentication';
import type { Push, RequestIdInput, ServiceProfile } from '../../profile';
import type { Question } from '../../question';
import type { ProblemName } from '../../submission';
import { isRequestId } from '../../requestIdInput';
import {
  describedAuthentication,
  describedCodes,
  pushPlace,
  signInBy,
  tableOf,
  webSocketPush,
} from '../described';
import { bodyLimits, nothingOffered, type ServiceKind } from '../kind';
import { commonVerdicts } from '../verdicts';
import { describedOffer } from '../describedSubmission';
import type { PlainAnswer } from '../answer';
import { isNullAt, misplaced, textAt } from '../places';
import { batchBy, refused } from '../reading';
import { readFrame, readRecent, readResult, understood } from './answers';
import { gapsIn } from './gaps';
import { readDescription, type JsonDescription } from './description';

/** Any service with a JSON interface, by a description: where each thing stands, and nothing that is run. */
export const json: ServiceKind = {
  asks: [
    { field: 'url', otherwise: null },
    { field: 'authentication', otherwise: null },
  ],
  toWrite: {
    result: { path: '/api/submissions/{id}', fields: { status: 'status', score: 'score' } },
    statusCodes: { '0': 'QUEUED', '1': 'AC', '2': 'WA' },
  },
  speaksSpecification: false,
  rules: null,
  describe,
};

function describe(name: string, fields: FieldReader): ServiceProfile | null {
  const authentication = describedAuthentication(fields);
  const address = fields.address(authentication);
  const codes = fields.read('statusCodes', describedCodes, {});
  const described = readDescription(fields);
  if (!address || !described) return null;
  const { baseUrl } = address;
  const rules: JudgingRules = {
    profile: 'json',
    statuses: { ...commonVerdicts, ...tableOf(codes) },
    units: { time: 'ms', memory: 'KiB', score: null },
    compileFailureIsFinal: true,
    canRejudge: true,
  };
  const { recent, failure, page, problemPage, contestProblemPage } = described;
  const recentQuestion = recent && {
    request: { method: 'GET', path: recent.path } as const,
    read: (answer: Parameters<typeof understood>[0], now: number) =>
      readRecent(recent, understood(answer, now, failure)),
  };
  return {
    ...nothingOffered,
    bodyLimit: bodyLimits.long,
    id: serviceId({ type: 'json', address: baseUrl, name }),
    type: 'json',
    name,
    ...address,
    authentication,
    signIn: signInBy(authentication),
    check: checkOf(described, rules),
    rules,
    definesCodes: true,
    result: ({ requestId }) => ({
      request: { method: 'GET', path: filled(described.result.path, 'id', requestId) },
      read: (answer, now) => readResult(described, rules, answer, requestId, now),
    }),
    push: pushed(described, rules, fields),
    gaps: (answer) => gapsIn(described, answer),
    batch:
      recentQuestion && recent?.fields.status !== undefined
        ? batchBy(2_000, rules, 'ended', () => recentQuestion)
        : null,
    recent: recentQuestion && (() => recentQuestion),
    submission: described.submission && {
      ...describedOffer(described.submission, (answer, now) => understood(answer, now, failure)),
      problemIn: (text) => problemAt(described, baseUrl, text),
    },
    recordPage: page === null ? null : ({ requestId }) => baseUrl + filled(page, 'id', requestId),
    problemPage:
      problemPage === null
        ? null
        : ({ problemId, place }) => {
            const template = place === null ? problemPage : (contestProblemPage ?? problemPage);
            return baseUrl + filled(filled(template, 'problem', problemId), 'contest', place ?? '');
          },
    readInput: (text) => idAt(baseUrl, page ?? described.result.path, text),
    looksLikeRequestId: (text) => isRequestId(text) && text.length >= 16 && /\d/.test(text),
  };
}

function pushed(described: JsonDescription, rules: JudgingRules, fields: FieldReader): Push | null {
  const { push } = described;
  const place = push && pushPlace(fields, push);
  if (!push || !place) return null;
  return {
    ...webSocketPush({ ...place, framing: 'plain', limits: null }),
    read: (text) => readFrame(described, push, rules, text),
  };
}

function filled(template: string, name: string, value: string): string {
  return template.replaceAll(`{${name}}`, encodeURIComponent(value.toWellFormed()));
}

/** Who is signed in, where the description says how that is asked; else a result that nobody has. */
function checkOf({ check, result, failure }: JsonDescription, rules: JudgingRules): Question<Account> {
  if (check) {
    return {
      request: { method: 'GET', path: check.path },
      read: (answer, now) => accountIn(understood(answer, now, failure), check.account, answer, now),
    };
  }
  const probe = 'judge-results-credential-check';
  return {
    request: { method: 'GET', path: filled(result.path, 'id', probe) },
    read: (answer, now) => {
      try {
        readResult({ result, failure, ...unused }, rules, answer, probe, now);
      } catch (error) {
        // it has answered in JSON, and has no such result
        if (!(error instanceof ServiceFailed) || error.failure.kind !== 'place') throw error;
      }
      return { name: null };
    },
  };
}

/** The account in the answer to the check. If the service has null there, nobody is signed in. */
function accountIn(json: unknown, place: string | undefined, answer: PlainAnswer, now: number): Account {
  if (place === undefined) return { name: null };
  if (isNullAt(json, place)) throw refused(answer, now, 401);
  const name = textAt(json, place, 100);
  if (name === null) throw misplaced(json, place, 'check.account');
  return { name };
}

/** The problem in the URL of its page, in a contest or not. Null: it is no problem’s page. */
function problemAt(
  { problemPage, contestProblemPage }: JsonDescription,
  baseUrl: string,
  text: string,
): ProblemName | null {
  const below = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? pathBelow(baseUrl, text) : null;
  if (!below) return null;
  const query = below.query.toString();
  const whole = below.path + (query === '' ? '' : `?${query}`);
  for (const template of [contestProblemPage, problemPage]) {
    const values = template === null ? null : valuesIn(template, whole);
    const problemId = values?.get('problem');
    if (problemId !== undefined) return { problemId, place: values?.get('contest') ?? null };
  }
  return null;
}

/** What stands for `{problem}` and `{contest}` in a path that has the form of a template. Null: it hasn’t. */
function valuesIn(template: string, path: string): ReadonlyMap<string, string> | null {
  const placeholder = /\{(problem|contest)\}/g;
  const names = [...template.matchAll(placeholder)].map(([, name = '']) => name);
  const fixed = template.split(/\{(?:problem|contest)\}/).map((part) => part.replace(/[^\w/-]/g, '\\$&'));
  const found = new RegExp(`^${fixed.join('([\\w.-]{1,100})')}/?$`).exec(path);
  return found && new Map(names.map((name, index) => [name, found[index + 1] ?? '']));
}

const unused: Omit<JsonDescription, 'result' | 'failure'> = {
  ...{ units: { time: 'ms', memory: 'KiB' }, recent: null, submission: null, push: null },
  ...{ check: null, page: null, problemPage: null, contestProblemPage: null },
};

/** The ID in an address that stands where the description has its `{id}`. Null: it is no address of the service. */
function idAt(baseUrl: string, template: string, text: string): RequestIdInput | null {
  if (!/^[a-z][a-z\d+.-]*:\/\//i.test(text)) return null;
  const below = pathBelow(baseUrl, text);
  if (!below) return null;
  const query = below.query.toString();
  const whole = below.path + (query === '' ? '' : `?${query}`);
  const start = template.slice(0, template.indexOf('{id}'));
  const id = whole.startsWith(start) ? (/^[\w-]*/.exec(whole.slice(start.length))?.[0] ?? '') : '';
  return isRequestId(id) ? { kind: 'requestId', id } : { kind: 'addressWithoutId' };
}
