import * as v from 'valibot';
import type { JudgeSemantics } from '../../../results';
import type { JudgeAdapter, Push, SubmissionSupport } from '../../adapter';
import { judgeIdOf } from '../../address';
import type { Authentication } from '../../signIn/authentication';
import { optionalText, type FieldReader, type JudgeAddress } from '../../settingFields';
import type { Judge } from '../../judge';
import { isRequestId, requestIdInQuery } from '../../requestIdInput';
import { describedAuthentication, signInBy } from '../described/authentication';
import { describedPush } from '../described/push';
import { describedCodes, tableOf } from '../described/statusCodes';
import { bodyKind, languages, submissionAsDescribed } from '../described/submission';
import { bodyLimits } from '../limits';
import { makeJudge, type JudgeType } from '../judgeType';
import { path, place } from '../described/dottedPaths';
import { checkByUnknownResult, fetchResult, refusalIn } from './responses';
import { luoguStatuses } from '../shared/commonVerdicts';

/** Any judge that follows the specification. It has only the capabilities that the settings contain. */
export const judge: JudgeType = {
  promptedFields: [
    { field: 'url', defaultValue: null },
    { field: 'authentication', defaultValue: null },
    { field: 'statusCodes', defaultValue: '' },
  ],
  followsSpecification: true,
  rules: null,
  describe,
};

function describe(name: string, fields: FieldReader): Judge | null {
  const authentication = describedAuthentication(fields);
  const address = fields.address(authentication);
  const codes = fields.read('statusCodes', statusCodes, {});
  const units = fields.read('units', describedUnits, { time: '', memory: '', score: '' });
  const push = describedPush(fields, null);
  const submission = describedSubmission(fields);
  if (!address) return null;

  const { baseUrl } = address;
  const isLuogu = codes === 'luogu';
  const rules: JudgeSemantics = {
    profile: 'judge',
    statuses: isLuogu ? luoguStatuses : tableOf(codes),
    units: { time: units.time || null, memory: units.memory || null, score: units.score || null },
    compileFailureIsFinal: isLuogu,
    ...(isLuogu ? { unknownStatusIsFinal: true } : {}),
  };
  return makeJudge(
    {
      id: judgeIdOf({ type: 'judge', address: baseUrl, name }),
      name,
      baseUrl,
      authentication,
      rules,
      definesCodes: !isLuogu,
    },
    judgeAdapter(address, authentication, push, submission),
  );
}

function judgeAdapter(
  { baseUrl }: JudgeAddress,
  authentication: Authentication,
  push: Push | null,
  submission: SubmissionSupport | null,
): JudgeAdapter {
  return {
    signIn: signInBy(authentication),
    refusalIn,
    checkAccount: checkByUnknownResult,
    fetchResult,
    bodyLimit: bodyLimits.longest,
    push: push ?? undefined,
    callback: { signatureHeader: null },
    submission: submission ?? undefined,

    // long enough, and not just a word
    looksLikeRequestId(text) {
      return isRequestId(text) && text.length >= 16 && /\d/.test(text);
    },

    pages: {
      readAddress(text) {
        return requestIdInQuery(baseUrl, text);
      },
    },
  };
}

/** `luogu` for the codes of the Luogu Open Platform, or the meaning of each code. */
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

/** Reads how the judge accepts programs: the path, the fields, and its languages by ID. */
function describedSubmission(fields: FieldReader): SubmissionSupport | null {
  const described = fields.read('submission', submissionFields, null);
  if (!described) return null;
  const { problemId, language, code, optimise, trackId } = described.fields;
  const sent: (readonly [string, string])[] = [
    [problemId, '{problem}'],
    [language, '{language}'],
    [code, '{code}'],
  ];
  if (optimise !== '') sent.push([optimise, '{o2}']);
  if (trackId !== '') sent.push([trackId, '{trackId}']);
  return submissionAsDescribed({ ...described, fields: Object.fromEntries(sent) });
}
