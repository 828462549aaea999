import { pastedUrl, pathBelow, trimmedPath } from '../../address';
import type { RequestIdInput } from '../../adapter';
import { encoded } from '../shared/jsonValues';
import { MAX_EJUDGE_TEST_BYTES } from '../limits';

/** ejudge's programs for participants. REST URLs also contain one of them: `/ej/api/v1/client`. */
const programs = new Set(['new-client', 'client', 'team']);

/** Other programs of a contest, by the program for participants in the same folder. */
const otherPrograms: Readonly<Record<string, string>> = {
  'new-register': 'new-client',
  register: 'client',
  users: 'new-client',
};

/**
 * Returns the site and the contest from the pasted URL of a contest page. After sign-in, the URL contains a session ID
 * instead of the contest. The session ID is removed. Null: not a contest page.
 */
export function fieldsIn(text: string): Readonly<Record<string, string>> | null {
  const url = pastedUrl(text.trim());
  if (!url) return null;
  const program = programIn(url);
  const contest = withoutZeros(url.searchParams.get('contest_id') ?? '');
  const hasContest = /^[1-9]\d{0,5}$/.test(contest);
  if (program === null && !hasContest) return null;
  const address = program ?? url.origin + trimmedPath(url);
  return hasContest ? { url: address, contest } : { url: address };
}

/** Returns whether only ejudge has a page with that URL. Other sites also have pages named `client` and `team`. */
export function isOwnPage({ pathname, searchParams }: URL): boolean {
  return (
    searchParams.has('contest_id') || /\/(?:new-client|new-register|cgi-bin\/client)(?:\/|$)/.test(pathname)
  );
}

/** Returns a contest number without the zeros in front that some sites write: `000001`. */
function withoutZeros(number: string): string {
  return number.slice(0, 20).replace(/^0+(?=\d)/, '');
}

/**
 * Returns the URL of the program for participants, without the action and session ID that REST URLs have after it. Pages
 * of other programs belong to the program in the same folder.
 */
function programIn(url: URL): string | null {
  const segments = url.pathname.split('/');
  const isProgram = (segment: string): boolean =>
    programs.has(segment) || Object.hasOwn(otherPrograms, segment);
  const last = segments.findLastIndex(isProgram);
  const name = segments[last];
  if (name === undefined) return null;
  const folder = segments.slice(0, last).join('/');
  return `${url.origin}${folder}/${programFor(name, folder)}`;
}

/** Returns the name of the program for participants. The `register` of REST URLs (`/ej/register`) belongs to `client`. */
function programFor(name: string, folder: string): string {
  if (name === 'register' && folder.endsWith('/cgi-bin')) return 'new-client';
  return otherPrograms[name] ?? name;
}

/**
 * Finds the run ID in the URL of a page of this contest, or in a number with zeros in front: `007`. Null: a URL of another
 * site, or another text.
 */
export function runIn(text: string, baseUrl: string, contest: string): RequestIdInput | null {
  if (/^0\d{1,8}$/.test(text)) return { kind: 'requestId', id: String(Number(text)) };
  const url = /^https?:/i.test(text) ? pastedUrl(text) : null;
  if (!url) return null;
  // the programs of a site can have different URLs
  const root = programIn(url) === null ? baseUrl : new URL(baseUrl).origin;
  const query = pathBelow(root, text)?.query;
  if (!query) return null;
  const id = query.get('run_id') ?? '';
  const numberInUrl = query.get('contest_id');
  const isHere = numberInUrl === null || withoutZeros(numberInUrl) === contest;
  return isHere && /^\d{1,9}$/.test(id)
    ? { kind: 'requestId', id: String(Number(id)) }
    : { kind: 'addressWithoutId' };
}

/** Paths of the requests for a contest. All URLs of a site, including REST URLs, accept the action as a parameter. */
export interface ContestPaths {
  readonly contestId: string;
  readonly contest: string;
  readonly runs: string;
  readonly submit: string;
  readonly run: (id: string) => string;
  readonly runsOf: (problem: number) => string;
  readonly problem: (number: number) => string;
  readonly statement: (number: number) => string;
  readonly source: (id: string) => string;
  /** page on which a user signs in to the contest and registers for it */
  readonly page: string;
}

export function pathsOf(contest: string): ContestPaths {
  const path = (action: string, more = ''): string => `?action=${action}&contest_id=${contest}${more}`;
  return {
    contestId: contest,
    contest: path('contest-status-json'),
    runs: path('list-runs-json'),
    submit: path('submit-run'),
    run: (id) => path('run-status-json', `&run_id=${encoded(id)}&max_content_size=${MAX_EJUDGE_TEST_BYTES}`),
    runsOf: (problem) => path('list-runs-json', `&prob_id=${problem}`),
    problem: (number) => path('problem-status-json', `&problem=${number}`),
    statement: (number) => path('problem-statement-json', `&problem=${number}`),
    source: (id) => path('download-run', `&run_id=${encoded(id)}&no_disp=1`),
    page: `?contest_id=${contest}`,
  };
}
