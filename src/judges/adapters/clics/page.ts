import type { Website } from '../../adapter';
import type { Answer, JudgeHttp } from '../../http/judgeHttp';
import type { PlainAnswer } from '../shared/makeResult';
import { plainOf } from '../shared/htmlText';
import { findElements, parseHtml, textIn, type HtmlElement } from '../shared/htmlTree';
import { MAX_CLICS_COMPILER_OUTPUT_BYTES } from '../limits';
import { refusal } from '../shared/refusals';
import { cookieIn } from '../shared/responseBody';

export interface SiteText {
  readonly text: string;
  /** the site shows only the beginning */
  readonly isShortened: boolean;
}

/** The run of a program with a sample, as the page shows it. A text is null if it is empty, or not shown. */
export interface RunOnPage {
  /** number of the test */
  readonly rank: number;
  readonly description: string | null;
  /** s; null: unknown */
  readonly time: number | null;
  /** the site's word, such as `wrong-answer` */
  readonly verdict: string;
  readonly output: SiteText | null;
  readonly errorOutput: SiteText | null;
  readonly judgeMessage: SiteText | null;
}

/** A team's page of one submission. */
export interface PageOfSubmission {
  /** letter of the problem; null: the page shows none */
  readonly label: string | null;
  /** display name */
  readonly language: string;
  /** the site's word, such as `wrong-answer`; null: the page shows none */
  readonly verdict: string | null;
  /** null: empty, or not shown */
  readonly compilerOutput: SiteText | null;
  /** only the finished ones */
  readonly runs: readonly RunOnPage[];
}

/** Form sign-in of a DOMjudge website, which doesn't accept the API's authentication. `site`: without a trailing slash */
export function websiteAt(site: string): Website {
  return {
    url: site,
    session: {
      async open(http, secret) {
        const form = await http.send({ method: 'GET', path: '/login', page: true });
        if (form.status >= 500) throw refusal(form);
        // with automatic sign-in by IP address, the session exists already
        if (isRedirect(form) && !leadsToSignIn(form)) return sessionOf(form);
        const token = signInToken(form.text);
        if (form.status !== 200 || token === null) throw refusal(form, { status: 401 });
        const [, user = '', password = ''] = /^([^:]*):(.*)$/s.exec(secret) ?? [];
        const signedIn = await http.send({
          method: 'POST',
          path: '/login',
          page: true,
          headers: { Cookie: sessionOf(form) },
          form: { _csrf_token: token, _username: user, _password: password },
        });
        if (signedIn.status >= 500) throw refusal(signedIn);
        if (!isRedirect(signedIn) || leadsToSignIn(signedIn)) throw refusal(signedIn, { status: 401 });
        return sessionOf(signedIn) || sessionOf(form);
      },

      headers(session, { headers = {} }) {
        const cookies = [session, headers.Cookie ?? ''].filter((cookie) => cookie !== '');
        return { ...headers, ...(cookies.length === 0 ? {} : { Cookie: cookies.join('; ') }) };
      },

      stateAfter(answer) {
        return answer.status === 401 || leadsToSignIn(answer) ? 'over' : 'valid';
      },
    },
  };
}

/** Returns the session's cookie. Empty: none is set. */
function sessionOf(answer: PlainAnswer): string {
  const session = cookieIn(answer, 'PHPSESSID');
  return session === null ? '' : `PHPSESSID=${session}`;
}

/** Returns the hidden token of the sign-in form. Null: the page has no such form. */
function signInToken(html: string): string | null {
  const at = html.indexOf('"_csrf_token"');
  const end = at < 0 ? -1 : html.indexOf('>', at);
  if (end < 0) return null;
  const tag = html.slice(html.lastIndexOf('<', at), end).slice(0, 2_000);
  const token = /\bvalue="([^"]{1,1000})"/.exec(tag)?.[1];
  return token === undefined ? null : plainOf(token);
}

function isRedirect({ status }: PlainAnswer): boolean {
  return status >= 300 && status < 400;
}

