import { l10n, ProgressLocation, window } from 'vscode';
import type { Judge, ProblemForm } from '../../judges';
import { answerOrNull } from '../shared/showFailure';
import { confirmedProblemOfFile } from '../problemPages';
import { chooseSamples, findSamples, type FoundSamples, type InputSample } from './findSamples';
import type { SourceToSubmit } from '../program';
import type { Core } from '../shared/core';

/**
 * Finds the samples of a program: those of the statement if the judge sends them, and those that `findSamples` finds.
 * Doesn't ask the user. If the judge can't be reached, uses the others. `judge`: null if unknown
 */
export async function samplesOfProgram(
  extension: Core,
  judge: Judge | null,
  source: SourceToSubmit,
): Promise<FoundSamples> {
  const fromFiles = await findSamples(source.uri, extension.realPath);
  const form =
    judge &&
    (await window.withProgress(
      { location: ProgressLocation.Window, title: l10n.t('Fetching the samples of {0}…', source.name) },
      () => formOfFile(extension, judge, source),
    ));
  const { samples, skipped } = chooseSamples<InputSample>([...(form?.samples ?? []), ...fromFiles.samples]);
  return {
    samples,
    skipped: skipped + fromFiles.skipped,
    time: form?.limits?.time ?? fromFiles.time,
    memory: form?.limits?.memory ?? fromFiles.memory,
    files: fromFiles.files,
  };
}

/** Returns the submission page of the file's problem, if the judge sends samples with it. Null: unknown. */
async function formOfFile(
  extension: Core,
  judge: Judge,
  { uri }: SourceToSubmit,
): Promise<ProblemForm | null> {
  const { submission } = judge;
  const fetchForm = submission?.formContainsSamples && submission.fetchForm;
  if (!fetchForm || (await extension.judges.isSignedOut(judge))) return null;
  const problem = await confirmedProblemOfFile(extension, judge, uri);
  return problem && answerOrNull(extension, judge, (http) => fetchForm(http, problem));
}
