import { l10n, window, type Uri } from 'vscode';
import { thisComputer, type Judge } from '../../judges';
import { nameOfJudge } from '../labels/judgeLabels';
import type { WithFollowing } from '../following';
import type { Core } from '../shared/core';
import type { Choice } from '../shared/judges';
import { showSettingsProblems } from '../shared/settings/settingsProblems';
import { judgeOfPages, otherJudgeOfFile, problemPagesOf } from '../sourceFiles';
import { chooseJudge } from './chooseJudge';
import { offerMissingJudge } from './missingJudge';
import { signIn } from './signIn/signIn';

/**
 * Returns the judge of a file, or else the chosen online judge, signed in. `file`: null if the command isn't about one.
 * Prompts for missing choices and credentials now, so that the user can continue right away. Null: the user canceled, or the
 * settings are invalid, which was shown.
 */
export async function readyJudge(
  extension: Core & WithFollowing,
  file: Uri | null = null,
): Promise<Judge | null> {
  const { choice, unknownPages } = await judgeForFile(extension, file);
  if (file && unknownPages.length > 0) {
    const offered = await offerMissingJudge(extension, file, unknownPages, choice);
    if (offered !== 'continue') return offered;
  }
  switch (choice.kind) {
    case 'none': {
      const judge = await chooseJudge(extension);
      if (judge?.runsHere) return chooseAnother(extension, judge);
      return judge && !(await extension.judges.isSignedOut(judge)) ? judge : null;
    }
    case 'wrong':
      await showSettingsProblems(choice.problems);
      return null;
    case 'chosen':
      if (choice.judge.runsHere) return chooseAnother(extension, choice.judge);
      return signedIn(extension, choice.judge);
  }
}

/** Signs in to a judge, if that is necessary. Returns it; null: the user canceled. */
export async function signedIn(extension: Core, judge: Judge): Promise<Judge | null> {
  if (await extension.judges.isSignedOut(judge)) await signIn(extension, judge);
  return (await extension.judges.isSignedOut(judge)) ? null : judge;
}

/** Explains that this computer isn't an online judge, and offers to choose one. Returns it, signed in; null: canceled. */
async function chooseAnother(extension: Core & WithFollowing, here: Judge): Promise<Judge | null> {
  const choose = l10n.t('Choose Online Judge');
  const pressed = await window.showInformationMessage(
    l10n.t(
      '{0} runs samples and your own inputs. Choose an online judge for everything else.',
      nameOfJudge(here),
    ),
    choose,
  );
  const judge = pressed === choose ? await chooseJudge(extension) : null;
  if (!judge || judge.runsHere) return null;
  return (await extension.judges.isSignedOut(judge)) ? null : judge;
}

export interface JudgeForFile {
  readonly choice: Choice;
  /** URLs of its problem that are stored for the file, but that no judge of the user has; empty: none */
  readonly unknownPages: readonly string[];
}

/**
 * Returns the judge to which a file belongs: one of the user's judges that has the problem whose URL is stored for the file
 * or was pasted for it, else the chosen one, else the one of the file's newest result. `file`: null if there is none
 */
export async function judgeForFile(
  extension: Pick<Core, 'context' | 'judges' | 'store'>,
  file: Uri | null,
): Promise<JudgeForFile> {
  const { judges } = extension;
  const pages = file ? await problemPagesOf(file) : [];
  const judge = await judgeOfPages(extension, pages);
  if (judge) return { choice: { kind: 'chosen', judge }, unknownPages: [] };
  const choice = await judges.choice();
  if (!file) return { choice, unknownPages: [] };
  switch (choice.kind) {
    case 'wrong':
      return { choice, unknownPages: pages };
    case 'chosen': {
      const otherId = otherJudgeOfFile(extension.context, file, choice.judge);
      const other = otherId === null ? null : await judges.judgeOf(otherId);
      if (other) return { choice: { kind: 'chosen', judge: other }, unknownPages: [] };
      return { choice, unknownPages: pages };
    }
    case 'none': {
      const uri = file.toString();
      const newest = extension.store
        .records()
        .find(({ source, service }) => source?.uri === uri && service !== thisComputer.id);
      const before = newest ? await judges.judgeOf(newest.service) : null;
      return { choice: before ? { kind: 'chosen', judge: before } : choice, unknownPages: pages };
    }
  }
}
