import * as v from 'valibot';
import type { StatusKind, StatusLook, StatusTable } from '../../judge';
import { isCredentialHeaderName } from '../credentials';
import { oneOf, optionalText, statusKinds, type FieldReader } from '../fields';
import type { Authentication } from '../profile';
import { statusTable } from './statuses';
import { codeOf, isVerdict, verdictNames, verdicts, type Verdict } from './verdicts';

const schemes = ['basic', 'bearer', 'header', 'none'] as const;
const authenticationFields = v.nullish(
  v.object({ scheme: v.nullish(oneOf(schemes), 'none'), headerName: optionalText }),
);

/** How a service is told who asks, as its description says. */
export function describedAuthentication(fields: FieldReader): Authentication {
  const { scheme, headerName } = fields.read('authentication', authenticationFields, null) ?? {
    scheme: 'none',
    headerName: '',
  };
  if (scheme !== 'header') return { scheme };
  const name = headerName.trim();
  if (!isCredentialHeaderName(name)) fields.fault('authentication.headerName', { kind: 'headerName' });
  return { scheme, headerName: name };
}

const nonEmptyText = v.pipe(v.string(), v.trim(), v.minLength(1));
const definition = v.object({ name: nonEmptyText, kind: oneOf(statusKinds), short: optionalText });
const noList = v.custom<Record<string, unknown>>(
  (value) => typeof value === 'object' && !Array.isArray(value),
);
const wholeNumber = v.pipe(v.string(), v.regex(/^(?:0|-?[1-9]\d{0,8})$/));
/** A code is a whole number, or a text that can stand in a row. */
const statusCode = v.pipe(v.string(), v.regex(/^[^\p{C}\p{Zl}\p{Zp}]{1,64}$/u));

/** Code → its meaning, of a service that speaks the specification. */
export const definitions = v.pipe(noList, v.record(wholeNumber, definition));

type Definition = v.InferOutput<typeof definition>;

const codesOrWords = v.nullish(
  v.pipe(
    noList,
    v.record(
      statusCode,
      v.lazy((value) => (typeof value === 'string' ? oneOf(verdictNames) : definition)),
    ),
  ),
  {},
);

/** What a description says of codes: each is a usual short name, or has a meaning of its own. */
export function codesOf(fields: FieldReader): StatusTable {
  const codes = Object.entries(fields.read('statusCodes', codesOrWords, {}));
  const words = codes.flatMap(([code, said]) =>
    typeof said === 'string' && isVerdict(said) ? [[code, said]] : [],
  );
  const own = codes.flatMap(([code, said]) => (typeof said === 'string' ? [] : [[code, said]]));
  return {
    ...verdicts('', Object.fromEntries(words) as Record<string, Verdict>),
    ...definedCodes(Object.fromEntries(own) as Record<string, Definition>),
  };
}

export function definedCodes(codes: Readonly<Record<string, Definition>>): StatusTable {
  const pending = Object.keys(codes).filter((key) => codes[key]?.kind === 'pending');
  // where the service tells “judging” from “waiting”, it is the highest of its pending codes
  const numbers = pending.map(codeOf).filter((code) => typeof code === 'number');
  const running = numbers.length > 1 ? Math.max(...numbers) : null;
  return statusTable(
    Object.entries(codes).map(([key, { name, kind, short }]) => [
      codeOf(key),
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
