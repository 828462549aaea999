/** Results of judges: types, decoding, verdicts, summaries, and formatting. Nothing here sends requests. */
export * from './withoutDecoder';
export { fitsWithin, isObject, MAX_ENTRIES, type DecodeNotice, type Misread } from './fieldReader';
export { JsonObject } from './jsonObject';
export { containerInText, parseJson, type ParsedJson } from './json';
export { decodeEnvelope, type DecodedEnvelope } from './decode';
export { encodeEnvelope } from './model';
export { decodeErrorBody } from './errorBody';
export { compareOutputs } from './comparison/compareOutputs';
export { statedComparison, type StatedComparison } from './comparison/statedComparison';
export { usualComparison, type ComparisonRule } from './comparison/comparisonRule';
export {
  comparisonByStatement,
  judgeOutput,
  ruleOnWindows,
  type JudgedOutput,
  type OutputDifference,
  type ProblemComparison,
} from './comparison/judgeOutput';
export { errorText } from './comparison/shownComparison';
export { differenceNotes, sentencesOf, type CaseNotes } from './comparison/differenceNotes';
