import {
  compareCodes,
  failureIn,
  failureOf,
  identities,
  isTrouble,
  meaningOf,
  outputsOf,
  plainLines,
  statusText,
  subtasksOf,
  type Case,
  type Envelope,
  type JudgingRules,
  type Measured,
  type StatusCode,
  type Subtask,
} from '../../judge';
import { emptyColumns, longestText, type CaseColumns } from '../../panel/columns';
import type { Figures, RecordHead, StatusView, SubtaskView } from '../../panel/messages';
import { caseDescription } from '../words/caseMessages';
import { meaningName } from '../words/recordWords';

/** A record as the page draws it. */
export interface RecordView {
  readonly head: RecordHead;
  readonly subtasks: readonly SubtaskView[];
}

/** What is said about a record in words, in the editor's language. */
export type Described = Omit<RecordHead, 'look' | 'figures' | 'units' | 'statuses'>;

/** Subtasks that were drawn before: an unchanged subtask of a new result is the same object. */
export type DrawnSubtasks = WeakMap<Subtask, SubtaskView>;

/** Linear in the number of cases that are not in `drawn` yet. */
export function recordView(
  envelope: Envelope | null,
  rules: JudgingRules,
  described: Described,
  drawn: DrawnSubtasks = new WeakMap(),
): RecordView {
  const list = subtasksOf(envelope);
  const keys = identities(list);
  const subtasks = list.map((subtask, index) => viewOf(subtask, keys[index] ?? '', rules, drawn));
  const judge = envelope?.data?.judge ?? null;
  const head: RecordHead = {
    ...described,
    look: lookOf(envelope, rules),
    figures: figuresOf(judge),
    units: rules.units,
    statuses: statusesOf(judge, subtasks, rules),
  };
  return { head, subtasks };
}

function figuresOf(measured: Measured | null): Figures {
  return {
    status: measured?.status ?? null,
    score: measured?.score ?? null,
    time: measured?.time ?? null,
    memory: measured?.memory ?? null,
  };
}

/** With the cause as its status, where its own only says that something failed. */
export function subtaskFigures(subtask: Subtask | null, rules: JudgingRules): Figures {
  const own = figuresOf(subtask);
  return { ...own, status: failureOf(own.status, subtask?.cases ?? [], rules).cause ?? own.status };
}

export function columnsOf(cases: readonly Case[]): CaseColumns {
  const columns = emptyColumns(cases.length);
  const texts = new Texts();
  cases.forEach((one, index) => {
    columns.id[index] = figure(one.id);
    columns.status[index] = one.status;
    columns.score[index] = figure(one.score);
    columns.time[index] = figure(one.time);
    columns.memory[index] = figure(one.memory);
    columns.signal[index] = figure(one.signal);
    columns.exitCode[index] = figure(one.exitCode);
    if (outputsOf(one)) columns.outputs[index] = 1;
    columns.description[index] = texts.indexOf(caseDescription(one));
  });
  return { ...columns, texts: texts.list };
}

function viewOf(subtask: Subtask, key: string, rules: JudgingRules, drawn: DrawnSubtasks): SubtaskView {
  const known = drawn.get(subtask);
  if (known?.key === key) return known;
  const view: SubtaskView = {
    key,
    id: subtask.id,
    figures: subtaskFigures(subtask, rules),
    cases: columnsOf(subtask.cases),
    before: null,
  };
  drawn.set(subtask, view);
  return view;
}

/** Every text once, fit to be shown. */
class Texts {
  readonly list: string[] = [''];
  private readonly known = new Map<string, number>();

  indexOf(text: string | null): number {
    if (text === null || text === '') return 0;
    const known = this.known.get(text);
    if (known !== undefined) return known;
    const index = this.list.push(plainLines(text, longestText)) - 1;
    this.known.set(text, index);
    return index;
  }
}

function lookOf(envelope: Envelope | null, rules: JudgingRules): RecordHead['look'] {
  const data = envelope?.data;
  const status = failureIn(envelope, rules).cause ?? data?.judge?.status ?? null;
  const meaning = meaningOf(rules.statuses, status);
  const noVerdict = status === null || meaning?.kind === 'pending';
  return noVerdict && data?.compile?.success === false ? 'compileError' : (meaning?.look ?? null);
}

function statusesOf(
  judge: Measured | null,
  subtasks: readonly SubtaskView[],
  rules: JudgingRules,
): StatusView[] {
  const codes = new Set<StatusCode>();
  const add = (code: StatusCode | null): void => {
    if (code !== null) codes.add(code);
  };
  add(judge?.status ?? null);
  for (const { figures, cases } of subtasks) {
    add(figures.status);
    cases.status.forEach(add);
  }
  return [...codes].sort(compareCodes).map((code) => {
    const meaning = meaningOf(rules.statuses, code);
    const short = statusText(code, rules);
    return {
      code,
      short,
      name: meaning ? meaningName(meaning) : short,
      look: meaning?.look ?? null,
      trouble: isTrouble(code, rules),
    };
  });
}

/** `+ 0` makes −0 the 0 that it is. */
function figure(value: number | null): number {
  return value === null ? Number.NaN : value + 0;
}
