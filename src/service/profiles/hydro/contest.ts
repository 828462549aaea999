import type { HiddenRecord, ProblemName, Question } from '../../profile';
import { objectOf, textOf } from '../reading';
import { contestIn, getQuestion, placeOf, prefixOf, readPlace } from './answers';
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
