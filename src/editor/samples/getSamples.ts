import { commands, l10n, Uri, window, workspace } from 'vscode';
import { RequestFailed, sampleFetcher, type Judge, type Sample } from '../../judges';
import { readyJudge } from '../judges';
import { setJudgeOfFile } from '../sourceFiles';
import { nameOfJudge } from '../labels/judgeLabels';
import { problemLabel, type NamedProblem } from '../labels/problemLabel';
import { shownFileName } from '../labels/recordLabels';
import { askProblemOfFile, confirmedProblemOfFile } from '../problemPages';
import { fileToSubmit } from '../program';
import { offer, showUntrusted, withCancel } from '../shared/dialogs/dialogs';
import { namesIn } from '../shared/files/files';
import { isProblemId } from '../shared/problemIds';
import { orFailure, showFailure } from '../shared/failures/showFailure';
import { showSaved } from './savedMessage';
import { addSample, canSaveNextTo, failedWords, type Saved } from './saveSample';
import { storeSentComparison } from './sentComparison';
import type { Core } from '../shared/core';
import type { WithFollowing } from '../following';

/**
 * “Get Samples”: saves the judge’s samples of a problem next to the other samples of the program. `argument`: URI of the
 * program; else the active one. `problem`: else that of the program; if it is unknown, prompts for it
 */
export async function getSamples(
  extension: Core & WithFollowing,
  argument: unknown,
  problem: unknown,
): Promise<void> {
  const file = argument instanceof Uri ? argument : fileToSubmit(null);
  if (!file) return;
  if (!workspace.isTrusted) {
    showUntrusted(l10n.t('Saving samples requires a trusted workspace.'));
    return;
  }
  const judge = await readyJudge(extension, file);
  if (!judge) return;
  const given = problemIn(problem);
  const other = given && (await otherProgram(extension, judge, file, given));
  if (!other && !(await canSaveNextTo(file))) return;
  const title = (asked: Judge): string => l10n.t('Get Samples from {0}', nameOfJudge(asked));
  const known = given ?? (await confirmedProblemOfFile(extension, judge, file));
  const chosen = known ? { judge, problem: known } : await askProblemOfFile(extension, judge, file, title);
  if (!chosen || !isProblemId(chosen.problem.problemId)) return;
  if (chosen.judge.id !== judge.id) await setJudgeOfFile(extension, file, chosen.judge);
  const program = other ?? file;
  const samples = await fetchedSamples(extension, chosen.judge, program, chosen.problem);
  if (samples)
    await save(extension, program, other ? problemLabel(chosen.problem) : shownFileName(file), samples);
}

/**
 * Returns the program next to which the samples of a problem are saved if the file is for another problem, or isn’t a
 * program: the program that is named after the problem’s label, even if it doesn’t exist yet. Null: the file itself
 */
async function otherProgram(
  extension: Core,
  judge: Judge,
  file: Uri,
  problem: NamedProblem,
): Promise<Uri | null> {
  const { letter = '' } = problem;
  if (!/^\w{1,20}$/.test(letter)) return null;
  const isProgram = workspace.fs.isWritableFileSystem(file.scheme) === true;
  const own = isProgram ? await confirmedProblemOfFile(extension, judge, file) : null;
  if (isProgram && (!own || own.problemId === problem.problemId)) return null;
  const folder = isProgram ? Uri.joinPath(file, '..') : workspace.workspaceFolders?.[0]?.uri;
  if (!folder) return null;
  const sameLanguage = `${letter}${/\.[^./]*$/.exec(file.path)?.[0] ?? ''}`;
  const isThere = (await namesIn(folder)).includes(sameLanguage);
  return Uri.joinPath(folder, isThere ? sameLanguage : letter);
}

/** Reads the argument of the command, which any extension can pass. */
function problemIn(argument: unknown): NamedProblem | null {
  if (typeof argument !== 'object' || argument === null) return null;
  if (!('problemId' in argument) || typeof argument.problemId !== 'string') return null;
  const place = 'place' in argument && typeof argument.place === 'string' ? argument.place : null;
  const letter = 'letter' in argument && typeof argument.letter === 'string' ? argument.letter : '';
  const title = 'title' in argument && typeof argument.title === 'string' ? argument.title : null;
  return { problemId: argument.problemId, place, letter, title };
}

/** Returns the samples, at least one. Null: there are none, or the request failed, which was shown. */
async function fetchedSamples(
  extension: Core & WithFollowing,
  judge: Judge,
  file: Uri,
  problem: NamedProblem,
): Promise<readonly Sample[] | null> {
  const fetch = sampleFetcher(judge.submission);
  const title = l10n.t('Fetching the samples of {0}…', problemLabel(problem));
  const fetched =
    fetch &&
    (await withCancel(title, (signal) =>
      orFailure(extension.judges.ask(judge, (http) => fetch(http, problem), signal)),
    ));
  if (fetched instanceof RequestFailed) {
    const again = (): Promise<void> => getSamples(extension, file, problem);
    if (fetched.failure.kind !== 'cancelled')
      await showFailure(extension, fetched, judge, again, 'submission');
    return null;
  }
  if (fetched?.comparison) {
    const { workspaceState } = extension.context;
    await storeSentComparison(workspaceState, file, judge.id, fetched.comparison);
  }
  if (fetched && fetched.samples.length > 0) return fetched.samples;
  const name = problemLabel(problem);
  void offer(l10n.t('{0} has no samples of {1}.', nameOfJudge(judge), name), l10n.t('Add Sample…'), () =>
    commands.executeCommand('judgeResults.addSample', file),
  );
  return null;
}

/** `name`: of the program, or of the problem if its program doesn’t exist */
async function save(extension: Core, program: Uri, name: string, samples: readonly Sample[]): Promise<void> {
  const added: Saved[] = [];
  for (const sample of samples) {
    const saved = await addSample(extension, program, sample, null);
    if (saved.kind === 'failed') {
      void window.showErrorMessage(failedWords(saved));
      return;
    }
    if (saved.kind !== 'exists') added.push(saved);
  }
  const [first] = added;
  const words =
    added.length === 0
      ? l10n.t('All samples of {0} are saved already', name)
      : added.length === 1
        ? l10n.t('1 sample of {0} saved', name)
        : l10n.t('{0} samples of {1} saved', added.length, name);
  showSaved(words, first?.kind === 'files' ? first.input : program);
}
