// What a user does at a judge whose responses a function returns.
import type { Clock } from '../../src/base/ports';
import {
  findLostSubmission,
  PostTimer,
  problemsMatching,
  sentSubmissionsOf,
  sendingQuestion,
  RequestFailed,
  type FoundProblem,
  type Judge,
  type ListedSubmission,
  type ProgramFile,
  type ProblemForm,
  type Submission,
  type SubmissionLanguage,
  type SubmissionSupport,
} from '../../src/judges';
import type { JudgeClient } from '../../src/judges/client';
import { languageOfFile } from '../../src/judges/fileExtensions';
import type { ResultAnswer } from '../../src/judges/adapters/shared/makeResult';
import { judgeFrom, playedClient, type JudgeSettings, type Reply } from './playedJudge';

/**
 * Fetches a result as the client does, from the judge with these settings. `opened`: also fetches the parts that are only
 * fetched when the user opens the result. `now`: ms since 1970. Throws `RequestFailed`.
 */
export async function resultFrom(
  settings: JudgeSettings,
  request: { readonly requestId: string; readonly hint?: string | null },
  reply: Reply,
  { opened = false, now = Date.now() }: { readonly opened?: boolean; readonly now?: number } = {},
): Promise<ResultAnswer> {
  const judge = judgeFrom(settings);
  const client = playedClient(judge, reply, () => now);
  const name = { requestId: request.requestId, hint: request.hint ?? null };
  const { fetchOpened } = judge;
  return opened && fetchOpened ? client.ask((http) => fetchOpened(http, name)) : client.result(name);
}

/** A program, and the choices of its user. */
export interface ProgramToSubmit {
  /** As the user typed it: label, ID, URL, or title. */
  readonly problem: string;
  /** ID or name at the judge. */
  readonly language: string;
  readonly fileName: string;
  readonly text: string;
  readonly others?: readonly ProgramFile[];
}

export interface SubmitOptions {
  /** Absent: a clock whose waits end immediately. */
  readonly clock?: Clock;
  /** IDs of the submissions that the store contains. */
  readonly known?: Iterable<string>;
}

/** An accepted submission. */
export interface SubmittedProgram {
  readonly id: string;
  readonly problemId: string;
  readonly place: string | null;
}

/** A question that only the user can answer. */
export class QuestionForUser extends Error {
  constructor(
    question: string,
    /** Whether the judge may have received the program. */
    readonly sent: 'no' | 'maybe',
  ) {
    super(question);
  }
}

/**
 * Finds the problem and submits a program. If the response is lost, searches the judge's list for the submission. Throws
 * `RequestFailed` or `QuestionForUser`; `sent` of both tells whether the judge may have received the program.
 */
export async function submitTo(
  settings: JudgeSettings,
  program: ProgramToSubmit,
  reply: Reply,
  { clock = hurryingClock(), known = [] }: SubmitOptions = {},
): Promise<SubmittedProgram> {
  const judge = judgeFrom(settings);
  const client = playedClient(judge, reply, () => clock.now());
  const offer = offerOf(judge);
  const { problemId, place } = await problemNamed(client, offer, program.problem);
  const { fetchForm } = offer;
  const form = fetchForm ? await client.ask((http) => fetchForm(http, { problemId, place })) : null;
  if (form?.takesAnswer) throw new QuestionForUser('The problem takes an answer, not a program.', 'no');
  const language = languageNamed(form?.languages ?? offer.languages ?? [], program.language);
  throwIfTooLarge(form, program);
  const submission: Submission = {
    problemId,
    place,
    language: language?.id ?? program.language,
    optimise: false,
    code: program.text,
    fileName: program.fileName,
    ...(program.others && program.others.length > 0
      ? { others: { mainName: program.fileName, files: program.others } }
      : {}),
    trackId: 'played',
    inputs: null,
  };
  const question = sendingQuestion(submission, language ?? unlisted(program), offer);
  if (question !== null) throw new QuestionForUser(question.kind, 'no');
  const timer = new PostTimer(clock);
  try {
    const submitted = await client.ask(timer.timed((http) => offer.submit(http, submission)));
    if (submitted.kind === 'accepted') return { id: submitted.requestId, problemId, place };
    const hidden = submitted.findRecord && (await client.ask(submitted.findRecord));
    if (hidden) return { id: hidden.requestId, problemId, place };
    throw new QuestionForUser('The judge shows no ID until the contest ends.', 'maybe');
  } catch (error) {
    if (!(error instanceof RequestFailed) || error.sent !== 'maybe') throw error;
    const { start } = timer;
    if (start === null) throw error;
    const lost = await lostSubmission(client, submission, { start, end: clock.now() }, clock, new Set(known));
    if (lost === null) throw error;
    return { id: lost.requestId, problemId, place };
  }
}

