import { ServiceFailed } from '../../failure';
import type { Question } from '../../question';
import type { FoundProblem, HiddenRecord, ProblemName } from '../../submission';
import { refused, type PlainAnswer } from '../reading';
import { objectOf, textOf, type Raw } from '../values';
import {
  contestIn,
  contestPath,
  getQuestion,
  placeOf,
  prefixOf,
  readPlace,
  understood,
  type HydroPlace,
} from './answers';
import { paramText } from './record';

/**
 * Which record a submission has become that the contest tells nobody: its page names the newest one of one’s own for each
 * problem. `url`: the page, as the answer to the submission gives it.
 */
export function hiddenRecord(
  { problemId, place }: ProblemName,
  domain: string | null,
  contest: string,
  url: string | null,
): Question<HiddenRecord | null> {
  const where = readPlace(place, domain);
  const page = /^(?:\/d\/[\w-]{1,64})?\/(?:contest|homework)\/[0-9a-f]{24}(?:\/problems)?$/i.exec(
    url ?? '',
  )?.[0];
  return getQuestion(page ?? `${prefixOf(where)}/contest/${contest}/problems`, (body) => {
    const docId = Object.entries(objectOf(body.pdict)).find(([, pdoc]) => isProblem(pdoc, problemId))?.[0];
    const requestId = textOf(objectOf(objectOf(body.psdict)[docId ?? problemId]).rid);
    if (requestId === null || !/^[0-9a-f]{24}$/i.test(requestId)) return null;
    return { requestId, hint: placeOf({ ...where, contest }), contest: contestIn(body.tdoc) };
  });
}

function isProblem(pdoc: unknown, id: string): boolean {
  const { pid, docId } = objectOf(pdoc);
  return pid === id || paramText(docId) === id;
}

/**
 * The problems of the contest or homework that a page of the site is about, in their order: A, B, C. `path`: below the
 * domain. Null: the page is about none.
 */
export function contestProblems({
  path,
  ...where
}: HydroPlace & { readonly path: string }): Question<readonly FoundProblem[]> | null {
  const [, kind, contest] = /^\/(contest|homework)\/([0-9a-f]{24})(?:\/problems)?$/i.exec(path) ?? [];
  if (kind === undefined || contest === undefined) return null;
  const isHomework = kind === 'homework';
  const whole = { ...where, contest, ...(isHomework ? { isHomework } : {}) };
  const place = placeOf(whole);
  const own = contestPath(whole) ?? '';
  // a homework has its problems on its own page
  const request = { method: 'GET', path: isHomework ? own : `${own}/problems` } as const;
  return inContest(own, {
    request,
    read: (answer, now) =>
      understood(answer, now, (body) => {
        if (isHomework && !('pdict' in body)) throw notClaimed(answer, now);
        return problemsIn(body, place);
      }).value,
  });
}

function problemsIn({ tdoc, pdict }: Raw, place: string): readonly FoundProblem[] {
  const known = objectOf(pdict);
  const { pids, title } = objectOf(tdoc);
  const order = Array.isArray(pids) ? pids.slice(0, 100).map(paramText) : Object.keys(known).slice(0, 100);
  return order
    .filter((docId) => docId !== '')
    .map((docId, index) => {
      const problem = objectOf(known[docId]);
      const letter = index < 26 ? String.fromCharCode(65 + index) : String(index + 1);
      const problemId = textOf(problem.pid) ?? docId;
      return { problemId, place, title: textOf(problem.title) ?? '', letter, contest: textOf(title) };
    });
}

/** Whoever hasn’t claimed a homework sees its page without the problems: told as where one is handed in. */
function notClaimed(answer: PlainAnswer, now: number): ServiceFailed {
  const message = 'You haven’t claimed this homework yet.';
  return refused(answer, now, 403, { type: 'HomeworkNotAttendedError', message, refusesAnybody: true });
}

/** The same question; where it is refused for who doesn't take part, the failure has the contest's page (a path). */
export function inContest<Value>(page: string | null, question: Question<Value>): Question<Value> {
  if (page === null) return question;
  return {
    ...question,
    read: (...answers) => {
      try {
        return question.read(...answers);
      } catch (error) {
        throw error instanceof ServiceFailed ? withPage(error, page) : error;
      }
    },
  };
}

function withPage(error: ServiceFailed, page: string): ServiceFailed {
  const { failure, sent, taken } = error;
  if (failure.kind !== 'status' || !isNotTakingPart(failure.error?.errorType)) return error;
  return new ServiceFailed({ ...failure, page }, { sent, taken });
}

function isNotTakingPart(type: string | null | undefined): boolean {
  return /^(?:Contest|Homework)Not(?:Attended|Live)Error$/.test(type ?? '');
}
