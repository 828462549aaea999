import type { Case, StatusCode, Subtask } from '../../../results';
import { flatSubtask, subtaskOf } from '../shared/makeResult';
import { ACCEPTED, SKIPPED } from './verdicts';

/** A group of tests, as the valuer describes it in a line of its comment. */
interface Group {
  readonly id: string;
  /** numbers of its first and its last test */
  readonly first: number;
  readonly last: number;
  readonly score: number;
}

/** Maximum number of lines of a comment that are read. */
const MAX_LINES = 1_000;

const groupLine =
  /^(?:Test group|Группа тестов) '?([^':]{1,40})'?: (?:tests?|тесты?) (\d{1,6})(?:-(\d{1,6}))?: (?:score|балл) (\d{1,9})\.?$/;

/**
 * Divides the tests of a run into the groups that the valuer's comment contains. Tests outside of all groups precede them.
 * `rest`: the other lines of the comment; empty: none
 */
export function groupTests(
  tests: readonly Case[],
  comment: string,
): { readonly subtasks: readonly Subtask[]; readonly rest: string } {
  const groups: Group[] = [];
  const rest: string[] = [];
  const lines = comment.split('\n', MAX_LINES);
  for (const line of lines) {
    const group = groupIn(line.slice(0, 200).trim());
    if (group) groups.push(group);
    else rest.push(line);
  }
  if (groups.length === 0 || tests.length === 0) return { subtasks: flatSubtask(tests), rest: comment };
  const ofGroups = new Map(groups.map((group): [Group, Case[]] => [group, []]));
  const others: Case[] = [];
  for (const test of tests) {
    const group = groups.find(({ first, last }) => test.id !== null && test.id >= first && test.id <= last);
    ((group && ofGroups.get(group)) ?? others).push(test);
  }
  const subtasks = [...ofGroups].map(([{ id, score }, cases]) =>
    subtaskOf({
      ...(/^\d{1,6}$/.test(id) ? { id: Number(id) } : { name: id }),
      status: statusOf(cases),
      score,
      cases,
    }),
  );
  return { subtasks: [...flatSubtask(others), ...subtasks], rest: rest.join('\n').trim() };
}

function groupIn(line: string): Group | null {
  const [, id, first, last = first, score] = groupLine.exec(line) ?? [];
  if (id === undefined) return null;
  return { id, first: Number(first), last: Number(last), score: Number(score) };
}

/** Returns the status of the first test that failed, or else that of a skipped one. Null: some or all are hidden. */
function statusOf(tests: readonly Case[]): StatusCode | null {
  const failed = tests.find(({ status }) => status !== null && status !== ACCEPTED && status !== SKIPPED);
  if (failed) return failed.status;
  if (tests.length === 0 || tests.some(({ status }) => status === null)) return null;
  return tests.some(({ status }) => status === SKIPPED) ? SKIPPED : ACCEPTED;
}
