import { commands, l10n, window, type Uri } from 'vscode';
import type { KnownRecord, SubmissionDetails } from '../../records';
import type { CaseToRun, FolderRefusal, LocalRun, ProblemFiles, RunComparison } from '../../local';
import { localResult } from '../../local/localResult';
import { thisComputer, type Judge } from '../../judges';
import { offerSetting, withCancel } from '../shared/dialogs/dialogs';
import { languageChoice, lastOf, loadRecents } from '../shared/storage/recentSubmissions';
import { localFlags, localLanguageSettings, localTimeLimit } from '../shared/settings/localSettings';
import { toolSettingsOfOthers } from '../shared/settings/settingsOfOthers';
import { showSettingsProblems } from '../shared/settings/settingsProblems';
import { sanitizeForUi } from '../labels/sanitizeText';
import { confirmLocalRuns } from '../samples';
import { keepSubmitted, type SourceToSubmit } from '../program';
import { findHelpers, helperProgram, showLostHelper, showMissingInteractor } from './checkerFiles';
import { MAX_LOCAL_TIME_LIMIT_MS, MIN_LOCAL_TIME_LIMIT_MS } from './limits';
import { offerCompiler, type MissingCompiler } from './noCompiler';
import type { Core } from '../shared/core';
import type { WithLocalRuns } from './withLocalRuns';

export interface LocalInputs {
  /** at least one */
  readonly cases: readonly CaseToRun[];
  /** time limit of the problem, ms; null: unknown */
  readonly time: number | null;
  /** memory limit of the problem, KiB; null: unknown */
  readonly memory: number | null;
  /** files that the problem uses instead of the standard input and output; null: unknown, or none */
  readonly files: ProblemFiles | null;
  /** details of the record; null: it is named after the file */
  readonly submission: SubmissionDetails | null;
  /** the judge's name of the language; null: unknown */
  readonly judgeLanguage: string | null;
  /** null: no output is compared */
  readonly comparison: RunComparison | null;
  /** judge that can run programs with the same inputs, if this computer can't; absent: none */
  readonly otherJudge?: Judge | null;
}

/** Returns the details of a run whose outputs aren’t compared, so that it has no verdict. */
export function ownInputDetails({ name }: Pick<SourceToSubmit, 'name'>): SubmissionDetails {
  return { problemId: name, title: null, place: null, language: null, optimise: false, isSelfTest: true };
}

export interface LocalOutcome {
  readonly record: KnownRecord;
  readonly run: LocalRun;
}

/**
 * Returns whether programs in a file can be run on this computer: the file is on the computer that runs this extension,
 * and that isn't a browser.
 */
export function canRunHere(
  { localComputer }: Pick<WithLocalRuns, 'localComputer'>,
  { scheme }: Uri,
): boolean {
  return localComputer !== null && scheme === 'file';
}

/** URIs of the files that are being run now. */
const underWay = new Set<string>();

/** Returns whether a program is being run on this computer, and shows that. */
export function showIfRunning({ uri, name }: Pick<SourceToSubmit, 'uri' | 'name'>): boolean {
  const isRunning = underWay.has(uri.toString());
  if (isRunning) void window.showInformationMessage(l10n.t('{0} is already running.', name));
  return isRunning;
}

/**
 * Compiles and runs a program on this computer. Creates a record with a case for each input. Null: the program wasn't
 * run, which was shown, or the user didn't agree.
 */
export async function runLocally(
  extension: Core & WithLocalRuns,
  source: SourceToSubmit,
  inputs: LocalInputs,
): Promise<LocalOutcome | null> {
  if (showIfRunning(source)) return null;
  const file = source.uri.toString();
  underWay.add(file);
  let outcome: LocalOutcome | MissingCompiler | null;
  try {
    outcome = (await isHelperMissing(extension, source, inputs))
      ? null
      : await run(extension, source, inputs);
  } finally {
    underWay.delete(file);
  }
  if (!outcome || 'record' in outcome) return outcome;
  switch (await offerCompiler(outcome, inputs.otherJudge ?? null)) {
    case 'tryAgain':
      return runLocally(extension, source, inputs);
    case 'atJudge':
      await commands.executeCommand('judgeResults.submitWithOptions', { file });
      return null;
    case null:
      return null;
  }
}

/** Returns whether a program isn’t run because its checker or interactor is missing, and shows that. */
async function isHelperMissing(
  extension: Core & WithLocalRuns,
  source: SourceToSubmit,
  inputs: LocalInputs,
): Promise<boolean> {
  const again = async (): Promise<void> => void (await runLocally(extension, source, inputs));
  const roles = [...(usesChecker(inputs) ? (['checker'] as const) : []), 'interactor' as const];
  if (await showLostHelper(extension, source, roles, again)) return true;
  return showMissingInteractor(extension, source, again);
}

