import { l10n } from 'vscode';
import type { Judge } from '../../service';
import { confirms } from '../shared/dialogs';
import type { ExtensionServices } from '../shared/extensionServices';
import { runsSamplesFirst } from '../shared/settings';
import { canRunHere, runLocally } from './runLocally';
import { samplesOfProgram } from './samplesOfProgram';
import type { SourceToSubmit } from './sourceToSubmit';

/**
 * If the user wants that, runs the samples of a program on this computer before it is submitted. If they don't pass,
 * asks whether to submit anyway. Returns whether to submit.
 */
export async function maySubmitAfterSamples(
  extension: ExtensionServices,
  judge: Judge,
  source: SourceToSubmit,
): Promise<boolean> {
  if (!runsSamplesFirst() || !canRunHere(extension, source.uri)) return true;
  const { samples, time } = await samplesOfProgram(extension, judge, source);
  if (samples.length === 0) return true;
  const outcome = await runLocally(extension, source, { cases: samples, time, submission: null });
  const submitAnyway = l10n.t('Submit Anyway');
  if (!outcome) return confirms(l10n.t('The samples of {0} weren’t run.', source.name), submitAnyway);
  const { cases, compile } = outcome.run;
  if (compile.success === false)
    return confirms(l10n.t('{0} doesn’t compile on this computer.', source.name), submitAnyway);
  // the user stopped the run, and with it the submission
  if (cases.some(({ status }) => status === 'STOP')) return false;
  const failed = cases.filter(({ status }) => status !== 'AC').length;
  if (failed === 0) return true;
  return confirms(
    failed === 1
      ? l10n.t('1 of {1} samples of {0} failed.', source.name, cases.length)
      : l10n.t('{2} of {1} samples of {0} failed.', source.name, cases.length, failed),
    submitAnyway,
    l10n.t('Nothing has been submitted yet.'),
  );
}
