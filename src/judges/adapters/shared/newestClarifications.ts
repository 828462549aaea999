import { plainLines } from '../../../results';
import type { Clarification } from '../../adapter';
import { MAX_CLARIFICATION_LENGTH, MAX_CLARIFICATIONS } from '../limits';

/** Returns a clarification without control characters, and not too long. */
function clarification(raw: Clarification): Clarification {
  return {
    id: raw.id.slice(0, 100),
    kind: raw.kind,
    ...(raw.team === undefined ? {} : { team: plainLines(raw.team, 200).replaceAll('\n', ' ') }),
    ...(raw.answerPage === undefined ? {} : { answerPage: raw.answerPage }),
    problem: raw.problem === null ? null : plainLines(raw.problem, 200).replaceAll('\n', ' '),
    text: plainLines(raw.text, MAX_CLARIFICATION_LENGTH).trim(),
    at: raw.at,
  };
}

/** Returns the newest clarifications, the newest first. Those without a time are last. */
export function newestClarifications(all: readonly Clarification[]): readonly Clarification[] {
  return all
    .toSorted((one, other) => (other.at ?? -Infinity) - (one.at ?? -Infinity) || 0)
    .slice(0, MAX_CLARIFICATIONS)
    .map(clarification);
}
