import { env, l10n, Uri, window, workspace } from 'vscode';
import { hasSubmission, idWithoutSubmission, type RecordInBrowser, type RecordKey } from '../../../records';
import { displayAddress, type BrowserSubmission, type Judge, type ProblemName } from '../../../judges';
import { readyJudge } from '../../judges';
import { nameOfJudge } from '../../labels/judgeLabels';
import { offer, offerJudges, showUntrusted } from '../../shared/dialogs/dialogs';
import { currentFolder } from '../../shared/files/files';
import { targetRecords, type RowArguments } from '../../shared/commands/commandTargets';
import {
  type AskedProblem,
  type ChosenProblem,
  askProblemOfFile,
  likelyProblemOfFile,
} from '../../problemPages';
import { setJudgeOfFile } from '../../sourceFiles';
import {
  fileToSubmit,
  readSubmitArguments,
  sourceToSubmit,
  type SourceToSubmit,
  keepText,
  logging,
} from '../../program';
import { maySubmitAfterSamples } from '../samplesBeforeSubmit';
import { isSameProblemId } from './newSubmission';
import type { Core, WithSelection } from '../../shared/core';
import type { WithFollowing } from '../../following';
import type { WithSubmissions } from '../submitSteps';

/** A judge whose website accepts programs. */
export interface WebsiteJudge {
  readonly judge: Judge;
  readonly website: BrowserSubmission;
}

/** “Submit in Browser”: submits the file of a row, a given file, or the active file. */
export async function submitInBrowser(
  extension: Core & WithFollowing & WithSelection & WithSubmissions,
  args: RowArguments,
): Promise<void> {
  if (!workspace.isTrusted) {
    showUntrusted(l10n.t('Submitting requires a trusted workspace.'));
    return;
  }
  const file = readSubmitArguments(args[0])?.file ?? null;
  // without a row, `targetRecords` would return the selected one
  const isRow = args.length > 0 && args[0] !== undefined && file === null;
  const [record] = isRow ? targetRecords(extension, args) : [];
  const ofRow = record?.source && record.submission ? record : null;
  const judge = ofRow
    ? await extension.judges.judgeOf(ofRow.service)
    : await readyJudge(extension, fileToSubmit(file));
  if (!judge) return;
  if (!judge.browserSubmission) return showNoPage(judge);
  const website = judge.browserSubmission;
  const source = ofRow?.source?.uri ?? file;
  const there = await submitOnWebsite(extension, { judge, website }, source, ofRow?.submission ?? null);
  if (!there) return;
  const { judge: other, problem } = there;
  if (!other.browserSubmission) return showNoPage(other);
  const uri = fileToSubmit(source);
  if (uri) await setJudgeOfFile(extension, uri, other);
  await submitOnWebsite(extension, { judge: other, website: other.browserSubmission }, source, problem);
}

function showNoPage(judge: Judge): void {
  offerJudges(l10n.t('{0} has no page for submitting.', nameOfJudge(judge)));
}

/**
 * Submits a file on the website of a judge: copies the program, opens the submit page, and waits for the submission.
 * `file`: URI of the file; null: the active editor's. `problem`: null: prompts for it. If the user then chooses a problem
 * of another judge, opens nothing and returns that problem, else null.
 */
export async function submitOnWebsite(
  extension: Core & WithSubmissions,
  site: WebsiteJudge,
  file: string | null,
  problem: ProblemName | null,
): Promise<AskedProblem | null> {
  const uri = file ?? window.activeTextEditor?.document.uri.toString() ?? '';
  if (opening.has(uri)) return null;
  opening.add(uri);
  const asked = await submitIfWanted(extension, site, file, problem).finally(() => opening.delete(uri));
  if (asked && 'judge' in asked) return asked;
  if (asked && (await asked.confirms)) await openSubmitPage(extension, site, asked.source, asked.problem);
  return null;
}

/** A notification lets the user decide whether to submit, while the file can already be submitted again. */
interface AskedLater {
  readonly confirms: Promise<boolean>;
  readonly source: SourceToSubmit;
  readonly problem: ChosenProblem;
}

