import * as v from 'valibot';
import type { Memento, Uri } from 'vscode';
import type { ProblemComparison } from '../../results';
import type { JudgeId } from '../../judges';
import { mementos } from '../shared/storage/storageKeys';
import { MAX_STORED_PROBLEMS } from './limits';
import { problemKey } from './problemKey';

const flag = v.exactOptional(v.literal(true));
const ignoresByteOrderMark = v.exactOptional(v.union([v.literal(true), v.literal('output')]));

const rule = v.variant('unit', [
  v.object({ unit: v.literal('text'), ignoresByteOrderMark, ignoresEnd: flag, keepsCarriageReturns: flag }),
  v.object({
    unit: v.literal('lines'),
    ignoresByteOrderMark,
    caseless: flag,
    blanks: v.exactOptional(v.picklist(['c', 'cOrNul', 'testlib'])),
    keepsBlankLines: flag,
    refusesEmptyOutput: flag,
  }),
  v.object({
    unit: v.literal('tokens'),
    ignoresByteOrderMark,
    lineEnds: v.exactOptional(v.picklist(['blanks', 'counted', 'countedButForEmptyLines'])),
    caseless: v.exactOptional(v.picklist(['ascii', 'unicode'])),
    blanks: v.exactOptional(v.picklist(['c', 'testlib', 'unicode', 'notNumeric'])),
    ignoresAfterNul: flag,
    tolerance: v.exactOptional(
      v.object({
        absolute: v.number(),
        relative: v.number(),
        special: v.exactOptional(v.picklist(['equal', 'wrong'])),
      }),
    ),
  }),
]);

const stored = v.record(
  v.string(),
  v.object({
    judge: v.string(),
    rule,
    source: v.picklist(['judge', 'statement']),
    hasSeveralAnswers: flag,
  }),
);
type Stored = v.InferOutput<typeof stored>;

/**
 * Returns the comparison rule of a program's problem that the judge or the statement contained when the samples were
 * fetched. Null: they contained none, or the judge is another one.
 */
export function sentComparison(storage: Memento, program: Uri, judge: JudgeId): ProblemComparison | null {
  const found = storedComparisons(storage)[problemKey(program)];
  if (found?.judge !== judge) return null;
  const { rule: sentRule, source, hasSeveralAnswers } = found;
  return { rule: sentRule, source, ...(hasSeveralAnswers ? { hasSeveralAnswers } : {}) };
}

/** Stores the data that a judge sent about a program's problem, so that single cases are compared alike later. */
export async function storeSentComparison(
  storage: Memento,
  program: Uri,
  judge: JudgeId,
  { rule: sentRule, source, hasSeveralAnswers }: ProblemComparison,
): Promise<void> {
  const before = storedComparisons(storage);
  const key = problemKey(program);
  const isSaid = source === 'judge' || source === 'statement';
  if (!isSaid && !(key in before)) return;
  const others = Object.entries(before).filter(([name]) => name !== key);
  const sent = { judge, rule: sentRule, source, ...(hasSeveralAnswers ? { hasSeveralAnswers } : {}) };
  const all = isSaid ? [...others, [key, sent] as const] : others;
  await storage.update(mementos.sentComparisons, Object.fromEntries(all.slice(-MAX_STORED_PROBLEMS)));
}

function storedComparisons(storage: Memento): Stored {
  const read = v.safeParse(stored, storage.get<unknown>(mementos.sentComparisons));
  return read.success ? read.output : {};
}