async function run(
  extension: Core & WithLocalRuns,
  source: SourceToSubmit,
  inputs: LocalInputs,
): Promise<LocalOutcome | MissingCompiler | null> {
  const { cases, time, memory, files, submission, judgeLanguage, comparison } = inputs;
  const { localComputer, store } = extension;
  if (!localComputer || !canRunHere(extension, source.uri)) {
    showNotHere(source);
    return null;
  }
  const computer = await localComputer();
  const settings = computer.readSettings(localLanguageSettings(), localFlags(), toolSettingsOfOthers());
  const path = source.uri.fsPath;
  const language = computer.languageOf(path, source.editorLanguage, settings);
  const problems = computer.problemsOfLanguage(settings, language ?? source.editorLanguage);
  if (problems.length > 0) {
    await showSettingsProblems(problems);
    return null;
  }
  if (language === null) {
    showUnknownLanguage(source);
    return null;
  }
  const refused = await computer.whyNoFolder();
  if (refused) {
    showNoPrivateFolder(source, refused);
    return null;
  }
  const found = await computer.toolsFor({ language, file: path }, settings);
  if (found.kind === 'notInstalled') return { computer, language, reason: found };
  if (found.kind === 'unknownLanguage') {
    showUnknownLanguage(source);
    return null;
  }
  if (!(await confirmLocalRuns(extension, source, found.tools))) return null;
  const helpers = await findHelpers(extension, source.uri);

  const id = `run-${crypto.randomUUID()}`;
  const toRun = {
    program: { file: path, code: source.code, language, judgeLanguage },
    languageName: computer.displayName(language),
    cases,
    timeLimit: Math.min(Math.max(time ?? localTimeLimit(), MIN_LOCAL_TIME_LIMIT_MS), MAX_LOCAL_TIME_LIMIT_MS),
    memoryLimit: memory,
    files,
    checker: usesChecker(inputs) ? await helperProgram(helpers.checker, computer, settings) : null,
    interactor: await helperProgram(helpers.interactor, computer, settings),
    ...(comparison ? { comparison } : {}),
  };
  return withCancel(l10n.t('Running {0} on this computer…', source.name), async (signal) => {
    let outcome: LocalOutcome | null = null;
    for await (const state of computer.start(id, toRun, settings, signal)) {
      // the run begins before its record exists, because a record without a run in progress counts as stopped
      const record: KnownRecord =
        outcome?.record ??
        (await keepSubmitted(extension, thisComputer, source, id, submission ? { submission } : {}));
      await store.receive(record.key, localResult(state, id), { via: 'push', receivedAt: Date.now() });
      outcome = { record, run: state };
    }
    return outcome;
  });
}

/** Returns whether a checker decides about the outputs. The expected output of custom input is unknown. */
function usesChecker({ submission, comparison }: LocalInputs): boolean {
  return submission === null && comparison?.source !== 'user';
}

/** Returns the judge's name of the language in which a file was or would be submitted; null: unknown. */
export function judgeLanguageOf(
  { context, store }: Pick<Core, 'context' | 'store'>,
  judge: Judge | null,
  { uri, editorLanguage }: Pick<SourceToSubmit, 'uri' | 'editorLanguage'>,
): string | null {
  if (!judge) return null;
  const recents = loadRecents(context.globalState);
  const last = lastOf(recents, judge.id, uri.toString()) ?? languageChoice(recents, judge.id, editorLanguage);
  if (!last) return null;
  const named = store
    .records()
    .find(({ service, submission }) => service === judge.id && submission?.language === last.language);
  return named?.submission?.languageName ?? last.language;
}

export function showNotHere({ name }: Pick<SourceToSubmit, 'name'>): void {
  void window.showInformationMessage(
    l10n.t('{0} can’t be run here: it isn’t a file on the computer that runs this extension.', name),
  );
}

/** Shows why no folder of this computer is private. `refused`: a reason for each folder that was tried */
export function showNoPrivateFolder(
  { name }: Pick<SourceToSubmit, 'name'>,
  refused: readonly FolderRefusal[],
): void {
  const reasons = [...new Set(refused.map(refusalWords))].join(' ');
  void window.showErrorMessage(
    l10n.t('{0} wasn’t run: it needs a folder that only you can change. {1}', name, reasons),
  );
}

function refusalWords(refusal: FolderRefusal): string {
  const path = sanitizeForUi(refusal.path, 200);
  switch (refusal.kind) {
    case 'shared':
      return l10n.t('Other users can read or change {0}.', path);
    case 'noPrograms':
      return l10n.t('Programs can’t be started in {0}.', path);
    case 'unusable':
      return l10n.t('{0} can’t be used: {1}.', path, sanitizeForUi(refusal.message, 200));
  }
}

function showUnknownLanguage({ name }: SourceToSubmit): void {
  offerSetting(
    l10n.t(
      '{0} can’t be run on this computer: no command for its language. Add one to “judgeResults.local.languages”.',
      name,
    ),
    'local.languages',
  );
}