/** Returns the submission whose response was lost. Null: the judge doesn't list it. */
async function lostSubmission(
  client: JudgeClient,
  submission: Submission,
  times: { readonly start: number; readonly end: number },
  clock: Clock,
  known: ReadonlySet<string>,
): Promise<ListedSubmission | null> {
  const fetchSent = sentSubmissionsOf(client.judge, submission, 'alice');
  if (!fetchSent) return null;
  const list = {
    fetchSent: (sentAt: { readonly from: number; readonly to: number }) => client.ask(fetchSent(sentAt)),
    isKnown: ({ requestId }: ListedSubmission) => known.has(requestId),
  };
  const found = await findLostSubmission(list, times, client.clockLead, clock, new AbortController().signal);
  switch (found.kind) {
    case 'found':
      return found.submission;
    case 'unclear':
      throw new QuestionForUser('Which of the submissions is this program?', 'maybe');
    case 'notListed':
    case 'unknown':
      return null;
  }
}

/**
 * Returns the problems that the problem box offers: all for an empty text, otherwise those that Enter may take, the
 * likeliest first.
 */
export async function problemsAt(
  settings: JudgeSettings,
  text: string,
  reply: Reply,
): Promise<readonly { problemId: string; place: string | null; letter: string | null; title: string }[]> {
  const judge = judgeFrom(settings);
  const client = playedClient(judge, reply, Date.now);
  const found = await problemsOffered(client, offerOf(judge), text);
  return found.map(({ problemId, place, letter, title }) => ({
    problemId,
    place,
    letter: letter === undefined || letter === '' ? null : letter,
    title,
  }));
}

async function problemsOffered(
  client: JudgeClient,
  offer: SubmissionSupport,
  text: string,
): Promise<readonly FoundProblem[]> {
  const { problemList, findProblems, problemAt } = offer;
  const atUrl = problemAt?.(text);
  if (atUrl) return [{ ...atUrl, title: '' }];
  const { contestAt, fetchProblems } = client.judge.contests ?? {};
  const contest = contestAt?.(text) ?? null;
  if (fetchProblems && contest !== null) {
    const { problems, ownTime } = await client.ask((http) => fetchProblems(http, contest, false));
    if (ownTime !== undefined) throw new QuestionForUser('Listing the problems starts the time.', 'no');
    return problems;
  }
  if (problemList) {
    const { problems } = await client.ask((http) => problemList.fetchAll(http));
    const { named, others } = problemsMatching(text, problems, problemList);
    return named.length > 0 ? named : others;
  }
  return findProblems && text !== '' ? client.ask((http) => findProblems(http, text)) : [];
}

/** Returns the problem that Enter takes. A typed ID that the judge doesn't list is sent as it is. */
async function problemNamed(
  client: JudgeClient,
  offer: SubmissionSupport,
  text: string,
): Promise<{ readonly problemId: string; readonly place: string | null }> {
  const atUrl = offer.problemAt?.(text);
  if (atUrl) return atUrl;
  const found = await problemsOffered(client, offer, text);
  const [first, ...others] = found;
  const exact = found.filter(({ problemId }) => problemId === text);
  if (!offer.problemList) return exact[0] ?? { problemId: text, place: null };
  if (offer.problemList.hasOthers) {
    if (exact.length > 0) throw new QuestionForUser('Is it the problem of the contest?', 'no');
    const isNamed = first !== undefined && offer.problemList.named(text, found).length === 1;
    return isNamed ? first : { problemId: text, place: null };
  }
  if (first && others.length === 0) return first;
  throw new QuestionForUser(first ? 'Which problem is it?' : 'No such problem.', 'no');
}

/** Returns the language with this ID or name. Null: the judge doesn't list it. */
function languageNamed(languages: readonly SubmissionLanguage[], text: string): SubmissionLanguage | null {
  const isNamed = ({ name }: SubmissionLanguage): boolean => name.toLowerCase() === text.toLowerCase();
  return languages.find(({ id }) => id === text) ?? languages.find(isNamed) ?? null;
}

/** A language that the judge doesn't list. The editor knows it by the file. */
function unlisted({ language, fileName }: ProgramToSubmit): SubmissionLanguage {
  const editorLanguage = languageOfFile(fileName, language);
  return { id: language, name: language, editorLanguages: [editorLanguage], extensions: [] };
}

/** Throws if the judge doesn't accept this size or number of files. */
function throwIfTooLarge(form: ProblemForm | null, { text, others = [] }: ProgramToSubmit): void {
  const { size = null, files = null } = form?.sourceLimits ?? {};
  if (size !== null && Buffer.byteLength(text) > size)
    throw new QuestionForUser('The program is too large.', 'no');
  if (files !== null && others.length + 1 > files)
    throw new QuestionForUser('These are too many files.', 'no');
}

function offerOf({ submission, name }: Judge): SubmissionSupport {
  if (!submission) throw new Error(`${name} accepts no programs`);
  return submission;
}

/** A clock whose timers end immediately, and set it to their time. */
function hurryingClock(): Clock {
  let ahead = 0;
  return {
    now: () => Date.now() + ahead,
    after(delay, action) {
      const timer = setImmediate(() => {
        ahead += Math.max(delay, 0);
        action();
      });
      return { dispose: () => clearImmediate(timer) };
    },
  };
}
