import { l10n, window, workspace, type Uri } from 'vscode';
import {
  displayAddress,
  sendSamples,
  RequestFailed,
  type Sample,
  type SampleSupport,
  type SentSamples,
  type Judge,
  type SubmissionLanguage,
} from '../../judges';
import { offerJudges, withCancel, showUntrusted } from '../shared/dialogs/dialogs';
import {
  confirmSamples,
  findSamples,
  isInteractive,
  withExpected,
  type FoundSamples,
  samplesOfProgram,
  saveOpenSamples,
  showSampleSources,
  showSkipped,
} from '../samples';
import { nameOfJudge } from '../labels/judgeLabels';
import { failureWords, orFailure, showFailure } from '../shared/failures/showFailure';
import {
  chooseHowToRun,
  rememberFiles,
  type ProgramToRun,
  canRunHere,
  findHelpers,
  showMissingInteractor,
  judgeLanguageOf,
  ownInputDetails,
  runLocally,
  showNotHere,
  showNoSamples,
  askInputs,
  runWithInput,
  showIfRunning,
} from '../localRuns';
import {
  type ProgramRead,
  programWithFiles,
  wantsOtherFiles,
  keepSubmitted,
  logging,
  otherFilesOf,
  sourceToSubmit,
  type SourceToSubmit,
  readSubmitArguments,
  fileToSubmit,
} from '../program';
import { judgeOfProblem } from '../sourceFiles';
import { showingUnexpectedErrors } from '../shared/failures/unexpectedErrors';
import { readyJudge } from '../judges';
import { runProblemSamples } from './runProblemSamples';
import { submitWithOptions } from './submit';
import { setContext } from '../shared/contextKeys';
import { mementos } from '../shared/storage/storageKeys';
import type { Core } from '../shared/core';
import type { WithFollowing } from '../following';
import type { WithSubmissions } from './submitSteps';

interface Run extends ProgramToRun {
  readonly found: Pick<FoundSamples, 'skipped' | 'time' | 'memory'> & { readonly samples: readonly Sample[] };
}

/** URIs of the files whose samples are being sent now. */
const underWay = new Set<string>();

/**
 * “Run Samples”: runs the active file with samples. Creates one record with a case for each sample. Uses the chosen judge
 * if it can run samples, unless the user prefers this computer for it.
 */
export async function runSamples(
  extension: Core & WithFollowing & WithSubmissions,
  argument: unknown,
): Promise<void> {
  const place = await placeToRun(extension, argument);
  if (!place) return;
  if (extension.context.globalState.get(mementos.ranSamples) !== true) {
    await extension.context.globalState.update(mementos.ranSamples, true);
    await setContext('ranSamples', true);
  }
  if (place.isHere) await runSamplesHere(extension, place.judge, place.source);
  else await runAtJudge(extension, place.judge, place.source);
}

/**
 * “Run Samples On…”: lets the user decide whether to run samples on the judge or on this computer, and remembers that for
 * the judge.
 */
export async function runSamplesOn(
  extension: Core & WithFollowing & WithSubmissions,
  argument: unknown,
): Promise<void> {
  const judge = await judgeOf(extension, argument);
  if (judge && canRunSamples(judge) && extension.localComputer) {
    const here = l10n.t('This Computer');
    const items = [
      { label: here, description: l10n.t('Nothing is sent'), isHere: true },
      { label: nameOfJudge(judge), description: displayAddress(judge.baseUrl), isHere: false },
    ];
    const chosen = await window.showQuickPick(items, { title: l10n.t('Run samples on') });
    if (!chosen) return;
    await extension.context.globalState.update(mementos.samplesRunHere(judge.id), chosen.isHere);
  }
  await runSamples(extension, argument);
}

/**
 * “Run with Custom Input…”: prompts for inputs, and runs the active file with them. In the editor of such an input, runs the
 * program with it. If this computer can't run programs, the judge can.
 */
