import { l10n, ProgressLocation, window } from 'vscode';
import type { RunComparison } from '../../local';
import { sampleFetcher, type Judge, type ProblemSamples } from '../../judges';
import { nameOfJudge } from '../labels/judgeLabels';
import { listComma } from '../labels/sanitizeText';
import { answerOrNull } from '../shared/failures/showFailure';
import { confirmedProblemOfFile } from '../problemPages';
import { comparisonOfRun } from './comparisonOfRun';
import { storeSentComparison } from './sentComparison';
import { chooseSamples, findSamples, isSameSample, type FoundSamples, type InputSample } from './findSamples';
import type { SourceToSubmit } from '../program';
import type { Core } from '../shared/core';

export interface SamplesOfProgram extends FoundSamples {
  readonly sources: SampleSources;
  readonly comparison: RunComparison;
}

export interface SampleSources {
  /** null: the judge is unknown, or sends no samples */
  readonly judge: { readonly name: string; readonly count: number } | null;
  /** number of samples that cph, CPH-NG, or the user stored */
  readonly own: number;
}

/**
 * Finds the samples of a program: those of the statement if the judge sends them, and those that `findSamples` finds.
 * Stores the comparison rule that the judge sends. Shows no question. If the judge can't be reached, uses the others.
 * `judge`: null if unknown
 */
export async function samplesOfProgram(
  extension: Core,
  judge: Judge | null,
  source: SourceToSubmit,
): Promise<SamplesOfProgram> {
  const fromFiles = await findSamples(source.uri, extension.realPath);
  const fetched =
    judge &&
    (await window.withProgress(
      { location: ProgressLocation.Window, title: l10n.t('Fetching the samples of {0}…', source.name) },
      () => fetchSamples(extension, judge, source),
    ));
  if (judge && fetched?.comparison) {
    const { workspaceState } = extension.context;
    await storeSentComparison(workspaceState, source.uri, judge.id, fetched.comparison);
  }
  const { samples, skipped, sources } = chooseTogether(fetched, fromFiles.samples);
  return {
    samples,
    skipped: [...skipped, ...fromFiles.skipped],
    sources,
    comparison: comparisonOfRun(extension, source.uri, judge, fetched?.comparison ?? null),
    time: fetched?.limits?.time ?? fromFiles.time,
    memory: fetched?.limits?.memory ?? fromFiles.memory,
    files: fromFiles.files,
    isInteractive: fromFiles.isInteractive,
  };
}

/** The judge's response about the samples of a problem; no samples if the request failed. */
interface JudgeSamples extends ProblemSamples {
  readonly judgeName: string;
}

/** Fetches the samples of the file's problem. Null: the judge sends none, or the problem is unknown. */
async function fetchSamples(
  extension: Core,
  judge: Judge,
  { uri }: SourceToSubmit,
): Promise<JudgeSamples | null> {
  const fetch = sampleFetcher(judge.submission);
  if (!fetch || (await extension.judges.isSignedOut(judge))) return null;
  const problem = await confirmedProblemOfFile(extension, judge, uri);
  if (!problem) return null;
  const fetched = await answerOrNull(extension, judge, (http) => fetch(http, problem));
  const found: ProblemSamples = fetched ?? { samples: [], limits: null };
  return { ...found, judgeName: nameOfJudge(judge) };
}

/** Puts the judge's samples in front of the others, without duplicates. */
function chooseTogether(
  fetched: JudgeSamples | null,
  own: readonly InputSample[],
): Pick<SamplesOfProgram, 'samples' | 'skipped' | 'sources'> {
  const ofJudge = new Set<InputSample>(fetched?.samples.map((sample) => alsoOwn(sample, own)));
  const { samples, skipped } = chooseSamples<InputSample>([...ofJudge, ...own]);
  const count = samples.filter((sample) => ofJudge.has(sample)).length;
  return {
    samples,
    skipped,
    sources: {
      judge: fetched && { name: fetched.judgeName, count },
      own: samples.length - count,
    },
  };
}

/** Returns a sample of the judge, marked as the user's own one if the user has also stored it. */
function alsoOwn(sample: InputSample, own: readonly InputSample[]): InputSample {
  const isOwn = own.some((other) => other.isOwnSample && isSameSample(other, sample));
  return isOwn ? { ...sample, isOwnSample: true } : sample;
}

export function showSampleSources(
  { name }: Pick<SourceToSubmit, 'name'>,
  { judge, own }: SampleSources,
): void {
  const parts = [
    ...(judge ? [judgeWords(judge)] : []),
    ...(own > 0 ? [own === 1 ? l10n.t('1 of your own') : l10n.t('{0} of your own', own)] : []),
  ];
  window.setStatusBarMessage(
    `$(beaker) ${l10n.t('Samples of {0}: {1}', name, parts.join(listComma()))}`,
    10_000,
  );
}

function judgeWords({ name, count }: NonNullable<SampleSources['judge']>): string {
  return count === 0 ? l10n.t('none from {0}', name) : l10n.t('{0} from {1}', count, name);
}
