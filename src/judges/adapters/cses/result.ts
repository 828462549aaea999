import { type Case, type JsonObject, MAX_ENTRIES, type Subtask, meaningOf } from '../../../results';
import type { Answer } from '../../adapter';
import { tooManyEntries } from '../shared/jsonValues';
import { readObject } from '../shared/responseBody';
import { type ReadResult, caseOf, maximaOf, resultOf, subtaskOf } from '../shared/makeResult';
import { languageIn } from './languages';
import { timeIn } from './times';
import { ACCEPTED, COMPILE_ERROR, PARTIAL, PENDING, TESTING, rules } from './verdicts';

/** A test, and the groups that it belongs to. */
interface Test {
  readonly testCase: Case;
  /** empty: the task has no groups */
  readonly groups: readonly number[];
}

/** Reads a submission. It is final if `pending` is false: `status` can’t decide that, because it may be any text. */
export function readResult(answer: Answer, requestId: string): ReadResult {
  const submission = readObject(answer);
  const isPending = submission.flag('pending') ?? submission.typeMismatch('pending', 'true or false');
  const tests = submission.list('tests', readTest);
  const groups = submission.list('feedback', readGroup);
  const subtasks = subtasksOf(tests, groups);
  const score = submission.number('score') ?? scoreOf(groups);
  const status = isPending ? pendingStatus(submission) : finalStatus(submission, groups, score);
  const task = submission.optionalObject('task');
  const taskId = task.text('id');
  return resultOf(
    {
      requestId,
      status,
      judge: {
        score: isPending ? null : score,
        ...maximaOf(tests.map(({ testCase }) => testCase)),
        subtasks,
      },
      ...(isPending ? progressIn(submission, tests.length > 0) : {}),
      description: submission.text('test_report'),
      compileMessage: submission.text('compiler'),
      isCompileError: status === COMPILE_ERROR,
      about: {
        problem: taskId === null ? null : { id: taskId, title: task.text('name') },
        ...languageIn(submission.raw.language),
        at: timeIn(submission.raw.time),
      },
    },
    submission,
  );
}

/** Returns the code of a pending submission: `TESTING`, unless it is still waiting. */
function pendingStatus(submission: JsonObject): string {
  return submission.text('status') === PENDING ? PENDING : TESTING;
}

/**
 * Returns the code of a final submission. Null: the judge sent no verdict. `result` is absent if the compilation failed,
 * and can be absent if there are points.
 */
function finalStatus(
  submission: JsonObject,
  groups: readonly Subtask[],
  score: number | null,
): string | null {
  const status = submission.text('status') ?? '';
  if (status === COMPILE_ERROR) return status;
  const verdict = submission.text('result') || verdictOfGroups(groups) || status || NO_VERDICT;
  const kind = meaningOf(rules.statuses, verdict)?.kind;
  // a final result can’t have a pending code
  if (kind === 'pending') return NO_VERDICT;
  return kind === 'failed' && score !== null && score > 0 ? PARTIAL : verdict;
}

/** The judge’s own code for a submission without a verdict. */
const NO_VERDICT = 'UNKNOWN';

/** Returns the verdict of the first group that isn’t accepted, or else `ACCEPTED`. Null: the result has no groups. */
function verdictOfGroups(groups: readonly Subtask[]): string | null {
  const group = groups.find(({ status }) => status !== ACCEPTED) ?? groups[0];
  const status = group?.status ?? null;
  return status === null ? null : String(status);
}

/** Returns the sum of the groups’ points. Null: no group has points. */
function scoreOf(groups: readonly Subtask[]): number | null {
  const scores = groups.flatMap(({ score }) => score ?? []);
  return scores.length === 0 ? null : scores.reduce((sum, score) => sum + score, 0);
}

/**
 * Reads the progress of a pending submission. `hasTests`: the response lists the finished tests, so `passed` is null. Both
 * numbers are null if the response contains no valid ones.
 */
function progressIn(
  submission: JsonObject,
  hasTests: boolean,
): { readonly passed: number | null; readonly total: number | null } {
  const progress = submission.optionalObject('test_progress');
  const done = progress.integer('finished_tests');
  const total = progress.integer('total_tests');
  const isValid = done !== null && total !== null && done >= 0 && done <= total;
  return { passed: isValid && !hasTests ? done : null, total: isValid ? total : null };
}

function readTest(test: JsonObject): Test {
  const groups: readonly unknown[] = Array.isArray(test.raw.groups) ? test.raw.groups : [];
  return {
    testCase: caseOf({
      id: test.integer('number'),
      status: test.text('verdict') || null,
      time: test.number('time'),
    }),
    groups: [...new Set(groups)].filter((group): group is number => Number.isSafeInteger(group)),
  };
}

/** Reads the points of a group. Its tests are added later. */
function readGroup(group: JsonObject): Subtask {
  return subtaskOf({
    id: group.integer('group'),
    status: group.text('verdict') || null,
    score: group.number('score'),
  });
}

/**
 * Creates one subtask for each group, with all of its tests. A test can belong to several groups. The tests outside of
 * groups form a subtask without an ID. Groups without feedback come last.
 */
function subtasksOf(tests: readonly Test[], groups: readonly Subtask[]): readonly Subtask[] {
  const members = new Map<number | null, Case[]>();
  let count = 0;
  for (const { testCase, groups: ids } of tests) {
    for (const id of ids.length === 0 ? [null] : ids) {
      count += 1;
      if (count > MAX_ENTRIES) throw tooManyEntries('tests');
      const known = members.get(id);
      if (known) known.push(testCase);
      else members.set(id, [testCase]);
    }
  }
  const withFeedback = new Set(groups.map(({ id }) => id));
  const others = [...members.keys()].filter((id) => !withFeedback.has(id)).map((id) => subtaskOf({ id }));
  const seen = new Set<Case>();
  return [...groups, ...others].map((group) => ({
    ...group,
    cases: (members.get(group.id) ?? []).map((testCase) => markRepeated(testCase, seen)),
  }));
}

/** Marks a test that `seen` contains as repeated. Adds any other test to `seen`. */
function markRepeated(testCase: Case, seen: Set<Case>): Case {
  if (seen.has(testCase)) return { ...testCase, extra: { isRepeated: true } };
  seen.add(testCase);
  return testCase;
}
