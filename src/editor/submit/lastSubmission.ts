import type { Judge } from '../../judges';
import { lastChoice, logging, rememberChoice, type SourceToSubmit } from '../program';
import { placeNow, type ChosenProblem } from '../problemPages';
import {
  isSameProblem,
  lastOf,
  loadRecents,
  remembering,
  saveRecents,
  type Choices,
} from '../shared/storage/recentSubmissions';
import { isChosenByWorkspace } from '../shared/settings/judgeSettings';
import { mementos } from '../shared/storage/storageKeys';
import type { Core } from '../shared/core';
import type { ChosenSubmission, Prepared } from './submitSteps';

/**
 * Returns the choices of the file's last submission. Null: there is none, it was to another problem than `problem`, or its
 * contest has ended.
 */
export function lastChoices(
  extension: Core,
  { judge, offer, source }: Prepared,
  problem: ChosenProblem | null,
): ChosenSubmission | null {
  const last = lastOf(recents(extension), judge.id, source.uri.toString());
  if (!last || placeNow(extension, judge, last.place) !== last.place) return null;
  if (problem && !isSameProblem(problem, last)) return null;
  const files = offer.acceptsSeveralFiles ? lastChoice(extension.context.workspaceState, source.uri) : null;
  return {
    ...last,
    inputs: null,
    ...knownOfProblem(extension, judge, last),
    ...(files?.isUsed ? { otherFiles: files.choice } : {}),
  };
}

/** Returns data about the problem that other records contain, to save a request. */
function knownOfProblem(
  { store }: Core,
  { id }: Judge,
  { problemId, place, language }: Choices,
): Pick<ChosenSubmission, 'limits' | 'title' | 'letter' | 'contest' | 'languageName'> {
  const named = store
    .records()
    .find(
      (record) =>
        record.service === id && record.submission?.language === language && record.submission.languageName,
    );
  const same = store
    .records()
    .filter(
      ({ service, submission }) =>
        service === id && submission?.problemId === problemId && submission.place === place,
    );
  return {
    limits: same.find(({ limits }) => limits !== null)?.limits ?? null,
    title: same.find(({ submission }) => submission?.title)?.submission?.title ?? null,
    letter: same.find(({ submission }) => submission?.letter)?.submission?.letter,
    contest: same.find(({ submission }) => submission?.contest)?.submission?.contest ?? null,
    languageName: named?.submission?.languageName ?? null,
  };
}

/** Returns whether the workspace's settings select the judge, and nothing has been submitted to it from here yet. */
export function isFirstOfWorkspace({ context }: Core, { id }: Judge): boolean {
  return isChosenByWorkspace() && context.workspaceState.get(mementos.submitsTo) !== id;
}

/** Remembers the choices. A self-test isn't remembered as a submission. Never rejects. */
export async function remember(
  extension: Core,
  judge: Judge,
  { uri, editorLanguage, textHash }: SourceToSubmit,
  { problemId, place, language, optimise, inputs, title, letter, contest, otherFiles }: ChosenSubmission,
): Promise<void> {
  const last = { problemId, place, language, optimise, textHash };
  const file = inputs === null ? uri.toString() : null;
  const fromJudge = { title, letter, contest: contest?.title ?? null };
  const save = async (): Promise<void> => {
    const now = remembering(
      loadRecents(extension.context.globalState),
      judge.id,
      file,
      editorLanguage,
      last,
      fromJudge,
    );
    await saveRecents(extension, now);
    if (file === null) return;
    const { workspaceState } = extension.context;
    await workspaceState.update(mementos.submitsTo, judge.id);
    if (judge.submission?.acceptsSeveralFiles) await rememberChoice(workspaceState, uri, otherFiles ?? null);
  };
  await logging(extension, 'saving the choices of a submission', save());
}

function recents({ context }: Core): ReturnType<typeof loadRecents> {
  return loadRecents(context.globalState);
}
