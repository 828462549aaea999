import * as v from 'valibot';
import type { StatusKind, StatusLook, StatusTable } from '../../judge';
import { isCredentialHeaderName } from '../credentials';
import { oneOf, optionalText, statusKinds, type FieldReader } from '../fields';
import { serviceId } from '../identity';
import type { Authentication, ServiceProfile, SubmissionOffer } from '../profile';
import { isRequestId, requestIdInQuery } from '../requestIdInput';
import { nothingOffered, type ServiceKind } from './kind';
import { editorLanguagesKnown } from './languageNames';
import { luoguStatuses } from './luoguStatuses';
import { plainSubmission, probeQuestion, readResult, resultQuestion, submitQuestion } from './specification';
import { statusTable } from './statuses';
import { describedPush } from './webSocket';

/** Any service that speaks the specification, as its user describes it. Whatever is not said is not assumed. */
export const judge: ServiceKind = {
  asks: [
    { field: 'url', otherwise: null },
    { field: 'authentication', otherwise: null },
    { field: 'statusCodes', otherwise: '' },
  ],
  speaksSpecification: true,
  rules: null,
  describe,
  readResult: (answer, _id, now) => readResult(answer, now),
};

function describe(name: string, fields: FieldReader): ServiceProfile | null {
  const authentication = describedAuthentication(fields);
  const address = fields.address(authentication);
  const codes = fields.read('statusCodes', statusCodes, {});
  const units = fields.read('units', describedUnits, { time: '', memory: '', score: '' });
  const push = describedPush(fields, null);
  const submission = describedSubmission(fields);
  if (!address) return null;
  const isLuogu = codes === 'luogu';
  return {
    ...nothingOffered,
    id: serviceId({ type: 'judge', address: address.baseUrl, name }),
    type: 'judge',
    name,
    ...address,
    authentication,
    signIn:
      authentication.scheme === 'none'
        ? { kind: 'none' }
        : {
            kind: 'secret',
            secret: authentication.scheme === 'basic' ? 'userAndPassword' : 'any',
            page: null,
            isOptional: false,
          },
    check: probeQuestion,
    rules: {
      profile: 'judge',
      statuses: isLuogu ? luoguStatuses : definedCodes(codes),
      units: { time: units.time || null, memory: units.memory || null, score: units.score || null },
      compileFailureIsFinal: isLuogu,
      ...(isLuogu ? { unknownStatusIsFinal: true } : {}),
    },
    definesCodes: !isLuogu,
    result: resultQuestion,
    push,
    callback: { signatureHeader: null },
    submission,
    readInput: (text) => requestIdInQuery(address.baseUrl, text),
    // long enough, and not a word
    looksLikeRequestId: (text) => isRequestId(text) && text.length >= 16 && /\d/.test(text),
  };
}

const nonEmptyText = v.pipe(v.string(), v.trim(), v.minLength(1));
const statusCode = v.pipe(v.string(), v.regex(/^(?:0|-?[1-9]\d{0,8})$/));
const noList = v.custom<Record<string, unknown>>(
  (value) => typeof value === 'object' && !Array.isArray(value),
);
const definitions = v.pipe(
  noList,
  v.record(statusCode, v.object({ name: nonEmptyText, kind: oneOf(statusKinds), short: optionalText })),
);
/** those of the Luogu Open Platform, or each with its meaning */
const statusCodes = v.nullish(
  v.lazy((value) => (value === 'luogu' ? v.literal('luogu') : definitions)),
  {},
);
const describedUnits = v.nullish(
  v.object({ time: optionalText, memory: optionalText, score: optionalText }),
  {},
);

interface StatusSetting {
  readonly name: string;
  readonly kind: StatusKind;
  readonly short: string;
}

const schemes = ['basic', 'bearer', 'header', 'none'] as const;
const authenticationFields = v.nullish(
  v.object({ scheme: v.nullish(oneOf(schemes), 'none'), headerName: optionalText }),
);

function describedAuthentication(fields: FieldReader): Authentication {
  const { scheme, headerName } = fields.read('authentication', authenticationFields, null) ?? {
    scheme: 'none',
    headerName: '',
  };
  if (scheme !== 'header') return { scheme };
  const name = headerName.trim();
  if (!isCredentialHeaderName(name)) fields.fault('authentication.headerName', { kind: 'headerName' });
  return { scheme, headerName: name };
}

const fieldName = v.pipe(v.string(), v.minLength(1));
const submissionFields = v.nullish(
  v.object({
    path: fieldName,
    fields: v.object({
      problemId: fieldName,
      language: fieldName,
      code: fieldName,
      optimise: optionalText,
      trackId: optionalText,
    }),
    languages: v.nullish(v.record(v.string(), v.string()), {}),
  }),
);

/** How the service takes programs: where they are posted, what its fields are called, and its languages by their IDs. */
function describedSubmission(fields: FieldReader): SubmissionOffer | null {
  const described = fields.read('submission', submissionFields, null);
  if (!described) return null;
  const { path, fields: names, languages } = described;
  return {
    ...plainSubmission,
    languages: Object.entries(languages).map(([id, language]) => ({
      id,
      name: language,
      editorLanguages: [],
      extensions: [],
    })),
    // its languages have names of its own: which documents go with them isn't known
    documents: { editorLanguages: editorLanguagesKnown, extensions: [] },
    hasOptimisation: names.optimise !== '',
    submit: ({ problemId, language, optimise, code, trackId }) => {
      const body = {
        [names.problemId]: problemId,
        [names.language]: language,
        [names.code]: code,
        ...(names.optimise === '' ? {} : { [names.optimise]: optimise }),
        ...(names.trackId === '' ? {} : { [names.trackId]: trackId }),
      };
      return submitQuestion(path.startsWith('/') ? path : `/${path}`, body);
    },
  };
}

function definedCodes(codes: Readonly<Record<string, StatusSetting>>): StatusTable {
  const pending = Object.keys(codes).filter((key) => codes[key]?.kind === 'pending');
  // where the service tells “judging” from “waiting”, it is the highest of its pending codes
  const running = pending.length > 1 ? Math.max(...pending.map(Number)) : null;
  return statusTable(
    Object.entries(codes).map(([key, { name, kind, short }]) => [
      Number(key),
      kind,
      lookOf(kind, short),
      name,
      null,
      short || name,
    ]),
    running === null ? [] : [running],
  );
}

/** The look goes by what the person wrote; only a failed verdict has several. */
function lookOf(kind: StatusKind, short: string): StatusLook {
  switch (kind) {
    case 'pending':
      return 'pending';
    case 'accepted':
      return 'accepted';
    case 'error':
      return 'serviceError';
    case 'partial':
    case 'failed': {
      const upper = short.toUpperCase();
      if (/^(?:RE|RTE)$/.test(upper)) return 'runtimeError';
      if (/^[A-Z]LE$/.test(upper)) return 'limitExceeded';
      return upper === 'CE' ? 'compileError' : 'wrongAnswer';
    }
  }
}
