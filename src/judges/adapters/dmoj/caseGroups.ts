import type { Case, JsonObject, Subtask } from '../../../results';
import { milliseconds } from '../shared/jsonValues';
import { caseOf, figuresOf, subtaskOf } from '../shared/makeResult';
import { isPending, verdictOf } from './verdicts';
import type { CaseText } from './testCasesPage';

/** A group of cases, with the texts of the site's page. */
interface Group {
  readonly id: number | null;
  readonly batch: JsonObject | null;
  readonly cases: Case[];
}

/**
 * Reads the cases in the order and with the numbers of the site's page: batches and cases outside of batches share a
 * counter, and each batch numbers its cases from 1. Successive cases outside of batches form a subtask without an ID.
 * `texts`: the page's texts of all cases in this order; empty: unknown
 */
export function readCaseGroups(submission: JsonObject, texts: readonly CaseText[]): readonly Subtask[] {
  const groups: Group[] = [];
  let counter = 0;
  let read = 0;
  submission.list('cases', (item) => {
    counter += 1;
    const batch = item.raw.type === 'batch' ? item : null;
    let group = groups.at(-1);
    if (!group || group.batch || batch) {
      group = { id: batch && counter, batch, cases: [] };
      groups.push(group);
    }
    const { cases } = group;
    const add = (testCase: JsonObject, number: number): void => {
      cases.push(readCase(testCase, number, batch !== null, texts[read]));
      read += 1;
    };
    if (batch) batch.list('cases', (testCase) => add(testCase, cases.length + 1));
    else add(item, counter);
  });
  // the submission was judged again between the two requests, so the texts don't fit
  if (texts.length > 0 && texts.length !== read) return readCaseGroups(submission, []);
  const isJudging = isPending(submission.text('status'));
  return groups.map((group, index) => subtaskOfGroup(group, isJudging && index === groups.length - 1));
}

/** `isInProgress`: more cases may follow, so the judge sends the points that the batch has now */
function subtaskOfGroup({ id, batch, cases }: Group, isInProgress: boolean): Subtask {
  const maximum = batch?.number('total') ?? null;
  const score = batch?.number('points') ?? null;
  const isKnown = batch !== null && !isInProgress;
  return subtaskOf({
    id,
    status: isKnown ? statusOf(cases) : null,
    score: isKnown ? score : null,
    ...figuresOf(cases),
    ...(maximum === null ? {} : { maximum }),
    cases,
  });
}

/** Returns the status of the first case that failed, or else that of the first case. */
function statusOf(cases: readonly Case[]): Subtask['status'] {
  const failed = cases.find(({ status }) => status !== 'AC' && status !== 'SC');
  return (failed ?? cases[0])?.status ?? null;
}

/** Reads a case. Cases of a batch have no points. The judge sends those of the batch. */
function readCase(item: JsonObject, number: number, isInBatch: boolean, text: CaseText | undefined): Case {
  const total = item.number('total');
  const points = item.number('points');
  const status = verdictOf(item.text('status'), points, total);
  const time = milliseconds(item.number('time'));
  const memory = item.number('memory');
  // the zeros of a case that wasn't run have no meaning
  const wasRun = status !== 'SC';
  return caseOf({
    id: number,
    status,
    score: wasRun && !isInBatch ? points : null,
    time: wasRun ? time : null,
    memory: wasRun ? memory : null,
    description: text?.feedback ?? null,
    extra: {
      total: isInBatch ? null : total,
      stdout: text?.output ?? null,
      omitted: text?.output === null || text === undefined ? null : { expected: 'notSent' },
    },
  });
}
