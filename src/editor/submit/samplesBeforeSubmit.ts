import { l10n } from 'vscode';
import { systemClock, type Clock } from '../../base/ports';
import type { Judge } from '../../judges';
import { confirmsInTime, watchingPerson, type Confirmation } from '../shared/dialogs/personActions';
import { switchSetting } from '../shared/settings/settings';
import { canRunHere, judgeLanguageOf, runLocally, findHelpers } from '../localRuns';
import { samplesOfProgram } from '../samples';
import type { SourceToSubmit } from '../program';
import type { Core } from '../shared/core';
import type { WithSubmissions } from './submitSteps';

/**
 * If the user wants that, runs the samples of a program on this computer before it is submitted. If they don't pass, lets
 * the user decide whether to submit anyway. Returns whether to submit.
 */
export async function maySubmitAfterSamples(
  extension: Core & WithSubmissions,
  judge: Judge,
  source: SourceToSubmit,
  clock: Pick<Clock, 'now'> = systemClock,
): Promise<Confirmation> {
  if (!switchSetting('local.runSamplesBeforeSubmitting') || !canRunHere(extension, source.uri)) return 'yes';
  return watchingPerson(async (person) => {
    const failure = await samplesFailure(extension, judge, source);
    switch (failure.kind) {
      case 'none':
        return 'yes';
      case 'stopped':
        return 'no';
      case 'failed': {
        const button = l10n.t('Submit Anyway');
        const detail = l10n.t('Nothing has been submitted yet.');
        return confirmsInTime(person, { question: failure.words, button, detail });
      }
    }
  }, clock);
}

/** `stopped`: the user stopped the run, and with it the submission */
type SamplesFailure =
  { readonly kind: 'none' | 'stopped' } | { readonly kind: 'failed'; readonly words: string };

async function samplesFailure(
  extension: Core & WithSubmissions,
  judge: Judge,
  source: SourceToSubmit,
): Promise<SamplesFailure> {
  const found = await samplesOfProgram(extension, judge, source);
  const { samples, time, memory, files, isInteractive, comparison } = found;
  const { interactor } = await findHelpers(extension, source.uri);
  if (samples.length === 0 || (isInteractive && !interactor)) return { kind: 'none' };
  const outcome = await runLocally(extension, source, {
    cases: samples,
    time,
    memory,
    files,
    submission: null,
    judgeLanguage: judgeLanguageOf(extension, judge, source),
    comparison,
  });
  if (!outcome) return { kind: 'failed', words: l10n.t('The samples of {0} weren’t run.', source.name) };
  const { cases, compile } = outcome.run;
  if (compile.success === false)
    return { kind: 'failed', words: l10n.t('{0} doesn’t compile on this computer.', source.name) };
  if (cases.some(({ status }) => status === 'STOP')) return { kind: 'stopped' };
  const failed = cases.filter(({ status }) => status !== 'AC' && status !== 'NEAR').length;
  if (failed === 0) return { kind: 'none' };
  const words =
    failed === 1
      ? l10n.t('1 of {1} samples of {0} failed.', source.name, cases.length)
      : l10n.t('{2} of {1} samples of {0} failed.', source.name, cases.length, failed);
  return { kind: 'failed', words };
}
