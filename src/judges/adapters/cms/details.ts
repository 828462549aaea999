import type { Case, StatusCode, Subtask } from '../../../results';
import { findElements, parseHtml, textIn, type HtmlElement } from '../shared/htmlTree';
import { tooManyEntries } from '../shared/jsonValues';
import { MAX_CMS_MESSAGE_LENGTH } from '../limits';
import { caseOf, flatSubtask, subtaskOf } from '../shared/makeResult';
import { isCompilerTimeout, reasonIn } from './messages';
import { numbersIn, readMemory, readTime, type ReadNumber } from './numbers';

/** The content of a submission's details page. */
export interface Details {
  readonly subtasks: readonly Subtask[];
  /** output of the compiler, and then its error output; null: none, or not shown */
  readonly compilerOutput: string | null;
  /** CMS's message that the compiler ran too long and was stopped; null: it wasn't */
  readonly compilerTimeout: string | null;
}

/** Status codes by the CSS class of a subtask or a case. */
const statuses: Readonly<Record<string, string>> = {
  correct: 'AC',
  notcorrect: 'WA',
  partiallycorrect: 'PC',
};

/**
 * Reads the HTML of a submission's details. Mostly CSS classes and the order of elements are relevant, because the texts
 * are in the language of the site. `language`: that language; null: unknown. Throws `RequestFailed` (`shape`) if the page
 * has too many elements.
 */
export function readDetails(html: string, language: string | null): Details {
  const readNumber = numbersIn(language);
  const page = parseHtml(html);
  if (!page) throw tooManyEntries('details');
  const subtasks = findElements(page, (element) => hasClass(element, 'div', 'subtask'));
  return {
    subtasks:
      subtasks.length > 0
        ? subtasks.map((subtask) => readSubtask(subtask, readNumber))
        : flatSubtask(readCases(page)),
    ...readCompilation(page),
  };
}

/** Reads the table about the compilation, and the two texts after it: the compiler's output, and its error output. */
function readCompilation(page: HtmlElement): Pick<Details, 'compilerOutput' | 'compilerTimeout'> {
  // stops at the score's details, so that their texts aren't found
  const found = findElements(
    page,
    (element) => ['pre', 'td'].includes(element.name) || hasClass(element, 'div', 'score_details'),
  );
  const texts = found
    .filter(({ name }) => name === 'pre')
    .slice(0, 2)
    .map(textIn);
  // the first cell contains the outcome, or its heading, and the second one the outcome
  const cells = found.filter(({ name }) => name === 'td').slice(0, 2);
  return {
    compilerOutput: texts.filter(isMessage).join('\n') || null,
    compilerTimeout: cells.map(oneLine).find(isCompilerTimeout)?.slice(0, MAX_CMS_MESSAGE_LENGTH) ?? null,
  };
}

/** Returns whether a text is more than spaces and the lines `===`, which CMS writes between the outputs of commands. */
function isMessage(text: string): boolean {
  return /[^\s=]/.test(text);
}

function hasClass({ name, classes }: HtmlElement, tagName: string, className: string): boolean {
  return name === tagName && classes.includes(className);
}

function readSubtask(element: HtmlElement, readNumber: ReadNumber): Subtask {
  const [head = element] = findElements(element, ({ classes }) => classes.includes('subtask-head'));
  const id = /(?<!\d)\d{1,6}(?!\d)/.exec(textOfClass(head, 'title'))?.[0];
  const [score, maximum] = readScores(textOfClass(head, 'score'), readNumber);
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

/** Returns why a case isn't correct. CMS shows `> 1.000 s` as the time of a program that exceeded the time limit. */
function reasonOf(message: string, time: string): StatusCode {
  return time.startsWith('>') ? 'TLE' : reasonIn(message);
}

/** Returns the text of the first element with a CSS class in one line; empty: none. */
function textOfClass(element: HtmlElement, className: string): string {
  const [found] = findElements(element, ({ classes }) => classes.includes(className));
  return found ? oneLine(found) : '';
}

function oneLine(element: HtmlElement): string {
  return textIn(element).replace(/\s+/g, ' ').trim();
}

/** Reads `(12.5 / 30)`. Null: not shown, or in an unknown form. */
function readScores(
  text: string,
  readNumber: ReadNumber,
): readonly [score: number | null, maximum: number | null] {
  const [, score, maximum] = /^\(?(\d[^/()]{0,30})\/([^/()]{1,30})\)?$/.exec(text) ?? [];
  return [readNumber(score?.trim() ?? ''), readNumber(maximum?.trim() ?? '')];
}
