import * as v from 'valibot';
import { optionalText, type FieldReader } from '../fields';
import { serviceId } from '../address';
import type { ServiceProfile } from '../profile';
import type { SubmissionOffer } from '../submission';
import { isRequestId, requestIdInQuery } from '../requestIdInput';
import { describedAuthentication, describedCodes, describedPush, signInBy, tableOf } from './described';
import { bodyKind, describedOffer, languages } from './describedSubmission';
import { bodyLimits, nothingOffered, type ServiceKind } from './kind';
import { path, place } from './places';
import { luoguStatuses } from './verdicts';
import { probeQuestion, resultQuestion, understoodJson } from './specification';

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
    bodyLimit: bodyLimits.longest,
    id: serviceId({ type: 'judge', address: address.baseUrl, name }),
    type: 'judge',
    name,
    ...address,
    authentication,
    signIn: signInBy(authentication),
    check: probeQuestion,
    rules: {
      profile: 'judge',
      statuses: isLuogu ? luoguStatuses : tableOf(codes),
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

/** those of the Luogu Open Platform, or each with its meaning */
const statusCodes = v.nullish(
  v.lazy((value) => (value === 'luogu' ? v.literal('luogu') : describedCodes)),
  {},
);
const describedUnits = v.nullish(
  v.object({ time: optionalText, memory: optionalText, score: optionalText }),
  {},
);

const fieldName = v.pipe(v.string(), v.minLength(1));
const submissionFields = v.nullish(
  v.object({
    path,
    body: bodyKind,
    id: v.optional(place, 'requestId'),
    fields: v.object({
      problemId: fieldName,
      language: fieldName,
      code: fieldName,
      optimise: optionalText,
      trackId: optionalText,
    }),
    languages: v.nullish(languages, {}),
  }),
);

/** How the service takes programs: where they are posted, what its fields are called, and its languages by their IDs. */
function describedSubmission(fields: FieldReader): SubmissionOffer | null {
  const described = fields.read('submission', submissionFields, null);
  if (!described) return null;
  const { problemId, language, code, optimise, trackId } = described.fields;
  const sent = [
    ...[
      [problemId, '{problem}'],
      [language, '{language}'],
      [code, '{code}'],
    ],
    ...[
      [optimise, '{o2}'],
      [trackId, '{trackId}'],
    ].filter(([name]) => name !== ''),
  ];
  return describedOffer(
    { ...described, fields: Object.fromEntries(sent) as Record<string, string> },
    understoodJson,
  );
}
