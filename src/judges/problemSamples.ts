import type { JudgeHttp, SubmissionSupport } from './adapter';
import type { ProblemName, ProblemSamples } from './submission';

export type SampleFetcher = (http: JudgeHttp, problem: ProblemName) => Promise<ProblemSamples>;

/** Returns how the samples of a judge's problems are fetched. Null: the judge doesn't send them. */
export function sampleFetcher(support: SubmissionSupport | undefined): SampleFetcher | null {
  const { fetchSamples, fetchForm, formContainsSamples } = support ?? {};
  if (fetchSamples) return fetchSamples;
  if (!fetchForm || !formContainsSamples) return null;
  return async (http, problem) => {
    const { samples = [], limits, comparison } = await fetchForm(http, problem);
    return comparison ? { samples, limits, comparison } : { samples, limits };
  };
}