/** Returns the chosen problem of another judge. Null: the page was opened, or the user canceled. */
async function submitIfWanted(
  extension: Core & WithSubmissions,
  site: WebsiteJudge,
  file: string | null,
  problem: ProblemName | null,
): Promise<AskedLater | AskedProblem | null> {
  const source = await sourceToSubmit(file);
  if (!source) return null;
  if (problem) return submitAfterSamples(extension, site, source, problem);
  const title = (asked: Judge): string => l10n.t('Submit {0} to {1}', source.name, nameOfJudge(asked));
  const chosen = await askProblemOfFile(extension, site.judge, source.uri, title);
  if (!chosen || chosen.judge.id !== site.judge.id) return chosen;
  // reads the file again, because it can change while the question is shown
  const changed = await sourceToSubmit(source.uri.toString());
  return changed && submitAfterSamples(extension, site, changed, chosen.problem);
}

/** URIs of files whose submit page is being opened. Pressing the key again doesn't open the page twice. */
const opening = new Set<string>();

/** Returns the problem of the file's last submission, or of the URL that is stored with the file; null: neither. */
export async function knownProblemOf(
  extension: Core,
  judge: Judge,
  file: string | null,
): Promise<ProblemName | null> {
  const uri = fileToSubmit(file);
  const known = uri && (await likelyProblemOfFile(extension, judge, uri));
  return known && known.from !== 'fileName' ? { problemId: known.id, place: known.place } : null;
}

async function submitAfterSamples(
  extension: Core & WithSubmissions,
  site: WebsiteJudge,
  source: SourceToSubmit,
  problem: ChosenProblem,
): Promise<AskedLater | null> {
  const answer = await maySubmitAfterSamples(extension, site.judge, source);
  if (typeof answer === 'object') return { confirms: answer.later, source, problem };
  if (answer === 'yes') await openSubmitPage(extension, site, source, problem);
  return null;
}

/** Copies the program and opens the submit page. Resolves when the page is open, without waiting for the submission. */
async function openSubmitPage(
  extension: Core & WithSubmissions,
  { judge, website }: WebsiteJudge,
  source: SourceToSubmit,
  problem: ChosenProblem,
): Promise<void> {
  const submissions = await extension.browserSubmissions();
  if (submissions.wasJustBegun(source.uri.toString(), problem.problemId)) return;
  await env.clipboard.writeText(source.code);
  const begun = await submissions.begin(judge, problem.problemId);
  const key = await addRecord(extension, judge, source, problem, begun.state);
  await openPage(judge, website.page(problem));
  void submissions.waitForSubmission(key, judge, begun);
}

/**
 * Adds the record of a program that isn't submitted yet. Replaces an earlier record of the problem, because the copied
 * text is newer.
 */
async function addRecord(
  extension: Core,
  judge: Judge,
  source: SourceToSubmit,
  { problemId, place, title = null }: ChosenProblem,
  state: RecordInBrowser['state'],
): Promise<RecordKey> {
  const { store, tracking } = extension;
  const earlier = store
    .records()
    .filter((other) => other.service === judge.id && !hasSubmission(other))
    .filter(({ submission }) => submission && isSameProblemId(submission.problemId, problemId));
  const record = await tracking.add(judge, idWithoutSubmission(crypto.randomUUID()), {
    state,
    source: { uri: source.uri.toString(), how: 'submitted', textHash: null },
    submission: { problemId, place, title, language: null, optimise: false },
    folder: currentFolder(),
  });
  await logging(extension, 'keeping copied code', keepText(extension, record, source));
  await store.remove(earlier.map(({ key }) => key));
  return record.key;
}

/** Opens the page. If no browser can be opened, shows the URL. */
async function openPage(judge: Judge, page: string): Promise<void> {
  const uri = Uri.parse(page, true);
  if (await env.openExternal(uri)) {
    window.setStatusBarMessage(
      `$(clippy) ${l10n.t('Program copied. Paste it on the submit page of {0}.', nameOfJudge(judge))}`,
      10_000,
    );
    return;
  }
  void offer(
    l10n.t('The program was copied, but no browser was opened. Submit it at {0}.', displayAddress(page)),
    l10n.t('Copy URL'),
    () => env.clipboard.writeText(page),
    window.showWarningMessage,
  );
}
