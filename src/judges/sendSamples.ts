import type { SampleSupport } from './adapter';
import type { JudgeClient } from './client';
import { RequestFailed } from './requestFailed';
import { MAX_SAMPLES_LENGTH_TOGETHER } from './limits';
import type { Sample, SampleRun } from './submission';

export interface SentSamples {
  /** locator of the record, which has a case for each accepted sample, in the same order */
  readonly hint: string;
  /** number of accepted samples */
  readonly taken: number;
  /** why the remaining samples weren't accepted; null: all were accepted */
  readonly failure: RequestFailed | null;
}

/** Sends samples, as many in one request as the judge accepts. After a failure, doesn't send the rest. */
export async function sendSamples(
  client: Pick<JudgeClient, 'ask'>,
  support: SampleSupport,
  run: SampleRun,
  signal?: AbortSignal,
): Promise<SentSamples> {
  const limits = await client.ask(support.fetchLimits, signal);
  const parts: (readonly string[])[] = [];
  const sent = (failure: RequestFailed | null): SentSamples => {
    return { hint: parts.map((tokens) => tokens.join(',')).join(';'), taken: parts.flat().length, failure };
  };
  for (const samples of samplesTogether(run.samples, limits.together)) {
    try {
      parts.push(await client.ask((http) => support.run(http, { ...run, samples }, limits), signal));
    } catch (error) {
      if (!(error instanceof RequestFailed)) throw error;
      if (error.taken.length > 0) parts.push(error.taken);
      if (parts.length === 0) throw error;
      return sent(error);
    }
  }
  return sent(null);
}

/** Splits samples into groups that fit into one request, and whose results can be read together. */
function samplesTogether(samples: readonly Sample[], count: number): readonly (readonly Sample[])[] {
  const groups: Sample[][] = [];
  let length = 0;
  for (const sample of samples) {
    const ownLength = sample.input.length + sample.expected.length;
    const last = groups.at(-1);
    if (last && last.length < count && length + ownLength <= MAX_SAMPLES_LENGTH_TOGETHER) {
      last.push(sample);
      length += ownLength;
    } else {
      groups.push([sample]);
      length = ownLength;
    }
  }
  return groups;
}
