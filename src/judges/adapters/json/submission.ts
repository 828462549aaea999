import type { SubmissionSupport } from '../../adapter';
import { submissionAsDescribed, type DescribedSubmission } from '../described/submission';
import { fillPath } from '../described/pathTemplate';
import { jsonOf } from '../shared/responseBody';
import { fetchFormInContest, hasContests, problemsAt } from './contests';
import type { JsonDescription } from './description';
import { isResultOfProblem } from './submissionLists';
import { problemAt } from './pages';
import { fetchSamples } from './samples';

export function submissionSupport(
  described: JsonDescription,
  submission: DescribedSubmission,
): SubmissionSupport {
  const support = submissionAsDescribed(
    submission,
    isResultOfProblem(described),
    described.comparison ?? undefined,
  );
  const { search } = submission;
  const { samples, units } = described;
  return {
    ...support,
    fetchForm: formFetcher(described, support),
    fetchSamples: samples ? (http, problem) => fetchSamples(http, samples, units, problem) : undefined,
    problemAt: (address) => problemAt(described, address),
    findProblems:
      search &&
      (async (http, text) => {
        const answer = await http.get(fillPath(search.path, { text }));
        return problemsAt(jsonOf(answer), search, 'submission.search');
      }),
  };
}

/** Returns how the form of a problem is fetched. Undefined: there is nothing to fetch. */
function formFetcher(
  described: JsonDescription,
  { fetchForm, languages = [] }: SubmissionSupport,
): SubmissionSupport['fetchForm'] {
  if (!hasContests(described)) return fetchForm;
  return (http, problem) =>
    fetchFormInContest(http, described, problem, async () =>
      fetchForm
        ? fetchForm(http, problem)
        : Promise.resolve({ languages, limits: null, acceptsOtherLanguages: true }),
    );
}
