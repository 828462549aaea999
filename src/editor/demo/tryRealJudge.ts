import { commands, env, l10n, Uri, window, workspace } from 'vscode';
import {
  entryOfReady,
  readyJudgeOf,
  readyJudges,
  type Judge,
  type ReadyJudge,
  type TrialProgram,
} from '../../judges';
import { freeJudgeName } from '../judges';
import { nameOfJudge } from '../labels/judgeLabels';
import { languageChoice, loadRecents, remembering, saveRecents } from '../shared/storage/recentSubmissions';
import { changeJudges, judgeDescriptions, writeChosenJudge } from '../shared/settings/judgeSettings';
import { showSettingsProblems } from '../shared/settings/settingsProblems';
import type { Core } from '../shared/core';

type Trial = NonNullable<ReadyJudge['trial']>;

/**
 * “Try a Real Judge”: chooses a judge that needs no account, and opens a program that solves one of its problems. Sends
 * nothing until the user submits the program.
 */
export async function tryRealJudge(extension: Core): Promise<void> {
  const ready = readyJudges.find(({ trial }) => trial !== undefined);
  if (!ready?.trial) return;
  const { trial } = ready;
  const program = programFor(trial, window.activeTextEditor?.document.languageId);
  const judge = program ? await chosenAs(extension, ready) : null;
  if (!program || !judge) return;
  const file = await writtenProgram(extension, program);
  // shows the list in which the result will appear
  await commands.executeCommand('judgeResults.records.focus');
  const document = await workspace.openTextDocument(file);
  await window.showTextDocument(document, { preview: false });
  await suggest(extension, judge, trial, program, document.languageId);
  await offerToSubmit(judge, trial, program, file);
}

/** Returns the program in the editor's language, or else the first one. */
function programFor({ programs }: Trial, editorLanguage: string | undefined): TrialProgram | undefined {
  return programs.find((program) => program.editorLanguage === editorLanguage) ?? programs[0];
}

/**
 * Adds the judge to the settings, unless the user has added it, and chooses it. Null: its entry is invalid, which was
 * shown.
 */
async function chosenAs({ judges }: Core, ready: ReadyJudge): Promise<Judge | null> {
  const known = Object.entries(judgeDescriptions()).find(([, entry]) => isEntryOf(entry, ready));
  const name = known?.[0] ?? freeJudgeName(ready.name);
  if (!known) await changeJudges({ [name]: entryOfReady(ready, null) });
  await writeChosenJudge(name);
  const choice = await judges.named(name);
  if (choice.kind === 'chosen') return choice.judge;
  await showSettingsProblems(choice.problems);
  return null;
}

function isEntryOf(entry: unknown, ready: ReadyJudge): boolean {
  const isObject = typeof entry === 'object' && entry !== null && !Array.isArray(entry);
  return isObject && readyJudgeOf(entry as Readonly<Record<string, unknown>>)?.id === ready.id;
}

/** Writes the program to a new file. If the user has changed the file of an earlier trial, keeps that one. */
async function writtenProgram({ context }: Core, { fileName, code }: TrialProgram): Promise<Uri> {
  const folder = Uri.joinPath(context.globalStorageUri, 'try');
  const file = Uri.joinPath(folder, fileName);
  try {
    await workspace.fs.stat(file);
  } catch {
    // it doesn't exist
    await workspace.fs.createDirectory(folder);
    await workspace.fs.writeFile(file, new TextEncoder().encode(code));
  }
  return file;
}

/** Makes the problem and the language the first suggestions of “Submit”. */
async function suggest(
  extension: Core,
  { id }: Judge,
  { problem, title }: Trial,
  { language }: TrialProgram,
  editorLanguage: string,
): Promise<void> {
  const recents = loadRecents(extension.context.globalState);
  const usual = languageChoice(recents, id, editorLanguage) ?? { language, optimise: false };
  const choices = { ...usual, problemId: problem, place: null, textHash: '' };
  const fromJudge = { title, contest: null };
  await saveRecents(extension, remembering(recents, id, null, editorLanguage, choices, fromJudge));
}

async function offerToSubmit(judge: Judge, trial: Trial, program: TrialProgram, file: Uri): Promise<void> {
  const { problem, title } = trial;
  const submit = l10n.t('Submit…');
  const openProblem = l10n.t('Open Problem');
  const pressed = await window.showInformationMessage(
    l10n.t(
      'This program solves {0} on {1}. Submit it to see a real verdict. You need no account, and everyone can see the submission on the website.',
      title,
      nameOfJudge(judge),
    ),
    submit,
    openProblem,
  );
  if (pressed === submit) {
    // requests confirmation
    const choices = {
      file: file.toString(),
      problemId: problem,
      language: program.language,
      optimise: false,
    };
    await commands.executeCommand('judgeResults.submit', choices);
  }
  const page = judge.pages?.problem?.({ problemId: problem, place: null });
  if (pressed === openProblem && page !== undefined) {
    await env.openExternal(Uri.parse(page, true));
    await offerToSubmit(judge, trial, program, file);
  }
}
