import type { Contest } from '../../../results';
import type { ListedSubmission } from '../../adapter';
import { findElements, parseHtml, textIn, type HtmlElement } from '../shared/htmlTree';
import { milliseconds, momentOf } from '../shared/jsonValues';
import { recentOf } from '../shared/listedSubmissions';
import { isPending, verdictOf } from './verdicts';

export interface Row {
  /** null: the user may not open the submission */
  readonly requestId: string | null;
  readonly user: string | null;
  /** null: the list belongs to one problem */
  readonly problem: { readonly id: string; readonly title: string } | null;
  /** display name of the language */
  readonly language: string | null;
  readonly status: string | null;
  readonly score: number | null;
  readonly maximum: number | null;
  /** ms */
  readonly time: number | null;
  /** ms since 1970 */
  readonly at: number | null;
  /** the contest in which it was submitted; null: none, or the user is in it */
  readonly contest: { readonly id: string; readonly title: string } | null;
}

/** A page with a list of submissions, the newest first. */
export interface ListPage {
  readonly rows: readonly Row[];
  /** number of the page with older submissions; null: there is none */
  readonly next: number | null;
}

/** Attributes that `readRows` and `contestOfUser` need. */
const attributes = ['id', 'href', 'title', 'data-iso'] as const;

export function parsePage(html: string): HtmlElement | null {
  return parseHtml(html, attributes);
}

/** Reads a list of submissions. Null: another page. */
export function readListPage(html: string): ListPage | null {
  const page = parsePage(html);
  if (!page) return null;
  const [table] = findElements(page, ({ attributes: { id } = {} }) => id === 'submissions-table');
  if (!table) return null;
  const rows = findElements(table, ({ attributes: { id = '' } = {} }) => /^\d{1,12}$/.test(id));
  return { rows: rows.map((row) => rowIn(row)), next: nextPageIn(page) };
}

/** Reads a single row without its list. Null: another page. */
export function readRow(html: string): Row | null {
  const page = parsePage(html);
  const isRow = page && withClass(page, 'sub-result') && withClass(page, 'sub-usage');
  return isRow ? rowIn(page) : null;
}

function rowIn(row: HtmlElement): Row {
  const links = findElements(
    row,
    ({ name, attributes: { href } = {} }) => name === 'a' && href !== undefined,
  );
  const pathOf = ({ attributes: { href = '' } = {} }: HtmlElement): string => href;
  const linked = (pattern: RegExp): string | null =>
    links.map((link) => pattern.exec(pathOf(link))?.[1]).find((part) => part !== undefined) ?? null;
  const status = textWithClass(row, 'status');
  const [score = null, maximum = null] = scoreIn(textWithClass(row, 'score') ?? '');
  const problem = links.find((link) => /^\/problem\/[^/]+$/.test(pathOf(link)));
  const contest = links.find(({ classes }) => classes.includes('submission-contest'));
  const contestTitle =
    contest && findElements(contest, ({ attributes: { title } = {} }) => title !== undefined)[0];
  const [moment] = findElements(row, ({ attributes: { 'data-iso': iso } = {} }) => iso !== undefined);
  const [time] = findElements(row, ({ classes }) => classes.includes('sub-usage')).flatMap((usage) =>
    findElements(usage, ({ classes }) => classes.includes('time')),
  );
  const seconds = /^(\d{1,9}(?:\.\d{1,30})?)s$/.exec(time?.attributes?.title ?? '')?.[1];
  const contestId = contest ? (/^\/contest\/(\w{1,64})$/.exec(pathOf(contest))?.[1] ?? null) : null;
  const { id = '' } = row.attributes ?? {};
  return {
    requestId: /^\d{1,12}$/.test(id) ? id : linked(/^\/submission\/(\d{1,12})$/),
    user: linked(/^\/user\/([\w.@+-]{1,150})$/),
    problem: problem
      ? { id: pathOf(problem).slice('/problem/'.length), title: lineIn(problem).slice(0, 300) }
      : null,
    language: textWithClass(row, 'language')?.slice(0, 100) ?? null,
    status: verdictOf(status, score, maximum),
    score,
    maximum,
    time: milliseconds(seconds === undefined ? null : Number(seconds)),
    at: momentOf(moment?.attributes?.['data-iso']),
    contest:
      contestId === null
        ? null
        : { id: contestId, title: (contestTitle?.attributes?.title ?? contestId).slice(0, 300) },
  };
}

/** Returns the points of `14 / 20`; empty: none. */
function scoreIn(text: string): readonly number[] {
  const [, score, maximum] = /^(-?\d{1,12}) \/ (\d{1,12})$/.exec(text) ?? [];
  return score === undefined || maximum === undefined ? [] : [Number(score), Number(maximum)];
}

/** Returns the number of the page after this one. Null: this is the last page. */
function nextPageIn(page: HtmlElement): number | null {
  const [bar] = findElements(page, ({ classes }) => classes.includes('pagination'));
  const items = bar ? findElements(bar, ({ name }) => name === 'li') : [];
  const current = items.find(({ classes }) => classes.includes('active-page'));
  const number = current ? Number(lineIn(current)) : NaN;
  const hasNext = items.some((item) => lineIn(item) === String(number + 1));
  const isLast = items.at(-1)?.classes.includes('disabled-page') ?? true;
  return Number.isInteger(number) && (hasNext || !isLast) ? number + 1 : null;
}

/** Converts a row of a list. Null: it has no ID. `contest`: the contest that the user is in; null: none */
export function listedIn(
  row: Row,
  problemId: string | null,
  contest: Contest | null,
): ListedSubmission | null {
  const { requestId, problem, status, score, maximum } = row;
  if (requestId === null) return null;
  const hasScore = !isPending(status) && score !== null;
  const contestOfRow = row.contest ? { id: row.contest.id, title: row.contest.title, endsAt: null } : contest;
  return {
    ...recentOf({
      requestId,
      hint: contestOfRow?.id ?? null,
      problem: problem?.id ?? problemId,
      problemId: problem?.id ?? problemId,
      problemTitle: problem?.title ?? null,
      status,
      score: hasScore ? score : null,
      ...(hasScore && maximum !== null ? { maximum } : {}),
      ...(contestOfRow ? { contest: contestOfRow } : {}),
      at: row.at,
    }),
    time: row.time,
    language: row.language,
  };
}

export function withClass(element: HtmlElement, name: string): HtmlElement | null {
  return findElements(element, ({ classes }) => classes.includes(name))[0] ?? null;
}

function textWithClass(element: HtmlElement, name: string): string | null {
  const found = withClass(element, name);
  return found && lineIn(found);
}

export function lineIn(element: HtmlElement): string {
  return textIn(element).split(/\s+/).filter(Boolean).join(' ');
}