export async function runInputHere(
  extension: Core & WithFollowing & WithSubmissions,
  argument: unknown,
): Promise<void> {
  if (!mayRun() || runWithInput(argument)) return;
  const source = await sourceToSubmit(readSubmitArguments(argument)?.file ?? null);
  if (!source) return;
  const judge = await judgeOf(extension, argument);
  const otherJudge = judge?.submission?.selfTest ? judge : null;
  if (!canRunHere(extension, source.uri)) {
    if (!otherJudge) return showNotHere(source);
    return submitWithOptions(extension, { file: source.uri.toString() });
  }
  const title = l10n.t('Run {0} on this computer', source.name);
  const inputs = await askInputs(extension, { title, step: 1, steps: 1, canGoBack: false }, source.uri);
  if (inputs === undefined || typeof inputs === 'symbol' || inputs.length === 0) return;
  const { time, memory, files } = await findSamples(source.uri, extension.realPath);
  await runLocally(extension, source, {
    cases: inputs.map(({ text, bytes }) => ({
      input: text,
      expected: null,
      bytes: bytes && { input: bytes, expected: null },
    })),
    time,
    memory,
    files,
    submission: ownInputDetails(source),
    judgeLanguage: judgeLanguageOf(extension, judge, source),
    comparison: null,
    otherJudge,
  });
}

function fileOf(argument: unknown): Uri | null {
  return fileToSubmit(readSubmitArguments(argument)?.file ?? null);
}

/** Returns the judge of the file, or else the chosen one; null: none, or its settings are invalid. */
async function judgeOf(extension: Core, argument: unknown): Promise<Judge | null> {
  const file = fileOf(argument);
  return (file && (await judgeOfProblem(extension, file))) ?? extension.judges.chosen();
}

/** Where to run samples. `judge`: the chosen judge; null: none, or it isn't used */
type SamplePlace =
  | { readonly isHere: true; readonly judge: Judge | null; readonly source: SourceToSubmit }
  | { readonly isHere: false; readonly judge: Judge; readonly source: SourceToSubmit };

/** Returns whether programs may be run. Shows why if the workspace isn't trusted. */
function mayRun(): boolean {
  if (workspace.isTrusted) return true;
  showUntrusted(l10n.t('Running samples requires a trusted workspace.'));
  return false;
}

/** Returns where to run samples, and the program. Null: nowhere, which was shown, or the user canceled. */
async function placeToRun(
  extension: Core & WithFollowing & WithSubmissions,
  argument: unknown,
): Promise<SamplePlace | null> {
  if (!mayRun()) return null;
  const { context, localComputer } = extension;
  const chosen = localComputer && (await judgeOf(extension, argument));
  const prefersHere =
    !chosen ||
    !canRunSamples(chosen) ||
    context.globalState.get(mementos.samplesRunHere(chosen.id)) === true ||
    (await hasInteractor(extension, fileOf(argument)));
  if (localComputer && prefersHere) {
    const source = await programToRun(argument);
    if (!source) return null;
    if (canRunHere(extension, source.uri)) return { isHere: true, judge: chosen, source };
    if (!chosen || !canRunSamples(chosen)) {
      showNotHere(source);
      return null;
    }
    showOtherPlace(
      l10n.t('{0} can’t be run on this computer. Its samples run on {1}.', source.name, nameOfJudge(chosen)),
    );
  }
  const here = chosen && (await placeWithoutSignIn(extension, chosen, argument));
  if (here) return here;
  const judge = await readyJudge(extension, fileOf(argument));
  if (!judge) return null;
  if (!canRunSamples(judge)) {
    offerJudges(l10n.t('{0} doesn’t support running samples.', nameOfJudge(judge)));
    return null;
  }
  const source = await programToRun(argument);
  return source && { isHere: false, judge, source };
}

/** Returns whether a program has an interactor, which no judge runs. `program`: null: none is open */
async function hasInteractor(extension: Core, program: Uri | null): Promise<boolean> {
  return program !== null && (await findHelpers(extension, program)).interactor !== null;
}

/** Returns the program, after the typed texts on the pages of its samples are saved. Null: that failed, which was shown. */
async function programToRun(argument: unknown): Promise<SourceToSubmit | null> {
  const source = await sourceToSubmit(readSubmitArguments(argument)?.file ?? null);
  return source && (await saveOpenSamples(source.uri)) ? source : null;
}

/**
 * Returns this computer if the user is signed out of the chosen judge, and the program has samples that can be run here.
 * Null if not.
 */
async function placeWithoutSignIn(
  extension: Core & WithSubmissions,
  judge: Judge,
  argument: unknown,
): Promise<SamplePlace | null> {
  if (!(await extension.judges.isSignedOut(judge))) return null;
  const source = await programToRun(argument);
  if (!source || !canRunHere(extension, source.uri)) return null;
  const { samples } = await findSamples(source.uri, extension.realPath);
  return samples.length > 0 ? { isHere: true, judge, source } : null;
}

function canRunSamples({ samples, submission }: Judge): boolean {
  return samples !== undefined || submission?.selfTest !== undefined;
}

