import type { JudgeHttp, ProblemSubmissions, RecentSubmission } from '../../adapter';
import { numberAt } from '../described/dottedPaths';
import { fillPath } from '../described/pathTemplate';
import { jsonOf } from '../shared/responseBody';
import { throwIfSignedOut } from './account';
import { listedItems, readListed, readRecent } from './listItems';
import type { DescribedRecent, JsonDescription } from './description';

/** Returns whether the problem is needed to request a result. It is then the `hint` of each request. */
export function isResultOfProblem({ result }: JsonDescription): boolean {
  return result.path.includes('{problem}') || (result.poll?.includes('{problem}') ?? false);
}

/** Fetches the user's most recent submissions, without those in contests if the judge lists them separately. */
export async function fetchRecent(
  http: JudgeHttp,
  recent: DescribedRecent,
  described: JsonDescription,
): Promise<readonly RecentSubmission[]> {
  const listed = readRecent(recent, described.codes, jsonOf(await http.get(recent.path)));
  if (listed.length === 0) await throwIfSignedOut(http, described);
  return isResultOfProblem(described)
    ? listed.map((submission) => ({ ...submission, hint: submission.problemId, place: null }))
    : listed;
}

/** Fetches the user's submissions in a contest. `path`: contains `{contest}`. */
export async function fetchRecentInContest(
  http: JudgeHttp,
  described: JsonDescription,
  recent: DescribedRecent,
  path: string,
  contest: string,
): Promise<readonly RecentSubmission[]> {
  const listed = readRecent(recent, described.codes, jsonOf(await http.get(fillPath(path, { contest }))));
  const isOfProblem = isResultOfProblem(described);
  return listed.map((submission) => ({
    ...submission,
    hint: isOfProblem ? submission.problemId : null,
    place: contest,
  }));
}

/**
 * Creates the list of the user's submissions to a problem. If its path contains `{page}` or `{offset}`, the list has
 * several pages. The last one contains the last of `total` submissions, or is empty.
 */
export function problemSubmissionsOf(
  recent: DescribedRecent,
  path: string,
  described: JsonDescription,
): ProblemSubmissions {
  return {
    needsAccount: false,
    code: described.result.fields.code === undefined ? 'notReturned' : 'returned',

    async fetchPage(http, { problemId, place }, page) {
      const template = place === null ? path : (recent.contestProblemPath ?? path);
      const { number, offset } = pageAt(page);
      const filled = fillPath(template, {
        problem: problemId,
        contest: place ?? '',
        page: String(number),
        offset: String(offset),
      });
      const json = jsonOf(await http.get(filled));
      const listed = readListed(recent, described, json);
      if (listed.length === 0 && page === null) await throwIfSignedOut(http, described);
      const isOfProblem = isResultOfProblem(described);
      const isInContest = place !== null && template.includes('{contest}');
      const submissions = listed.map((submission) => ({
        ...submission,
        ...(isOfProblem ? { hint: problemId } : {}),
        ...(isOfProblem || isInContest ? { place } : {}),
      }));
      const end = offset + listedItems(recent, json).length;
      const isLast = listed.length === 0 || end >= (numberAt(json, recent.total) ?? Infinity);
      const hasPages = /\{(?:page|offset)\}/.test(template);
      return { submissions, next: hasPages && !isLast ? `${number + 1} ${end}` : null };
    },
  };
}

interface PagePosition {
  /** counted from 1 */
  readonly number: number;
  /** number of submissions on the pages before it */
  readonly offset: number;
}

/** Parses `next` of the previous page; null: the first page. */
function pageAt(page: string | null): PagePosition {
  const [number = 1, offset = 0] = (page ?? '1 0').split(' ').map(Number);
  return { number, offset };
}
