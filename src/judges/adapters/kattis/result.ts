import type { Case, JsonObject } from '../../../results';
import { firstBlock, plainOf } from '../shared/htmlText';
import { milliseconds, numberOf, textOf } from '../shared/jsonValues';
import { type ReadResult, caseOf, flatSubtask, problemNamed, resultOf } from '../shared/makeResult';
import { ACCEPTED, COMPILE_ERROR, rules, RUNNING } from './verdicts';

/** Reads `/submissions/<id>?json`. Most values are in a row of HTML. */
export function readSubmission(submission: JsonObject, requestId: string): ReadResult {
  const status = submission.requiredInteger('status_id');
  const done = submission.integer('testcase_index') ?? 0;
  const isPending = status <= RUNNING;
  const isCompileError = status === COMPILE_ERROR;

  const row = htmlOf(submission.raw.row_html);
  const problem = /href="(?:\/contests\/[\w-]{1,64})?\/problems\/([\w.-]{1,100})"/.exec(row)?.[1];
  const language = /data-type="lang"[^>]{0,200}>([^<]{1,60})</.exec(row)?.[1];
  // `0.05&nbsp;s` or `&gt; 1.00&nbsp;s`; empty if the problem has points
  const seconds = /data-type="cpu"[^>]{0,200}>[^<\d]{0,40}(\d{1,6}(?:\.\d{1,6})?)/.exec(row)?.[1];
  const points = /Accepted \((\d{1,9}(?:\.\d{1,9})?)\)/.exec(row)?.[1];

  const listed = casesIn(row, isPending);
  // the last case that was run is the one that failed
  const hasFailed = rules.statuses[status]?.kind === 'failed' && !isCompileError && done > 0;
  const cases = listed.length === 0 && hasFailed ? [caseOf({ id: done, status })] : listed;
  const isCounted = cases.length === 0 && done > 0 && (isPending || status === ACCEPTED);

  return resultOf(
    {
      requestId,
      status,
      isCompileError,
      passed: isCounted ? done : null,
      total: isPending ? totalIn(row) : null,
      judge: {
        score: numberOf(Number(points ?? NaN)),
        time: milliseconds(Number(seconds ?? NaN)),
        subtasks: flatSubtask(cases),
      },
      compileMessage: isCompileError ? firstBlock(htmlOf(submission.raw.feedback_html)) : null,
      about: {
        problem: problemNamed(problem ?? null),
        language: plainOf(language ?? '') || null,
      },
    },
    submission,
  );
}

function htmlOf(value: unknown): string {
  return textOf(value)?.slice(0, 4_000_000) ?? '';
}

/** Status codes by the verdicts in the titles of cases. */
const codesByWords = new Map(
  Object.values(rules.statuses).map(({ name, code }) => [wordsOf(name), code] as const),
);

function wordsOf(text: string): string {
  return text.toLowerCase().replaceAll(' ', '');
}

/** Reads `title="Test case 3/22: Wrong Answer"`. Skips unchecked cases while the program is running. */
function casesIn(row: string, isPending: boolean): readonly Case[] {
  const titles = row.matchAll(/title="Test case (\d{1,6})\/\d{1,6}\b([^"]{0,200})"/g);
  const cases = new Map<number, Case>();
  for (const [, number, verdict = ''] of titles) {
    const id = Number(number);
    const reason = plainOf(verdict.slice(verdict.lastIndexOf(':') + 1)).trim();
    const isChecked = !reason.endsWith('not checked');
    if (cases.has(id) || (isPending && !isChecked)) continue;
    const status = isChecked ? (codesByWords.get(wordsOf(reason)) ?? null) : 'SKIP';
    cases.set(id, caseOf({ id, status, description: status === null ? reason : null }));
  }
  return [...cases.values()];
}

/** Reads the total number of cases from a title, or from the cell with their count. Null: unknown. */
function totalIn(row: string): number | null {
  const title = /title="Test case \d{1,6}\/(\d{1,6})\b/.exec(row)?.[1];
  const total = title ?? /data-type="testcases"[^>]{0,200}>[^<\d]{0,40}\d{1,6}\/(\d{1,6})/.exec(row)?.[1];
  return total === undefined ? null : Number(total);
}
