import {
  firstFailedIn,
  identities,
  subtasksOf,
  type Case,
  type Envelope,
  type JudgeSemantics,
} from '../results';

/** A case, and its location: the identities of its subtask and of the case, such as `0/3`. */
export interface LocatedCase {
  readonly location: string;
  readonly testCase: Case;
}

/** Returns the cases of all subtasks, in the order of the result. */
export function locatedCases(envelope: Envelope | null): readonly LocatedCase[] {
  const subtasks = subtasksOf(envelope);
  const names = identities(subtasks);
  return subtasks.flatMap(({ cases }, at) => {
    const own = identities(cases);
    return cases.map((testCase, index) => ({ location: `${names[at]}/${own[index]}`, testCase }));
  });
}

/** Finds the case with this location; if it is null, the first failed case. Null if no such case exists. */
export function locateCase(
  envelope: Envelope | null,
  rules: JudgeSemantics,
  location: string | null,
): LocatedCase | null {
  if (location !== null)
    return locatedCases(envelope).find((located) => located.location === location) ?? null;
  const first = firstFailedIn(envelope, rules);
  return first && { location: `${first.place.subtask}/${first.place.case}`, testCase: first.case };
}
