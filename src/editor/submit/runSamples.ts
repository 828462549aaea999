import { l10n, window, workspace } from 'vscode';
import {
  sendSamples,
  ServiceFailed,
  type SampleSupport,
  type SentSamples,
  type Judge,
  type SubmissionLanguage,
} from '../../service';
import { withCancel } from '../shared/dialogs';
import { confirmSamples } from './confirmSamples';
import { findSamples, type FoundSamples } from './sampleTests';
import { serviceName } from '../labels/serviceLabels';
import { failureWords, orFailure, showFailure } from '../shared/showFailure';
import { chooseHowToRun, rememberFiles, type ProgramToRun } from './chooseHowToRun';
import { programWithFiles, showFilesProblem } from './otherFiles/programWithFiles';
import { keepSubmitted, logging } from './keepSubmitted';
import { otherFilesOf, sourceToSubmit, type SourceToSubmit } from './sourceToSubmit';
import { readSubmitArguments } from './submitArguments';
import { showingUnexpectedErrors } from '../shared/unexpectedErrors';
import { readyService } from '../judges';
import { runProblemSamples } from './runProblemSamples';
import type { ExtensionServices } from '../shared/extensionServices';
import type { Commands } from '../shared/commandTargets';

export const sampleTestCommands = {
  runSamples: (extension, [file]) => runSamples(extension, file),
} satisfies Commands;

interface Run extends ProgramToRun {
  readonly found: FoundSamples;
}

/** URIs of the files whose samples are being sent now. */
const underWay = new Set<string>();

/** “Run Samples”: runs the active file with samples. Creates one record with a case for each sample. */
async function runSamples(extension: ExtensionServices, argument: unknown): Promise<void> {
  if (!workspace.isTrusted) {
    void window.showWarningMessage(l10n.t('Running samples requires a trusted workspace.'));
    return;
  }
  const judge = await readyService(extension);
  if (!judge) return;
  const { submission, samples } = judge;
  const runsOwnProblems = submission?.selfTest !== undefined;
  if (!samples && !runsOwnProblems) {
    void window.showInformationMessage(l10n.t('{0} doesn’t support running samples.', serviceName(judge)));
    return;
  }
  const source = await sourceToSubmit(readSubmitArguments(argument)?.file ?? null);
  if (!source) return;
  if (samples) await runFoundSamples(extension, judge, samples, source);
  else if (submission) await runProblemSamples(extension, { judge, offer: submission, source });
}

/** Runs the samples next to the program on a judge without problems. */
async function runFoundSamples(
  extension: ExtensionServices,
  judge: Judge,
  offer: SampleSupport,
  source: SourceToSubmit,
): Promise<void> {
  const found = await findSamples(source.uri, extension.realPath);
  if (found.samples.length === 0) {
    void window.showInformationMessage(
      l10n.t(
        'No samples found for {0}. Put input (*.in) and expected output (*.out or *.ans) files in the same folder, or download the problem with Competitive Programming Helper (cph).',
        source.name,
      ),
    );
    return;
  }
  if (await confirmSamples(extension, judge, source, found.samples.length))
    await start(extension, { judge, offer, source, found, asksAgain: false });
}

async function start(extension: ExtensionServices, run: Run): Promise<void> {
  const { judge, source, found } = run;
  const file = source.uri.toString();
  if (underWay.has(file)) {
    void window.showInformationMessage(l10n.t('The samples of {0} are already being sent.', source.name));
    return;
  }
  underWay.add(file);
  try {
    const choices = await chooseHowToRun(extension, run);
    if (!choices) return;
    const { language, otherFiles } = choices;
    const program = await programWithFiles(extension, source, otherFiles);
    if (program.kind === 'problem') {
      const message = l10n.t('{0} Nothing was run.', program.words);
      const askAgain = () => start(extension, { ...run, asksAgain: true });
      // not awaited, because the file couldn't be run again until the notification is closed
      void showingUnexpectedErrors(extension, 'runSamples', () => showFilesProblem(message, askAgain));
      return;
    }
    const title = l10n.t('Sending the samples of {0}…', source.name);
    const sent = await withCancel(title, (signal) =>
      orFailure(sendAndTrack(extension, { ...run, source: program.source }, language.id, signal)),
    );
    if (sent instanceof ServiceFailed) throw sent;
    await logging(
      extension,
      'saving the choices of a run',
      rememberFiles(extension, run, program.source, otherFiles),
    );
    window.setStatusBarMessage(`$(beaker) ${runningWords(sent.taken, language)}`, 5000);
    if (found.left > 0) {
      void window.showWarningMessage(l10n.t('Samples skipped (too many or too large): {0}.', found.left));
    }
    if (sent.failure && sent.failure.failure.kind !== 'cancelled') {
      const why = failureWords(extension, judge, sent.failure, 'submission');
      const left = found.samples.length - sent.taken;
      void window.showWarningMessage(l10n.t('Samples skipped: {0}. {1}', left, why));
    }
  } catch (error) {
    if (!(error instanceof ServiceFailed)) throw error;
    if (error.failure.kind === 'cancelled') return;
    const again = () => start(extension, run);
    // not awaited, because the file couldn't be run again until the notification is closed
    void showingUnexpectedErrors(extension, 'runSamples', () =>
      showFailure(extension, error, judge, again, 'submission'),
    );
  } finally {
    underWay.delete(file);
  }
}

function runningWords(count: number, { name }: SubmissionLanguage): string {
  return count === 1
    ? l10n.t('Running 1 sample in {0}', name)
    : l10n.t('Running {0} samples in {1}', count, name);
}

async function sendAndTrack(
  extension: ExtensionServices,
  { judge, offer, source, found }: Run,
  language: string,
  signal: AbortSignal,
): Promise<SentSamples> {
  const { samples, time, memory } = found;
  const client = await extension.services.client(judge);
  const run = { language, code: source.code, others: otherFilesOf(source), samples, time, memory };
  const sent = await sendSamples(client, offer, run, signal);
  // the judge returns no common ID for several runs
  await keepSubmitted(extension, judge, source, `samples-${crypto.randomUUID()}`, { hint: sent.hint });
  return sent;
}