async function runAtJudge(
  extension: Core & WithFollowing & WithSubmissions,
  judge: Judge,
  source: SourceToSubmit,
): Promise<void> {
  // no judge runs interactors
  if (await isInteractive(source.uri, extension.realPath)) return runSamplesHere(extension, judge, source);
  const { submission, samples } = judge;
  if (samples) return runFoundSamples(extension, judge, samples, source);
  if (!submission) return;
  const outcome = await runProblemSamples(extension, { judge, offer: submission, source });
  if (outcome === 'done') return;
  showOtherPlace(l10n.t('{0} can’t run these samples now. They run on this computer.', nameOfJudge(judge)));
  await runSamplesHere(extension, judge, source);
}

/** Shows that samples run somewhere else than usual. */
function showOtherPlace(words: string): void {
  window.setStatusBarMessage(`$(beaker) ${words}`, 10_000);
}

/** Runs the samples of a program on this computer. `judge`: of its problem; null: unknown */
async function runSamplesHere(
  extension: Core & WithSubmissions,
  judge: Judge | null,
  source: SourceToSubmit,
): Promise<void> {
  // what is found now isn't run
  if (showIfRunning(source)) return;
  const again = () => runSamplesHere(extension, judge, source);
  if (await showMissingInteractor(extension, source, again)) return;
  const found = await samplesOfProgram(extension, judge, source);
  if (found.samples.length === 0) {
    showNoSamples(extension, source, found.skipped);
    return;
  }
  showSkipped(found.skipped);
  showSampleSources(source, found.sources);
  const { interactor } = await findHelpers(extension, source.uri);
  const isCompared = interactor !== null || found.samples.some(({ expected }) => expected !== null);
  const submission = isCompared ? null : ownInputDetails(source);
  await runLocally(extension, source, {
    cases: found.samples,
    time: found.time,
    memory: found.memory,
    files: found.files,
    submission,
    judgeLanguage: judgeLanguageOf(extension, judge, source),
    comparison: found.comparison,
  });
}

/** Runs the samples next to the program on a judge without problems. */
async function runFoundSamples(
  extension: Core & WithSubmissions,
  judge: Judge,
  offer: SampleSupport,
  source: SourceToSubmit,
): Promise<void> {
  const all = await findSamples(source.uri, extension.realPath);
  const found = { ...all, samples: withExpected(all.samples) };
  if (found.samples.length === 0) {
    showNoSamples(extension, source, found.skipped);
    return;
  }
  if (await confirmSamples(extension, judge, source, found.samples.length))
    await start(extension, { judge, offer, source, found, asksAgain: false });
}

async function start(extension: Core, run: Run): Promise<void> {
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
    const program: ProgramRead = otherFiles
      ? await programWithFiles(extension, source, otherFiles)
      : { kind: 'read', source };
    if (program.kind === 'problem') {
      const message = l10n.t('{0} Nothing was run.', program.words);
      // not awaited, because the file couldn't be run again until the notification is closed
      void showingUnexpectedErrors(extension, 'runSamples', async () => {
        if (await wantsOtherFiles(message)) await start(extension, { ...run, asksAgain: true });
      });
      return;
    }
    const title = l10n.t('Sending the samples of {0}…', source.name);
    const sent = await withCancel(title, (signal) =>
      orFailure(sendAndTrack(extension, { ...run, source: program.source }, language.id, signal)),
    );
    if (sent instanceof RequestFailed) throw sent;
    await logging(
      extension,
      'saving the choices of a run',
      rememberFiles(extension, run, program.source, otherFiles),
    );
    window.setStatusBarMessage(`$(beaker) ${runningWords(sent.taken, language)}`, 5000);
    showSkipped(found.skipped);
    if (sent.failure && sent.failure.failure.kind !== 'cancelled') {
      const why = failureWords(extension, judge, sent.failure, 'submission');
      const skipped = found.samples.length - sent.taken;
      void window.showWarningMessage(l10n.t('Samples skipped: {0}. {1}', skipped, why));
    }
  } catch (error) {
    if (!(error instanceof RequestFailed)) throw error;
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
  extension: Core,
  { judge, offer, source, found }: Run,
  language: string,
  signal: AbortSignal,
): Promise<SentSamples> {
  const { samples, time, memory } = found;
  const client = await extension.judges.client(judge);
  const run = { language, code: source.code, others: otherFilesOf(source), samples, time, memory };
  const sent = await sendSamples(client, offer, run, signal);
  // the judge returns no common ID for several runs
  await keepSubmitted(extension, judge, source, `samples-${crypto.randomUUID()}`, { hint: sent.hint });
  return sent;
}