function leadsToSignIn(answer: PlainAnswer): boolean {
  return isRedirect(answer) && /\/login\/?(?:[?#]|$)/.test((answer.location ?? '').slice(0, 2_000));
}

/**
 * Response to a request for the page. `absent`: the site doesn't show the submission in the current contest. `later`: the
 * site is busy. `unavailable`: the user can't open the page with these credentials.
 */
export type FetchedPage =
  | { readonly kind: 'page'; readonly page: PageOfSubmission }
  | { readonly kind: 'absent' | 'later' | 'unavailable' };

/**
 * Fetches the team's page of a submission. This marks the verdict as seen. `contest`: value of the cookie that chooses the
 * contest; null: the site chooses one
 */
export async function fetchPage(
  http: JudgeHttp,
  contest: string | null,
  requestId: string,
): Promise<FetchedPage> {
  // the page is found by the internal number, which other IDs don't have
  if (!/^\d{1,15}$/.test(requestId)) return { kind: 'absent' };
  return pageIn(await sendForPage(http, contest, requestId, { 'X-Requested-With': 'XMLHttpRequest' }));
}

/**
 * Returns the cookie value of a contest, which only the menu of a complete page contains. Null: the contest is the one
 * that the site chooses, or unknown. `name`: the contest's short name
 */
export async function fetchContestNumber(
  http: JudgeHttp,
  name: string,
  requestId: string,
): Promise<string | null> {
  const { text } = await sendForPage(http, null, requestId, {});
  const link = /\/team\/change-contest\/(\d{1,9})"[^<>]{0,100}>\s{0,100}([^<]{1,200})</g;
  for (const [, number = '', title = ''] of text.matchAll(link)) {
    if (plainOf(title).trim() === name) return number;
  }
  return null;
}

function sendForPage(
  http: JudgeHttp,
  contest: string | null,
  requestId: string,
  headers: Readonly<Record<string, string>>,
): Promise<Answer> {
  const cookie: Readonly<Record<string, string>> =
    contest === null || !/^[\w.-]{1,64}$/.test(contest) ? {} : { Cookie: `domjudge_cid=${contest}` };
  const path = `/team/submission/${requestId}`;
  return http.send({ method: 'GET', path, page: true, headers: { ...headers, ...cookie } });
}

function pageIn(answer: PlainAnswer): FetchedPage {
  if (answer.status === 429 || answer.status >= 500) return { kind: 'later' };
  if (answer.status === 404) return { kind: 'absent' };
  if (answer.status !== 200) return { kind: 'unavailable' };
  const page = readPage(answer.text);
  return page ? { kind: 'page', page } : { kind: 'absent' };
}

/**
 * Reads the page of a submission, complete or as a fragment. Null: another page, or the site doesn't show the submission.
 */
export function readPage(html: string): PageOfSubmission | null {
  const root = parseHtml(html);
  if (!root) return null;
  const facts = factsIn(root);
  const language = facts.get('language');
  if (language === undefined) return null;
  const sections = sectionsIn(root);
  const compilation = sections.find(({ title }) => /^compilation\b/i.test(title));
  const outcome = [compilation?.title, facts.get('compilation')].join(' ');
  const result = facts.get('result') ?? facts.get('run result');
  return {
    label: /^(\S{1,100})\s+-(?:\s|$)/.exec(facts.get('problem') ?? '')?.[1] ?? null,
    language,
    verdict: result ?? (/\bfailed\b/i.test(outcome) ? 'compiler-error' : null),
    compilerOutput: compilerOutputIn(compilation),
    runs: runsIn(sections),
  };
}

/** Returns the facts above the sections, by name in lowercase: `Language: C++`. */
function factsIn(root: HtmlElement): ReadonlyMap<string, string> {
  const facts = new Map<string, string>();
  const named = /^\s*(Problem|Language|Compilation|(?:Run )?result)\s*:/i;
  const isFact = ({ children: [first] }: HtmlElement): boolean =>
    typeof first === 'string' && named.test(first);
  for (const element of findElements(root, isFact)) {
    const [name = '', ...value] = lineIn(element).split(':');
    const key = name.trim().toLowerCase();
    if (!facts.has(key)) facts.set(key, value.join(':').trim());
  }
  return facts;
}

interface Section {
  readonly title: string;
  readonly elements: readonly HtmlElement[];
}

const shownElements: ReadonlySet<string> = new Set(['h4', 'h5', 'h6', 'pre', 'table', 'p']);

function sectionsIn(root: HtmlElement): readonly Section[] {
  const sections: { readonly title: string; readonly elements: HtmlElement[] }[] = [];
  for (const element of findElements(root, ({ name }) => shownElements.has(name))) {
    if (/^h[456]$/.test(element.name)) sections.push({ title: lineIn(element), elements: [] });
    else sections.at(-1)?.elements.push(element);
  }
  return sections;
}

function compilerOutputIn(section: Section | undefined): SiteText | null {
  const text = section?.elements.find(({ name }) => name === 'pre');
  if (!text) return null;
  const output = siteText(textIn(text));
  const size = new TextEncoder().encode(output.text).length;
  return output.text === ''
    ? null
    : { ...output, isShortened: output.isShortened || size >= MAX_CLICS_COMPILER_OUTPUT_BYTES };
}

/** Returns the runs. Each has a heading `Run 1`, a table, and headings of its texts. */
function runsIn(sections: readonly Section[]): readonly RunOnPage[] {
  const groups: { readonly rank: number | null; readonly table: Section; readonly texts: Section[] }[] = [];
  for (const section of sections) {
    const rank = /^Run (\d{1,6})$/i.exec(section.title)?.[1];
    if (rank !== undefined) groups.push({ rank: Number(rank), table: section, texts: [] });
    // newer sites repeat the first failed run above the list
    else if (/^Failing run/i.test(section.title)) groups.push({ rank: null, table: section, texts: [] });
    else groups.at(-1)?.texts.push(section);
  }
  return groups.flatMap(({ rank, table, texts }) => (rank === null ? [] : (runIn(rank, table, texts) ?? [])));
}

/** Null: the run is still in progress. */
function runIn(rank: number, { elements }: Section, texts: readonly Section[]): RunOnPage | null {
  const rows = rowsIn(elements.find(({ name }) => name === 'table'));
  const verdict = rows.get('result') ?? '';
  if (verdict === '') return null;
  const textOf = (title: RegExp): SiteText | null => {
    const section = texts.find((other) => title.test(other.title));
    const element = section?.elements.find(({ name }) => name === 'pre');
    // the line break after the start tag isn't part of the text
    const text = element && siteText(textIn(element).replace(/^\r?\n/, ''));
    return !text || text.text === '' ? null : text;
  };
  const seconds = /^(\d{1,9}(?:\.\d{1,9})?)\s/.exec(`${rows.get('runtime') ?? ''} `)?.[1];
  return {
    rank,
    description: rows.get('description') || null,
    time: seconds === undefined ? null : Number(seconds),
    verdict,
    output: textOf(/^Program output/i),
    errorOutput: textOf(/^Error output/i),
    judgeMessage: textOf(/^(?:Judge message|Diff output)/i),
  };
}

/** Returns the rows of a table by their heading in lowercase. */
function rowsIn(table: HtmlElement | undefined): ReadonlyMap<string, string> {
  const rows = table ? findElements(table, ({ name }) => name === 'tr') : [];
  return new Map(
    rows.map((row): [string, string] => {
      const [heading, value] = findElements(row, ({ name }) => name === 'th' || name === 'td');
      return [heading ? lineIn(heading).replace(/:$/, '').toLowerCase() : '', value ? lineIn(value) : ''];
    }),
  );
}

/** Removes the sentence at the end of a text that the site cut, and the rest of a character before it. */
function siteText(text: string): SiteText {
  const end = text.slice(-200);
  const cut = /\n?\[output (?:display|storage) truncated after \d{1,12} B\]\s{0,9}$/.exec(end);
  if (!cut) return { text, isShortened: false };
  const shown = text.slice(0, text.length - end.length + cut.index);
  return { text: shown.replace(/\ufffd{1,3}$/, ''), isShortened: true };
}

function lineIn(element: HtmlElement): string {
  return textIn(element).split(/\s+/).filter(Boolean).join(' ');
}

/** Words of DOMjudge's own verdicts, for sites whose list of verdicts is unknown. */
const usualWords: Readonly<Record<string, string>> = {
  correct: 'AC',
  wronganswer: 'WA',
  timelimit: 'TLE',
  runerror: 'RTE',
  compilererror: 'CE',
  nooutput: 'NO',
  memorylimit: 'MLE',
  outputlimit: 'OLE',
  toolate: 'LATE',
};

/**
 * Returns the code of a verdict on a page. `names`: the site's verdicts by code; the site writes them with hyphens. Null:
 * unknown
 */
export function codeOnPage(word: string, names: ReadonlyMap<string, string>): string | null {
  const plain = plainWord(word);
  for (const [code, name] of names) if (plainWord(name) === plain) return code;
  return Object.hasOwn(usualWords, plain) ? (usualWords[plain] ?? null) : null;
}

function plainWord(word: string): string {
  return word.slice(0, 200).toLowerCase().replace(/[\s-]/g, '');
}
