import { l10n, Uri, window, type QuickPickItem } from 'vscode';
import { systemClock, type Clock } from '../../base/ports';
import {
  RequestFailed,
  type Clarifications,
  type FoundProblem,
  type Judge,
  type JuryQuestion,
} from '../../judges';
import type { Contest } from '../../results';
import type { WithFollowing } from '../following';
import { readyJudge } from '../judges';
import { nameOfJudge } from '../labels/judgeLabels';
import { problemWithTitle } from '../labels/problemLabel';
import { sanitizeForUi } from '../labels/sanitizeText';
import { likelyProblemOfFile } from '../problemPages';
import type { RowArguments } from '../shared/commands/commandTargets';
import type { Core } from '../shared/core';
import { withCancel } from '../shared/dialogs/dialogs';
import { showOrOffer, watchingPerson } from '../shared/dialogs/personActions';
import { orFailure, showFailure } from '../shared/failures/showFailure';
import { contestName } from './clarificationWords';
import { MAX_CONFIRMED_LENGTH } from './limits';
import type { WithClarifications } from './withClarifications';

interface Jury {
  readonly judge: Judge;
  readonly clarifications: Clarifications;
  readonly contest: Contest & { readonly id: string };
  readonly problems: readonly FoundProblem[];
  /** the problem of the active file; null: unknown */
  readonly likely: FoundProblem | null;
}

interface ProblemItem extends QuickPickItem {
  /** null: the question isn't about a problem */
  readonly problem: FoundProblem | null;
}

type AskingExtension = Core & WithClarifications & WithFollowing;

/**
 * “Ask the Jury…”: prompts for a question about the problem of the active file, and sends it after the user has confirmed
 * the contest and the problem. `given`: the file; else the active one. `service`, `contest`: IDs of the judge and its
 * contest; else those of the file
 */
export async function askJury(
  extension: AskingExtension,
  [given, service, contest]: RowArguments,
  clock: Pick<Clock, 'now'> = systemClock,
): Promise<void> {
  const file = given instanceof Uri ? given : (window.activeTextEditor?.document.uri ?? null);
  const isOfContest = typeof service === 'string' && typeof contest === 'string';
  const judge = await (isOfContest ? extension.judges.judgeOf(service) : readyJudge(extension, file));
  if (judge) await askJuryOf(extension, judge, isOfContest ? contest : null, file, clock);
}

/** `contest`: as in `Contest.id`; null: that of the judge or of the file. `file`: may be about the problem; null: none */
async function askJuryOf(
  extension: AskingExtension,
  judge: Judge,
  contest: string | null,
  file: Uri | null,
  clock: Pick<Clock, 'now'> = systemClock,
): Promise<void> {
  await watchingPerson(async (person) => {
    const jury = await fetchJury(extension, judge, contest, file);
    if (!jury) return;
    await showOrOffer(
      extension,
      person,
      hasNoProblems(jury)
        ? l10n.t('{0} has no problems yet.', contestName(jury.contest))
        : l10n.t('The problems of {0} were fetched.', contestName(jury.contest)),
      l10n.t('Ask the Jury…'),
      async () => {
        const problem = jury.likely ?? (await chooseProblem(jury));
        if (problem !== undefined) await askAbout(extension, jury, problem, '');
      },
    );
  }, clock);
}

/** Fetches the contest with its problems. Null: there is none, or it couldn't be fetched, which was shown. */
async function fetchJury(
  extension: AskingExtension,
  judge: Judge,
  asked: string | null,
  file: Uri | null,
): Promise<Jury | null> {
  const { clarifications, fetchProblems } = judge.contests ?? {};
  const name = nameOfJudge(judge);
  if (!clarifications || !fetchProblems) {
    void window.showInformationMessage(l10n.t('{0} has no questions to the jury.', name));
    return null;
  }
  const guess = file && (await likelyProblemOfFile(extension, judge, file));
  const feature = await extension.clarifications();
  const id = asked ?? judge.contests?.only ?? guess?.place ?? feature.contestsAt(judge)[0];
  if (id === undefined) {
    void window.showInformationMessage(l10n.t('No contest of yours on {0} is known.', name));
    return null;
  }
  const title = l10n.t('Fetching the problems from {0}…', name);
  const listed = await withCancel(title, (signal) =>
    orFailure(extension.judges.ask(judge, (http) => fetchProblems(http, id, false), signal)),
  );
  if (listed instanceof RequestFailed) {
    const again = (): Promise<void> => askJuryOf(extension, judge, asked, file);
    if (listed.failure.kind !== 'cancelled') await showFailure(extension, listed, judge, again);
    return null;
  }
  const { problems, contest = { title: null, endsAt: null } } = listed;
  const named = file ? (judge.submission?.problemList?.named(file.path, problems) ?? []) : [];
  const likely =
    problems.find(({ problemId }) => guess?.from === 'lastTime' && problemId === guess.id) ??
    (named.length === 1 ? named[0] : undefined);
  return { judge, clarifications, contest: { ...contest, id }, problems, likely: likely ?? null };
}

