import type { Contest, Limits } from '../../../results';
import type { Answer } from '../../adapter';
import type { OutgoingRequest } from '../../http/judgeHttp';
import { findElements, parseHtml, textIn, type HtmlElement } from '../shared/htmlTree';
import { MAX_CMS_LANGUAGES } from '../limits';
import { isTaskName } from './addresses';
import { isCmsPage } from './refusals';
import { readMemory, readTime } from './numbers';
import { inEnglish } from './requests';

export interface ContestLanguage {
  readonly name: string;
  /** with the dot; CMS gives a submitted file the first one */
  readonly extensions: readonly string[];
}

/** Data about a task on the front page of a contest. */
interface TaskOnPage {
  readonly title: string | null;
  /** null: none, or unknown */
  readonly limits: Limits | null;
  /** first extensions of the languages that the task accepts, with the dot; empty: unknown, or it accepts no programs */
  readonly extensions: readonly string[];
}

/** The times of a contest for this user. Null: unknown */
export type ContestTimes = Pick<Contest, 'startsAt' | 'endsAt' | 'isOver' | 'hasBegun'>;

/** The front page of a contest, as a signed-in user sees it. It contains what the API doesn't report. */
export interface ContestPage {
  /** empty: unknown */
  readonly languages: readonly ContestLanguage[];
  readonly title: string | null;
  readonly times: ContestTimes;
  readonly tasks: ReadonlyMap<string, TaskOnPage>;
}

/** Maximum length of the part of the page that is read, in UTF-16 units. */
const MAX_LENGTH = 400_000;

/** CMS rejects a trailing slash after the name of a contest. */
export const contestPageRequest: OutgoingRequest = { method: 'GET', path: '', headers: inEnglish };

/** Reads the front page of a contest. Null: the response is something else. */
export function readContestPage(answer: Answer | undefined): ContestPage | null {
  if (!answer || answer.status >= 300 || !isCmsPage(answer)) return null;
  const text = answer.text.slice(0, MAX_LENGTH);
  const page = parseHtml(text);
  return { languages: languagesIn(text), title: titleIn(page), times: timesIn(text), tasks: tasksIn(page) };
}

/** Reads the script's object of languages: `'C11 / gcc': { '.c': true, }`. */
function languagesIn(text: string): readonly ContestLanguage[] {
  const start = text.indexOf('var LANGUAGES = {');
  const end = text.indexOf('};', start);
  if (start < 0 || end < 0) return [];
  const entries = [...text.slice(start, end).matchAll(/'([^'\n]{1,64})': ?\{([^{}]{0,2000})\}/g)];
  return entries.slice(0, MAX_CMS_LANGUAGES).map(([, name = '', extensions = '']) => ({
    name,
    extensions: [...extensions.matchAll(/'(\.[\w+-]{1,20})'/g)].map(([, extension = '']) => extension),
  }));
}

/** Reads the title from the bar at the top of the page; null: none */
function titleIn(page: HtmlElement | null): string | null {
  const [brand] = page ? findElements(page, ({ classes }) => classes.includes('brand')) : [];
  return (brand && oneLine(brand)) || null;
}

/**
 * Reads the times of the contest from the arguments of `new CMS.CWSUtils(…)`. The last three are the start of the current
 * phase, its end, and its number: -2 before the contest, -1 before the user's own start, 0 while the user can submit, and
 * more afterwards. Times are in seconds; those of a guest's page are 0.
 */
function timesIn(text: string): ContestTimes {
  const start = text.indexOf('new CMS.CWSUtils(');
  const end = text.indexOf(')', start);
  if (start < 0 || end < 0 || end - start > 5_000) return { endsAt: null };
  const [phase = '', ends = '', begins = ''] = text
    .slice(start, end)
    .split(',')
    .map((part) => part.trim())
    .toReversed();
  const [phaseStart, phaseEnd] = [timeIn(begins), timeIn(ends)];
  // if each user has an own time in the contest, phase -1 ends when the contest does
  const isOwnTime = text.includes('utils.update_time(true');
  switch (phase) {
    case '-2':
      return phaseEnd === null ? { endsAt: null } : { startsAt: phaseEnd, endsAt: null };
    case '-1':
      if (isOwnTime || phaseEnd === null) return { endsAt: null, hasBegun: false };
      return { startsAt: phaseEnd, endsAt: null };
    case '0':
      return { startsAt: phaseStart, endsAt: phaseEnd };
    case '1':
    case '2':
      return { endsAt: phaseStart, isOver: true };
    case '3':
    case '4':
      return { endsAt: null, isOver: true };
    default:
      return { endsAt: null };
  }
}

/** Parses seconds since 1970, ms; null: none */
function timeIn(text: string): number | null {
  return /^\d{9,11}(?:\.\d{1,9})?$/.test(text) ? Math.round(Number(text) * 1000) : null;
}

/** Reads the table of the tasks: name, title, time limit, memory limit, type, and files. */
function tasksIn(page: HtmlElement | null): ReadonlyMap<string, TaskOnPage> {
  const rows = page ? findElements(page, ({ name }) => name === 'tr') : [];
  return new Map(
    rows.flatMap((row): readonly [string, TaskOnPage][] => {
      const cells = row.children.filter((child) => typeof child !== 'string');
      const [name = '', title = '', time = '', memory = '', , files = ''] = cells.map(oneLine);
      // the cells of the row with the headings are all <th>
      if (cells.length < 6 || cells[1]?.name !== 'td' || !isTaskName(name)) return [];
      const limits = { time: readTime(time), memory: readMemory(memory) };
      const task = {
        title: title || null,
        limits: limits.time === null && limits.memory === null ? null : limits,
        extensions: /\[([^\]]{1,500})\]/.exec(files)?.[1]?.split('|') ?? [],
      };
      return [[name, task]];
    }),
  );
}

function oneLine(cell: HtmlElement): string {
  return textIn(cell).replace(/\s+/g, ' ').trim().slice(0, 500).toWellFormed();
}
