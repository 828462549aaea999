import * as v from 'valibot';
import { l10n, window, type Memento } from 'vscode';
import type { Judge, SampleSupport, SubmissionLanguage } from '../../judges';
import { nameOfJudge } from '../labels/judgeLabels';
import {
  askInTurn,
  answerIn,
  keeping,
  questionPick,
  type Answer,
  type QuestionStep,
  type Step,
  type ValueItem,
} from '../shared/dialogs/quickPick';
import { entryName, mementos, withEntryNames } from '../shared/storage/storageKeys';
import {
  askLanguage,
  askOtherFiles,
  lastChoice,
  rememberChoice,
  type FileChoice,
  type StoredChoice,
  programWithFiles,
  proposeLanguages,
  type SourceToSubmit,
} from '../program';
import type { Core } from '../shared/core';

const rememberedLanguages = v.fallback(v.record(v.string(), v.string()), {});

/** A program that a judge without problems runs. */
export interface ProgramToRun {
  readonly judge: Judge;
  readonly offer: SampleSupport;
  readonly source: SourceToSubmit;
  /** prompts for language and other files, even if those of the last run can be used */
  readonly asksAgain: boolean;
}

interface RunChoices {
  readonly language: SubmissionLanguage;
  /** files that are sent along with the program; null: none */
  readonly otherFiles: FileChoice | null;
}

/** Hashes of the last programs that this window ran with other files, by the URI of the main file. */
const lastRuns = new Map<string, string>();

/**
 * Returns the language and the other files of the last run, if the judge still supports the language. Prompts for them
 * before the first run, or if the same text was already run, because the user may want another language. Null: the user
 * canceled.
 */
export async function chooseHowToRun(extension: Core, run: ProgramToRun): Promise<RunChoices | null> {
  const { judges, context } = extension;
  const { judge, offer, source } = run;
  const state = context.globalState;
  const languages = await window.withProgress({ location: { viewId: 'judgeResults.records' } }, () =>
    judges.ask(judge, offer.fetchLanguages),
  );
  const remembered = languagesIn(state);
  const key = entryName(judge.id, source.editorLanguage);
  const last = languages.find(({ id }) => id === remembered[key]) ?? null;
  const lastFiles = offer.acceptsSeveralFiles ? lastChoice(context.workspaceState, source.uri) : null;
  const usedFiles = lastFiles?.isUsed ? lastFiles.choice : null;
  if (last && !run.asksAgain && !(await wasAlreadyRun(extension, run, usedFiles)))
    return { language: last, otherFiles: usedFiles };
  const choices = await askHowToRun(run, languages, last, lastFiles);
  if (choices) await state.update(mementos.sampleLanguages, { ...remembered, [key]: choices.language.id });
  return choices;
}

/**
 * Returns whether the newest record of the program at this judge has the same text, and its other files haven't changed
 * either.
 */
async function wasAlreadyRun(
  extension: Core,
  { judge, source }: ProgramToRun,
  otherFiles: FileChoice | null,
): Promise<boolean> {
  const uri = source.uri.toString();
  const newest = extension.store
    .records()
    .find((record) => record.service === judge.id && record.source?.uri === uri);
  if (newest?.source?.textHash !== source.textHash) return false;
  if (!otherFiles) return true;
  const program = await programWithFiles(extension, source, otherFiles);
  return program.kind === 'read' && program.source.textHash === lastRuns.get(uri);
}

/** Prompts for the language, and then for other files if the judge accepts them. Null: the user canceled. */
async function askHowToRun(
  { judge, offer, source }: ProgramToRun,
  languages: readonly SubmissionLanguage[],
  last: SubmissionLanguage | null,
  lastFiles: StoredChoice | null,
): Promise<RunChoices | null> {
  const title = l10n.t('Run samples of {0} on {1}', source.name, nameOfJudge(judge));
  const steps = offer.acceptsSeveralFiles ? 2 : 1;
  const about = { editorLanguage: source.editorLanguage, fileName: source.name };
  let language = last;
  let sendsFiles = lastFiles?.isUsed ?? false;
  let otherFiles: FileChoice | null = null;
  const askForLanguage: Step = () => {
    const proposals = proposeLanguages({ languages }, about, language?.id ?? null);
    const step = { title, step: 1, steps, canGoBack: false };
    return keeping(askLanguage(step, proposals, { mayType: false }), (chosen) => {
      language = languages.find(({ id }) => id === chosen) ?? null;
    });
  };
  const askWhetherWithFiles: Step = () => {
    const step = { title, step: 2, steps, canGoBack: true };
    const summary = language?.name ?? '';
    return keeping(askWithFiles(step, summary, sendsFiles), (chosen) => (sendsFiles = chosen));
  };
  const askForFiles: Step = async () => {
    otherFiles = null;
    if (!sendsFiles) return 'next';
    const step = { title, step: 3, steps: 3, canGoBack: true };
    return keeping(askOtherFiles(step, source.uri, lastFiles?.choice ?? null), (chosen) => {
      otherFiles = chosen;
    });
  };
  const questions = offer.acceptsSeveralFiles
    ? [askForLanguage, askWhetherWithFiles, askForFiles]
    : [askForLanguage];
  if (!(await askInTurn(questions)) || !language) return null;
  return { language, otherFiles };
}

/** Lets the user decide whether other files are sent along with the program. `summary`: shown in the box. */
function askWithFiles(step: QuestionStep, summary: string, before: boolean): Answer<boolean> {
  const items: ValueItem<boolean>[] = [
    { label: `$(beaker) ${l10n.t('Run Samples')}`, value: false },
    { label: `$(files) ${l10n.t('Run Samples with Other Files…')}`, value: true },
  ];
  const pick = questionPick(step, summary, items);
  pick.activeItems = items.filter(({ value }) => value === before);
  return answerIn(pick, step);
}

/** Remembers the other files of a run that was sent. */
export async function rememberFiles(
  { context }: Core,
  { offer }: ProgramToRun,
  program: SourceToSubmit,
  otherFiles: FileChoice | null,
): Promise<void> {
  if (!offer.acceptsSeveralFiles) return;
  const { uri, textHash } = program;
  if (otherFiles) lastRuns.set(uri.toString(), textHash);
  else lastRuns.delete(uri.toString());
  await rememberChoice(context.workspaceState, uri, otherFiles);
}

function languagesIn(state: Memento): Readonly<Record<string, string>> {
  const stored = state.get<unknown>(mementos.sampleLanguages);
  if (stored !== undefined) return v.parse(rememberedLanguages, stored);
  return withEntryNames(v.parse(rememberedLanguages, state.get(mementos.sampleLanguagesBefore)));
}
