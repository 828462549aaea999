import type { Clarification, JuryQuestion } from '../../adapter';
import type { JudgeHttp } from '../../http/judgeHttp';
import { newestClarifications } from '../shared/newestClarifications';
import { type Raw, encoded, momentOf, objectOf, objectsOf, textOf } from '../shared/jsonValues';
import { MAX_CLARIFICATIONS } from '../limits';
import { jsonOf } from '../shared/responseBody';

/** Fetches the clarifications of a contest: the user's own, and the public ones. */
export async function fetchClarifications(
  http: JudgeHttp,
  contest: string,
): Promise<readonly Clarification[]> {
  const answer = await http.get(
    `/api/contest/clarifications/?contest_alias=${encoded(contest)}&offset=0&rowcount=${MAX_CLARIFICATIONS}`,
  );
  const listed = objectsOf(objectOf(jsonOf(answer)).clarifications);
  return newestClarifications(listed.flatMap(partsOf));
}

/**
 * Returns a question and its answer, which the site sends as one object with one time. An announcement is a public
 * question to its own author, and a message to the user is a question with a receiver.
 */
function partsOf(raw: Raw): readonly Clarification[] {
  const { clarification_id: number, time, public: isPublic } = raw;
  if (typeof number !== 'number') return [];
  const id = String(number);
  const [message, answer] = [textOf(raw.message) ?? '', textOf(raw.answer)];
  const shared = { problem: textOf(raw.problem_alias), at: momentOf(time) };
  if (answer === null || answer === '') return [{ ...shared, id, kind: kindOf(raw), text: message }];
  const text = `${quoted(message)}\n\n${answer}`;
  const kind = isPublic === true ? 'announcement' : 'answer';
  return [{ ...shared, id: `${id} answered`, kind, text }];
}

function kindOf({ public: isPublic, receiver }: Raw): Clarification['kind'] {
  if (textOf(receiver) !== null && isPublic !== true) return 'answer';
  return isPublic === true ? 'announcement' : 'sent';
}

function quoted(text: string): string {
  return text.replace(/^/gm, '> ');
}

export async function askJury(http: JudgeHttp, { contest, problemId, text }: JuryQuestion): Promise<void> {
  await http.postForm('/api/clarification/create/', {
    contest_alias: contest,
    problem_alias: problemId ?? '',
    message: text,
  });
}
