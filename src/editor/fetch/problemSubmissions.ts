import { commands, l10n, Uri, window, workspace } from 'vscode';
import { hasJudgedText, isOfAnotherUser, namesProblem, recordKey, type KnownRecord } from '../../records';
import {
  RequestFailed,
  type Judge,
  type ListedSubmission,
  type SubmissionPage,
  type SubmissionTeam,
} from '../../judges';
import { readyJudge } from '../judges';
import { userNameNeeded } from '../labels/accountWords';
import { fileName } from '../labels/recordLabels';
import { nameOfJudge } from '../labels/judgeLabels';
import { problemLabel, type NamedProblem } from '../labels/problemLabel';
import { sanitizeForUi, shownNumber } from '../labels/sanitizeText';
import { reveal } from '../list';
import { codeUri, judgedUri, restoreVersion } from '../diagnostics';
import { targetRecords, type RowArguments } from '../shared/commands/commandTargets';
import { offerJudges, withCancel } from '../shared/dialogs/dialogs';
import { showUserNameNeeded } from '../shared/failures/showUserNameNeeded';
import { failureWords, orFailure, showFailure } from '../shared/failures/showFailure';
import { askProblemOfFile, type AskedProblem, likelyProblemOfFile, problemOfGuess } from '../problemPages';
import { openOrOffer, showOrOffer, watchingPerson, type Person } from '../shared/dialogs/personActions';
import { actionTitle, askForSubmission, type SubmissionAction } from './submissionPick';
import type { Core, WithSelection } from '../shared/core';
import type { WithDiagnostics } from '../diagnostics';
import type { WithList } from '../list';
import type { WithFollowing } from '../following';
import { LONG_LIST_BYTES } from './limits';

interface ListedProblem {
  readonly judge: Judge;
  readonly problem: NamedProblem;
  /** the user's program for it; null: unknown */
  readonly file: Uri | null;
  /** lists the submissions of this team to all problems instead; null: of all teams that the account may see */
  readonly team: SubmissionTeam | null;
}

/**
 * “Submissions to This Problem…”: lists the submissions to the problem of a row, a result page, a given file, or the
 * active file.
 */
export async function showProblemSubmissions(
  extension: Core & WithDiagnostics & WithFollowing & WithList,
  args: RowArguments,
): Promise<void> {
  const target = await targetOf(extension, args);
  if (target) await listSubmissions(extension, target);
}

/** Returns the problem and its judge. Null: the user canceled, or nothing can be listed, which was shown. */
async function targetOf(
  extension: Core & WithFollowing & WithSelection,
  args: RowArguments,
): Promise<ListedProblem | null> {
  const given = args[0] instanceof Uri ? args[0] : null;
  // without a row, `targetRecords` would return the selected one
  const [record] = given || args[0] === undefined ? [] : targetRecords(extension, args);
  if (args[0] !== undefined && !given && !record) return null;
  const opened = given ?? window.activeTextEditor?.document.uri ?? null;
  const judge = record ? await extension.judges.judgeOf(record.service) : await readyJudge(extension, opened);
  if (!judge) return null;
  if (!canList(judge)) return null;
  const source = record?.source ? Uri.parse(record.source.uri, true) : null;
  const file = record ? source : opened;
  const known = record?.submission;
  if (namesProblem(known)) return { judge, problem: known, file, team: null };
  const asked = await problemOf(extension, judge, file);
  if (!asked || !canList(asked.judge)) return null;
  return { judge: asked.judge, problem: asked.problem, file, team: null };
}

/** Returns whether the judge lists the submissions to a problem. If not, shows that. */
function canList(judge: Judge): boolean {
  if (judge.problemSubmissions) return true;
  offerJudges(l10n.t('{0} doesn’t list your submissions to a problem.', nameOfJudge(judge)));
  return false;
}

/** Returns the problem of the file's last submission or stored URL, or prompts for the problem. Null: the user canceled. */
async function problemOf(extension: Core, judge: Judge, file: Uri | null): Promise<AskedProblem | null> {
  const known = file && (await likelyProblemOfFile(extension, judge, file));
  if (known && known.from !== 'fileName') return { judge, problem: problemOfGuess(extension, judge, known) };
  const title = (asked: Judge): string => l10n.t('Submissions on {0}', nameOfJudge(asked));
  return askProblemOfFile(extension, judge, file, title);
}

