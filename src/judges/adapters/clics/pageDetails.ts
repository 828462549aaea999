import type { Case, Subtask } from '../../../results';
import type { JudgeHttp } from '../../adapter';
import { type KnownSubmission, caseOf, subtaskOf } from '../shared/makeResult';
import { type Raw, milliseconds, textOf } from '../shared/jsonValues';
import type { Constants } from './constants';
import { codeOf, isPreliminary, languageNameOf, problemOf, verdictNames, type Judged } from './judgement';
import {
  codeOnPage,
  fetchContestNumber,
  fetchPage,
  type FetchedPage,
  type PageOfSubmission,
  type RunOnPage,
  type SiteText,
} from './page';
import { cookieOf } from './recordPages';
import { siteOf } from './requests';

/** `onOpening`: the page is fetched when the user opens the result. `none`: the page shows nothing more, or isn't there */
export type PageOrNot = FetchedPage | { readonly kind: 'onOpening' | 'none' };

/** Fetches the team's page if it shows more than the API. */
export async function fetchPageDetails(
  http: JudgeHttp,
  judged: Judged,
  judgement: Raw,
  isOpened: boolean,
): Promise<PageOrNot> {
  const { address, requestId, submission, constants, account } = judged;
  const isOwn = account !== null && account.teams.includes(textOf(submission.team_id) ?? '');
  const isCompileError = judgement.judgement_type_id === 'CE';
  if (siteOf(address.baseUrl) === null || !isOwn || isPreliminary(judgement)) return { kind: 'none' };
  const { show_compile: compile, show_sample_output: samples } = constants.configuration;
  const showsCompilation = Number(compile) === 2 || (Number(compile) === 1 && isCompileError);
  const showsMore = showsCompilation || (isTrue(samples) && !isCompileError);
  if (!showsMore) return { kind: 'none' };
  if (!isOpened && !isCompileError) return { kind: 'onOpening' };
  const page = await fetchPageIn(http, constants.contest, requestId);
  return page.kind === 'page' && !showsSubmission(page.page, judged, judgement) ? { kind: 'absent' } : page;
}

function isTrue(setting: unknown): boolean {
  return setting === true || setting === 1;
}

/** Fetches the page with the contest's cookie. If its value is unknown, it is in the menu of the site. */
async function fetchPageIn(http: JudgeHttp, contest: Raw, requestId: string): Promise<FetchedPage> {
  const cookie = cookieOf(contest);
  const page = await fetchPage(http, cookie, requestId);
  const name = textOf(contest.shortname) ?? textOf(contest.id);
  if (page.kind !== 'absent' || cookie !== null || name === null) return page;
  const listed = await fetchContestNumber(http, name, requestId);
  return listed === null ? page : fetchPage(http, listed, requestId);
}

/** Returns whether a page shows the submission: pages are found by numbers that may belong to other submissions. */
function showsSubmission(page: PageOfSubmission, { submission, constants }: Judged, judgement: Raw): boolean {
  const problem = problemOf(submission, constants.problems);
  const language = languageNameOf(textOf(submission.language_id), constants.languages);
  const code = textOf(judgement.judgement_type_id);
  const shownCode = page.verdict === null ? code : codeOnPage(page.verdict, verdictNames(constants));
  return (
    (page.label === null || problem?.letter === undefined || page.label === problem.letter) &&
    (language === null || page.language === language) &&
    (shownCode === null || shownCode === code)
  );
}

/** Returns the compilation. That of an accepted program is shown only if the compiler printed warnings. */
export function compilationOf(
  page: PageOfSubmission | null,
  code: string,
  kind: PageOrNot['kind'],
): Partial<KnownSubmission> {
  const output = page?.compilerOutput ?? null;
  if (code === 'CE') {
    return {
      isCompileError: true,
      compileMessage: output?.text ?? null,
      isCompileMessageShortened: output?.isShortened === true,
      isCompileMessageOnPage: output === null && kind !== 'none',
    };
  }
  if (!output || !hasMessages(output.text)) return {};
  return {
    hasCompiled: true,
    compileMessage: output.text,
    isCompileMessageShortened: output.isShortened,
  };
}

/**
 * Returns whether the output of a successful compilation has messages with a position, such as `main.c:2:21`,
 * `main.pas(3,5)`, or `line 2`. DOMjudge's own lines and those of a virtual machine have none.
 */
function hasMessages(output: string): boolean {
  const position = /\b[A-Za-z]\w{0,40}:\d|\w\(\d{1,9}[,)]|\bline \d/i;
  return output.split('\n').some((line) => !/^Info: /.test(line) && position.test(line.slice(0, 1_000)));
}

/** Returns the runs with the samples on a page; none if there are none. */
export function samplesOn({ runs }: PageOfSubmission, constants: Constants): readonly Subtask[] {
  const names = verdictNames(constants);
  if (runs.length === 0) return [];
  return [subtaskOf({ name: 'Samples', cases: runs.map((run) => sampleCase(run, names, constants)) })];
}

function sampleCase(
  { rank, description, time, verdict, output, errorOutput, judgeMessage }: RunOnPage,
  names: ReadonlyMap<string, string>,
  { types }: Constants,
): Case {
  const { code, name } = codeOf({ judgement_type_id: codeOnPage(verdict, names) ?? verdict }, types);
  const texts: Readonly<Record<string, SiteText | null>> = { stdout: output, stderr: errorOutput };
  const shortened = Object.keys(texts).filter((field) => texts[field]?.isShortened);
  const message = judgeMessage?.text.trim() ?? '';
  return caseOf({
    id: rank,
    status: code,
    time: milliseconds(time),
    name: description,
    description: [name, message].filter(Boolean).join('\n') || null,
    extra: {
      stdout: output?.text ?? '',
      stderr: errorOutput?.text ?? null,
      omitted: { expected: 'notSent' },
      shortened: shortened.length === 0 ? null : shortened,
    },
  });
}
