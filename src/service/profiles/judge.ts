import * as v from 'valibot';
import { optionalText, type FieldReader } from '../fields';
import { serviceId } from '../address';
import type { ServiceProfile, SubmissionOffer } from '../profile';
import { isRequestId, requestIdInQuery } from '../requestIdInput';
import { definedCodes, definitions, describedAuthentication, signInBy, describedPush } from './described';
import { nothingOffered, type ServiceKind } from './kind';
import { editorLanguagesKnown } from './languageNames';
import { luoguStatuses } from './verdicts';
import { plainSubmission, probeQuestion, readResult, resultQuestion, submitQuestion } from './specification';

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
    signIn: signInBy(authentication),
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

/** those of the Luogu Open Platform, or each with its meaning */
const statusCodes = v.nullish(
  v.lazy((value) => (value === 'luogu' ? v.literal('luogu') : definitions)),
  {},
);
const describedUnits = v.nullish(
  v.object({ time: optionalText, memory: optionalText, score: optionalText }),
  {},
);

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