async function listSubmissions(
  extension: Core & WithDiagnostics & WithList,
  target: ListedProblem,
): Promise<void> {
  const { judge, problem, file, team } = target;
  const { store } = extension;
  const whyNoCode = await reasonForNoCode(extension, judge);
  const fetching = await fetchingWords(extension, target);
  if (fetching === null) return;
  const closing = new AbortController();
  const first = orFailure(fetchPage(extension, target, null, closing.signal));
  const chosen = await askForSubmission(
    {
      judge,
      title:
        team === null
          ? l10n.t('Submissions to {0} on {1}', problemLabel(problem), nameOfJudge(judge))
          : l10n.t('Submissions of {0} on {1}', sanitizeForUi(team.name, 100), nameOfJudge(judge)),
      fetching,
      isOfTeam: team !== null,
      hasFile: file !== null && team === null,
      whyNoCode,
      hasCode: (submission) => {
        const known = store.get(recordKey(judge.id, submission.requestId));
        return (
          whyNoCode === null || submission.team !== undefined || (known !== null && hasJudgedText(known))
        );
      },
      fetchOlder: async (page) => {
        const older = await withCancel(fetching, (signal) =>
          orFailure(fetchPage(extension, target, page, signal)),
        );
        if (!older) return { kind: 'failed', reason: userNameNeeded(judge) };
        if (!(older instanceof RequestFailed)) return { kind: 'page', ...older };
        const isCanceled = older.failure.kind === 'cancelled';
        return {
          kind: 'failed',
          reason: isCanceled ? null : failureWords(extension, judge, older, 'result'),
        };
      },
    },
    first.then((page) => (page instanceof RequestFailed ? null : page)),
  );
  closing.abort();
  if (chosen) {
    const { submission, action } = chosen;
    if (action !== 'listTeam') await run(extension, target, submission, action);
    else if (submission.team) await listSubmissions(extension, { ...target, team: submission.team });
    return;
  }
  const listed = await first;
  if (listed instanceof RequestFailed) {
    const again = (): Promise<void> => listSubmissions(extension, target);
    if (listed.failure.kind !== 'cancelled') void showFailure(extension, listed, judge, again);
  } else if (!listed) showUserNameNeeded(judge);
}

function fetchPage(
  { judges }: Core,
  { judge, problem, team }: ListedProblem,
  page: string | null,
  signal: AbortSignal,
): Promise<SubmissionPage | null> {
  const ofTeams = judge.problemSubmissions?.ofAllTeams;
  if (team === null || !ofTeams) return judges.problemSubmissions(judge, problem, page, signal);
  return judges.ask(judge, (http) => ofTeams.fetchPage(http, team.id, problem.place, page), signal);
}

/**
 * Returns the words for the list that is being fetched. Requests confirmation for the long list of all teams. Null: the
 * user canceled, or the size of the list couldn't be fetched, which was shown.
 */
async function fetchingWords(
  extension: Core & WithDiagnostics & WithList,
  target: ListedProblem,
): Promise<string | null> {
  const { judge, problem } = target;
  const name = nameOfJudge(judge);
  const own = l10n.t('Fetching your submissions from {0}…', name);
  const ofTeams = judge.problemSubmissions?.ofAllTeams;
  if (!ofTeams) return own;
  const size = await orFailure(extension.judges.ask(judge, (http) => ofTeams.fetchSize(http, problem.place)));
  if (size instanceof RequestFailed) {
    await showFailure(extension, size, judge, () => listSubmissions(extension, target));
    return null;
  }
  if (size === null) return own;
  const count = shownNumber(size.submissions);
  const bytes = l10n.t('{0} kB', shownNumber(Math.ceil(size.bytes / 1000)));
  const words = l10n.t(
    'Fetching all {0} submissions of the contest from {1} (about {2})…',
    count,
    name,
    bytes,
  );
  if (size.bytes < LONG_LIST_BYTES) return words;
  const question = l10n.t(
    '{0} has no shorter list than that of all {1} submissions of the contest (about {2}).',
    name,
    count,
    bytes,
  );
  const fetch = l10n.t('Fetch All');
  return (await window.showWarningMessage(question, { modal: true }, fetch)) === fetch ? words : null;
}

/** Returns why the judge's results contain no code; null: they contain it. */
async function reasonForNoCode({ judges }: Core, judge: Judge): Promise<string | null> {
  switch (judge.problemSubmissions?.code) {
    case 'returned':
      return null;
    case 'returnedIfSignedIn':
      return (await judges.credentials.get(judge)) === null
        ? l10n.t('{0} returns submitted code only if you are signed in', nameOfJudge(judge))
        : null;
    case 'notReturned':
    case undefined:
      return l10n.t('{0} doesn’t return submitted code', nameOfJudge(judge));
  }
}

async function run(
  extension: Core & WithDiagnostics & WithList,
  target: ListedProblem,
  submission: ListedSubmission,
  action: SubmissionAction,
): Promise<void> {
  await watchingPerson((person) => runFor(extension, person, target, submission, action));
}

async function runFor(
  extension: Core & WithDiagnostics & WithList,
  person: Person,
  target: ListedProblem,
  submission: ListedSubmission,
  action: SubmissionAction,
): Promise<void> {
  const isKnown = extension.store.get(recordKey(target.judge.id, submission.requestId)) !== null;
  // the jury may want to read the program of a team without adding its result to the list
  if (action === 'openCode' && submission.team && !isKnown)
    return openCodeOfTeam(extension, person, target, submission);
  const record = await addToList(extension, target, submission, action);
  if (!record) return;
  if (action === 'add') return reveal(extension, record.key, person);
  const { sources } = await extension.diagnostics();
  const id = sanitizeForUi(record.requestId, 128);
  if ((await sources.judgedText(record)) === null) return showWithoutCode(target.judge, id);
  const words = l10n.t('The code of {0} was fetched.', id);
  if (action === 'openCode')
    return openOrOffer(extension, person, words, actionTitle(action), (preserveFocus) =>
      openCode(record, target.file, preserveFocus),
    );
  await showOrOffer(extension, person, words, actionTitle(action), () =>
    showCode(extension, target, record, action),
  );
}