/** Returns whether the contest lists no problems, for example before its start. */
function hasNoProblems({ problems }: Jury): boolean {
  return problems.length === 0;
}

/** Null: the question isn't about a problem. Undefined: the user canceled, or the jury accepts no questions. */
async function chooseProblem(jury: Jury): Promise<FoundProblem | null | undefined> {
  const { contest, problems, clarifications } = jury;
  if (hasNoProblems(jury)) {
    if (!clarifications.needsProblem) return null;
    void window.showInformationMessage(l10n.t('{0} has no problems yet.', contestName(contest)));
    return undefined;
  }
  const items: readonly ProblemItem[] = [
    ...problems.map((problem) => ({ label: problemWithTitle(problem), problem })),
    ...(clarifications.needsProblem
      ? []
      : [{ label: l10n.t('No Problem (General Question)'), problem: null }]),
  ];
  const chosen = await window.showQuickPick(items, {
    title: l10n.t('Ask the Jury: {0}', contestName(contest)),
    placeHolder: l10n.t('Select the problem of your question'),
  });
  return chosen?.problem;
}

/**
 * Prompts for the text and the confirmation, and sends the question. Prompts for the text again if the user cancels
 * anything but its box. `written`: the text so far
 */
async function askAbout(
  extension: AskingExtension,
  jury: Jury,
  problem: FoundProblem | null,
  written: string,
): Promise<void> {
  const { judge, contest, clarifications } = jury;
  const about = problem ? problemWithTitle(problem) : l10n.t('General question');
  const entered = await window.showInputBox({
    title: l10n.t('Ask the Jury: {0}', about),
    prompt: l10n.t('Question to the jury of {0}. You confirm it before it’s sent.', contestName(contest)),
    value: written,
    ignoreFocusOut: true,
    validateInput: (text) => lengthProblem(text, clarifications.maxLength),
  });
  const text = entered?.trim() ?? '';
  if (text === '') return;
  const send = l10n.t('Send Question');
  const other = l10n.t('Other Problem…');
  const pressed = await window.showWarningMessage(
    l10n.t('Send this question to the jury of {0}?', contestName(contest)),
    { modal: true, detail: confirmedWords(judge, about, text) },
    ...(hasNoProblems(jury) ? [send] : [send, other]),
  );
  if (pressed === other) {
    const chosen = await chooseProblem(jury);
    await askAbout(extension, jury, chosen === undefined ? problem : chosen, text);
  } else if (pressed === send) {
    const question = { contest: contest.id, problemId: problem?.problemId ?? null, text };
    await sendQuestion(extension, jury, question, () => askAbout(extension, jury, problem, text));
  } else {
    await askAbout(extension, jury, problem, text);
  }
}

function confirmedWords(judge: Judge, about: string, text: string): string {
  return [
    l10n.t('Problem: {0}', about),
    l10n.t('Judge: {0}', nameOfJudge(judge)),
    '',
    sanitizeForUi(text, MAX_CONFIRMED_LENGTH),
  ].join('\n');
}

function lengthProblem(text: string, limit: number): string | null {
  const { length } = text.trim();
  return length > limit ? l10n.t('{0} characters at most', limit) : null;
}

/** `again`: lets the user edit the question after a failure, or after canceling */
async function sendQuestion(
  extension: AskingExtension,
  { judge, clarifications, contest }: Jury,
  question: JuryQuestion,
  again: () => Promise<void>,
): Promise<void> {
  const title = l10n.t('Sending the question to the jury…');
  const sent = await withCancel(title, (signal) =>
    orFailure(extension.judges.ask(judge, (http) => clarifications.ask(http, question), signal)),
  );
  if (!(sent instanceof RequestFailed)) {
    void window.showInformationMessage(
      l10n.t('Your question was sent to the jury of {0}.', contestName(contest)),
    );
    return;
  }
  const mayBeSent = sent.sent === 'maybe';
  if (sent.failure.kind === 'cancelled' && !mayBeSent) {
    await again();
    return;
  }
  await showFailure(extension, sent, judge, again, 'result', [], null, (message) =>
    mayBeSent
      ? l10n.t(
          '{0} Your question may have been sent. Look at the clarifications before you send it again.',
          message,
        )
      : l10n.t('Your question wasn’t sent: {0}', message),
  );
}
