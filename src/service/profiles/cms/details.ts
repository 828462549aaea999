import type { Case, Measured, StatusCode, Subtask } from '../../../judge';
import { findElements, parseHtml, textIn, type HtmlElement } from '../htmlTree';
import { tooManyEntries } from '../jsonValues';
import { MAX_CMS_MESSAGE_LENGTH } from '../limits';
import { caseOf, flatSubtask, subtaskOf } from '../results';

/** The content of a submission's details page. */
export interface Details {
  readonly subtasks: readonly Subtask[];
  /** output of the compiler, and then its error output; null: none, or not shown */
  readonly compilerOutput: string | null;
}

/** Status codes by the CSS class of a subtask or a case. */
const statuses: Readonly<Record<string, string>> = {
  correct: 'AC',
  notcorrect: 'WA',
  partiallycorrect: 'PC',
};

/**
 * Reads the HTML of a submission's details. Only CSS classes and the order of elements are relevant, because the texts
 * are in the language of the site. Throws `ServiceFailed` (`shape`) if the page has too many elements.
 */
export function readDetails(html: string): Details {
  const page = parseHtml(html);
  if (!page) throw tooManyEntries('details');
  const subtasks = findElements(page, (element) => hasClass(element, 'div', 'subtask'));
  return {
    subtasks: subtasks.length > 0 ? subtasks.map(readSubtask) : flatSubtask(readCases(page)),
    compilerOutput: readCompilerOutput(page),
  };
}

/** Reads the first two texts outside of the score: the compiler's output, and then its error output. */
function readCompilerOutput(page: HtmlElement): string | null {
  // stops at the score's details, so that their texts aren't found
  const found = findElements(
    page,
    (element) => element.name === 'pre' || hasClass(element, 'div', 'score_details'),
  );
  const texts = found
    .filter(({ name }) => name === 'pre')
    .slice(0, 2)
    .map(textIn);
  return texts.filter((text) => text.trim() !== '').join('\n') || null;
}

/** Returns whether an element has a tag name and a CSS class. */
function hasClass({ name, classes }: HtmlElement, tagName: string, className: string): boolean {
  return name === tagName && classes.includes(className);
}

function readSubtask(element: HtmlElement): Subtask {
  const [head = element] = findElements(element, ({ classes }) => classes.includes('subtask-head'));
  const id = /(?<!\d)\d{1,6}(?!\d)/.exec(textOfClass(head, 'title'))?.[0];
  const [score, maximum] = readScores(textOfClass(head, 'score'));
  return subtaskOf({
    id: id === undefined ? null : Number(id),
    status: statusOf(element),
    score,
    ...(maximum === null ? {} : { maximum }),
    cases: readCases(element),
  });
}

/** Reads the rows of all tables of cases below an element. Skips the first row of a table, which has headings. */
function readCases(element: HtmlElement): readonly Case[] {
  const rows = findElements(element, (child) => hasClass(child, 'table', 'testcase-list'))
    .flatMap((table) => findElements(table, ({ name }) => name === 'tr'))
    .filter(({ children }) => children.some((child) => typeof child !== 'string' && child.name === 'td'));
  return rows.map(readCase);
}

/** Reads a row. `index`: its position, from 0. A case without a number in its row gets this position, from 1. */
function readCase(row: HtmlElement, index: number): Case {
  const number = /^\d{1,6}$/.exec(textOfClass(row, 'idx'))?.[0];
  const message = textOfClass(row, 'details').slice(0, MAX_CMS_MESSAGE_LENGTH);
  const time = textOfClass(row, 'execution-time');
  const status = statusOf(row);
  return caseOf({
    id: number === undefined ? index + 1 : Number(number),
    status: status === 'WA' ? reasonOf(message, time) : status,
    time: readTime(time),
    memory: readMemory(textOfClass(row, 'memory-used')),
    description: message.toWellFormed() || null,
  });
}

/** Returns the status code of a subtask or a case. Null: the contest hides it. */
function statusOf({ classes }: HtmlElement): string | null {
  const className = classes.find((name) => Object.hasOwn(statuses, name));
  return className === undefined ? null : (statuses[className] ?? null);
}

