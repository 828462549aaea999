import type { JudgingRules } from '../../../judge';
import { pathBelow, serviceId } from '../../address';
import { ServiceFailed } from '../../failure';
import type { FieldReader } from '../../fields';
import type { Account } from '../../authentication';
import type { Push, RequestIdInput, ServiceProfile } from '../../profile';
import type { Question } from '../../question';
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
import { textAt } from '../places';
import { batchBy } from '../reading';
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
  const { recent, failure, page, problemPage } = described;
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
    submission:
      described.submission &&
      describedOffer(described.submission, (answer, now) => understood(answer, now, failure)),
    recordPage: page === null ? null : ({ requestId }) => baseUrl + filled(page, 'id', requestId),
    problemPage:
      problemPage === null ? null : ({ problemId }) => baseUrl + filled(problemPage, 'problem', problemId),
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
      read: (answer, now) => ({ name: textAt(understood(answer, now, failure), check.account, 100) }),
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

const unused: Omit<JsonDescription, 'result' | 'failure'> = {
  ...{ units: { time: 'ms', memory: 'KiB' }, recent: null, submission: null, push: null },
  ...{ check: null, page: null, problemPage: null },
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