function showWithoutCode(judge: Judge, id: string): void {
  void window.showInformationMessage(l10n.t('{0} returned no code for {1}.', nameOfJudge(judge), id));
}

/** Opens the code of a team’s submission, which isn’t added to the list. */
async function openCodeOfTeam(
  extension: Core & WithDiagnostics & WithList,
  person: Person,
  target: ListedProblem,
  submission: ListedSubmission,
): Promise<void> {
  const { judge, problem } = target;
  const { requestId, hint, language, languageName } = submission;
  const id = sanitizeForUi(requestId, 128);
  const title = l10n.t('Fetching {0} from {1}…', id, nameOfJudge(judge));
  const answer = await withCancel(title, (signal) =>
    orFailure(extension.judges.result(judge, { requestId, hint }, signal)),
  );
  if (answer instanceof RequestFailed) {
    const again = (): Promise<void> => run(extension, target, submission, 'openCode');
    if (answer.failure.kind !== 'cancelled') await showFailure(extension, answer, judge, again);
    return;
  }
  const code = answer.kind === 'result' ? (answer.about?.code ?? null) : null;
  if (code === null) return showWithoutCode(judge, id);
  const { sources } = await extension.diagnostics();
  sources.keepCode(recordKey(judge.id, requestId), code);
  const problemId = submission.problemId ?? problem.problemId;
  const uri = codeUri({ service: judge.id, requestId, submission: { problemId, language, languageName } });
  const words = l10n.t('The code of {0} was fetched.', id);
  await openOrOffer(extension, person, words, actionTitle('openCode'), (preserveFocus) =>
    openText(uri, preserveFocus),
  );
}

async function openText(uri: Uri, preserveFocus: boolean): Promise<void> {
  await window.showTextDocument(await workspace.openTextDocument(uri), { preview: true, preserveFocus });
}

/** Opens the judged code. `file`: the user's program for the problem; null: unknown */
async function openCode(record: KnownRecord, file: Uri | null, preserveFocus: boolean): Promise<void> {
  const uri = file && !isOfAnotherUser(record) ? judgedUri(record, file) : codeUri(record);
  await openText(uri, preserveFocus);
}

async function showCode(
  extension: Core & WithDiagnostics,
  { file }: ListedProblem,
  record: KnownRecord,
  action: Exclude<SubmissionAction, 'add' | 'openCode'>,
): Promise<void> {
  switch (action) {
    case 'compare':
      if (file) {
        const title = l10n.t('{0}: submitted ↔ current', fileName(file.toString()));
        await commands.executeCommand('vscode.diff', judgedUri(record, file), file, title);
      }
      return;
    case 'restore':
      return restoreVersion(extension, record);
  }
}

/**
 * Adds the submission to the list, with its code if the judge returns it. If the code is known, the submission becomes
 * a version of the file. Null: the request failed, which was shown, or the user canceled.
 */
async function addToList(
  extension: Core & WithDiagnostics & WithList,
  target: ListedProblem,
  submission: ListedSubmission,
  action: SubmissionAction,
): Promise<KnownRecord | null> {
  const { judge, problem, file } = target;
  const { store, tracking } = extension;
  const { requestId, hint, at } = submission;
  const known = store.get(recordKey(judge.id, requestId));
  let record = known && hasJudgedText(known) ? known : null;
  if (!record) {
    const title = l10n.t('Fetching {0} from {1}…', sanitizeForUi(requestId, 128), nameOfJudge(judge));
    const details = {
      hint,
      ...(at === null ? {} : { addedAt: Math.min(at, Date.now()) }),
      submission: {
        problemId: submission.problemId ?? problem.problemId,
        place: submission.place === undefined ? problem.place : submission.place,
        title: submission.problemTitle,
        ...(submission.letter === undefined ? {} : { letter: submission.letter }),
        language: submission.language,
        ...(submission.languageName === undefined ? {} : { languageName: submission.languageName }),
        optimise: false,
        ...(submission.contest ? { contest: submission.contest } : {}),
        ...(submission.team ? { user: submission.team.name } : {}),
        ...(at === null ? {} : { at }),
      },
    };
    const fetched = await withCancel(title, (signal) =>
      orFailure(tracking.fetch(judge, requestId, signal, details)),
    );
    if (fetched instanceof RequestFailed) {
      const again = (): Promise<void> => run(extension, target, submission, action);
      if (fetched.failure.kind !== 'cancelled') await showFailure(extension, fetched, judge, again);
      return null;
    }
    record = fetched.record ?? (await tracking.track(judge, requestId, { ...details, answered: true }));
  }
  if (file && !submission.team && !isOfAnotherUser(record) && !record.source && hasJudgedText(record)) {
    const { sources } = await extension.diagnostics();
    await sources.link(record, file);
  }
  return store.get(record.key) ?? record;
}