/** The beginnings of CMS's English messages about programs that didn't run to their end. */
const reasons: readonly (readonly [start: string, code: string])[] = [
  ['Execution timed out', 'TLE'],
  ['Memory limit exceeded', 'MLE'],
  ['Execution killed', 'RTE'],
  ['Execution failed', 'RTE'],
];

/** Returns why a case isn't correct. CMS shows `> 1.000 s` as the time of a program that exceeded the time limit. */
function reasonOf(message: string, time: string): StatusCode {
  if (time.startsWith('>')) return 'TLE';
  return reasons.find(([start]) => message.startsWith(start))?.[1] ?? 'WA';
}

/** Returns the text of the first element with a CSS class in one line; empty: none. */
function textOfClass(element: HtmlElement, className: string): string {
  const [found] = findElements(element, ({ classes }) => classes.includes(className));
  return found ? textIn(found).replace(/\s+/g, ' ').trim() : '';
}

/** Reads `(12.5 / 30)`. Null: not shown, or in an unknown form. */
function readScores(text: string): readonly [score: number | null, maximum: number | null] {
  const [, score, maximum] =
    /^\(?(\d{1,9}(?:[.,]\d{1,9})?) ?\/ ?(\d{1,9}(?:[.,]\d{1,9})?)\)?$/.exec(text) ?? [];
  return [decimal(score), decimal(maximum)];
}

/**
 * Parses a decimal number. Null: absent, or ambiguous. Depending on the language of the site, three digits after a
 * separator are a fraction or thousands.
 */
function decimal(text: string | undefined): number | null {
  const [, whole = '', fraction = ''] = /^(\d+)(?:[.,](\d+))?$/.exec(text ?? '') ?? [];
  if (whole === '' || (fraction.length === 3 && whole !== '0')) return null;
  return Number(`${whole}.${fraction || '0'}`);
}

/** Abbreviations of seconds in the languages of CMS. */
const seconds = new Set('s sec secs second seconds sek с сек sn seg mp 秒 초 ث'.split(' '));

/** Reads `0.123 s` or `> 1.000 s` as ms. CMS always shows three decimals. Null: unknown number or unit. */
function readTime(text: string): Measured['time'] {
  const [, whole, fraction, unit = ''] =
    /^(?:> ?)?(\d{1,6})[.,](\d{1,3}) ?([^\d\s.]{1,10})\.?$/.exec(text) ?? [];
  if (whole === undefined || fraction === undefined || !seconds.has(unit)) return null;
  return Number(whole) * 1000 + Number(fraction.padEnd(3, '0'));
}

/** KiB by unit, in the languages of CMS. */
const memoryUnits: Readonly<Record<string, number>> = {
  B: 1 / 1024,
  byte: 1 / 1024,
  bytes: 1 / 1024,
  KiB: 1,
  Kio: 1,
  КиБ: 1,
  MiB: 1024,
  Mio: 1024,
  МиБ: 1024,
  GiB: 1024 ** 2,
  Gio: 1024 ** 2,
  ГиБ: 1024 ** 2,
};

/**
 * Reads `12.3 MiB` as KiB. CMS shows at most two decimals, and four digits only from 1,000 to 1,023. Null: unknown
 * number or unit.
 */
function readMemory(text: string): Measured['memory'] {
  const [, number = '', unit = ''] = /^(\d{1,4}(?:[., ]\d{1,3})?) ?([^\d\s.,]{1,10})$/.exec(text) ?? [];
  const factor = Object.hasOwn(memoryUnits, unit) ? memoryUnits[unit] : undefined;
  if (factor === undefined) return null;
  if (/^1[., ]0[012]\d$/.test(number)) return Number(number[0] + number.slice(2)) * factor;
  const [, whole, fraction = '0'] = /^(\d{1,4})(?:[.,](\d{1,2}))?$/.exec(number) ?? [];
  return whole === undefined ? null : Number(`${whole}.${fraction}`) * factor;
}
