import { pastedUrl, pathBelow, trimmedPath } from '../../address';
import type { RequestIdInput } from '../../adapter';
import { encoded } from '../jsonValues';
import { MAX_EJUDGE_TEST_BYTES } from '../limits';

/** ejudge's programs for participants. REST URLs also contain one of these names: `/ej/api/v1/client`. */
const programs = new Set(['new-client', 'client', 'team']);

/**
 * Returns the site and the contest from the pasted URL of a contest page. After sign-in, the URL contains a session ID
 * instead of the contest. The session ID is removed. Null: not a contest page.
 */
export function fieldsIn(text: string): Readonly<Record<string, string>> | null {
  const url = pastedUrl(text.trim());
  if (!url) return null;
  const program = programIn(url);
  // some sites write the number with zeros in front: `000001`
  const contest = (url.searchParams.get('contest_id') ?? '').slice(0, 20).replace(/^0+(?=\d)/, '');
  const hasContest = /^[1-9]\d{0,5}$/.test(contest);
  if (program === null && !hasContest) return null;
  const address = program ?? url.origin + trimmedPath(url);
  return hasContest ? { url: address, contest } : { url: address };
}

/** Returns the URL of the program, without the action and session ID that REST URLs have after it. */
function programIn(url: URL): string | null {
  const segments = url.pathname.split('/');
  const last = segments.findLastIndex((segment) => programs.has(segment));
  return last < 0 ? null : url.origin + segments.slice(0, last + 1).join('/');
}

/** Finds the run ID in the URL of a page of this contest. Null: a URL of another site. */
export function runIn(text: string, baseUrl: string, contest: string): RequestIdInput | null {
  const url = /^https?:/i.test(text) ? pastedUrl(text) : null;
  if (!url) return null;
  // the programs of a site can have different URLs
  const root = programIn(url) === null ? baseUrl : new URL(baseUrl).origin;
  const query = pathBelow(root, text)?.query;
  if (!query) return null;
  const id = query.get('run_id') ?? '';
  const isHere = [null, contest].includes(query.get('contest_id'));
  return isHere && /^\d{1,9}$/.test(id) ? { kind: 'requestId', id } : { kind: 'addressWithoutId' };
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
  };
}
