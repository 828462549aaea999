import { bytesFromBase64 } from '../../../base/base64';
import { MAX_ENTRIES, type Case, type JsonObject, type Remark, type Subtask } from '../../../results';
import type { JudgeHttp } from '../../adapter';
import type { RequestName } from '../../requestName';
import { type ReadResult, caseOf, problemNamed, resultOf, subtaskOf } from '../shared/makeResult';
import { bodyOf, readObject } from '../shared/responseBody';
import { refusal } from '../shared/refusals';
import {
  type Raw,
  encoded,
  kibibytes,
  milliseconds,
  momentOf,
  numberOf,
  objectOf,
  objectsOf,
  textOf,
  wholeOf,
} from '../shared/jsonValues';
import { MAX_OMEGAUP_FEEDBACK, MAX_OMEGAUP_OUTPUTS_BYTES, MAX_OMEGAUP_REMARK_LINE_LENGTH } from '../limits';
import { filesInZip } from '../shared/unzip';
import type { Answer } from '../../http/judgeHttp';
import { RequestFailed } from '../../requestFailed';
import { languageNameOf } from './languages';
import { hintOf, readHint, readPlace } from './addresses';
import { DISQUALIFIED } from './verdicts';
import { refusalIn } from './refusals';

/** Verdicts without a score, a time, and memory. The response has zeros, and the site shows none. */
const UNMEASURED: ReadonlySet<string> = new Set(['CE', 'JE', 'VE']);

/** Fetches a run, and its details after the verdict. `isOpened`: also the outputs of the program */
export async function fetchRun(
  http: JudgeHttp,
  { requestId, hint }: RequestName,
  isOpened: boolean,
): Promise<ReadResult> {
  const query = `run_alias=${encoded(requestId)}`;
  const status = await http.send({ method: 'GET', path: `/api/run/status/?${query}` });
  const refused = refusalIn(status);
  if (refused) throw withOwner(refused);
  const run = readObject(status);
  if (run.raw.status !== 'ready') return pendingRun(run, requestId, hint);
  const details = await http.send({ method: 'GET', path: `/api/run/details/?${query}` });
  if (details.status === 429) throw refusalIn(details) ?? refusal(details);
  const outputs = isOpened && showsOutputs(details) ? await fetchOutputs(http, requestId) : null;
  return finishedRun(run, details, outputs, requestId, hint);
}

/** Returns whether the site may send the outputs of the program. */
function showsOutputs(details: Answer): boolean {
  if (details.status >= 400) return false;
  const body = objectOf(bodyOf(details));
  const groups = objectsOf(objectOf(body.details).groups);
  const shows = body.show_diff === 'all' || body.show_diff === 'examples';
  return shows && groups.some(({ cases }) => objectsOf(cases).length > 0);
}

/** The outputs of the program by the names of the cases. */
type Outputs = ReadonlyMap<string, string>;

/** Fetches the outputs of the program. The map is empty if the site doesn't send them now. */
async function fetchOutputs(http: JudgeHttp, requestId: string): Promise<Outputs> {
  const path = `/api/run/download/?run_alias=${encoded(requestId)}&show_diff=true`;
  const answer = await http.send({ method: 'GET', path, isBinary: true, mayBeTooLarge: true });
  const archive = answer.status === 200 ? bytesFromBase64(answer.text) : null;
  const limits = { entries: MAX_ENTRIES, size: MAX_OMEGAUP_OUTPUTS_BYTES };
  const files = archive && (await filesInZip(archive, limits, (name) => name.endsWith('.out')));
  const texts = (files ?? []).map(({ path: name, content }): [string, string] => [
    name.slice(0, -'.out'.length),
    new TextDecoder().decode(content),
  ]);
  return new Map(texts);
}

/** Adds to a rejection that the run may belong to another user. Any other failure stays unchanged. */
function withOwner(refused: RequestFailed): RequestFailed {
  const { failure } = refused;
  const mayBeOfAnother = failure.kind === 'status' && failure.error?.errorType === 'userNotAllowed';
  return mayBeOfAnother
    ? new RequestFailed({ ...failure, cause: { kind: 'notOwn', whose: 'unclear' } }, { sent: 'no' })
    : refused;
}

/** Ignores the verdict and the score in the response, because they don't belong to the run yet. */
function pendingRun(run: JsonObject, requestId: string, hint: string | null): ReadResult {
  const status = textOf(run.raw.status) ?? run.typeMismatch('status', 'text');
  return resultOf({ requestId, status, about: aboutOf(run.raw, {}, hint) }, run);
}

/** `outputs`: null: not fetched */
function finishedRun(
  run: JsonObject,
  answer: Answer,
  outputs: Outputs | null,
  requestId: string,
  hint: string | null,
): ReadResult {
  const verdict = textOf(run.raw.verdict) ?? run.typeMismatch('verdict', 'text');
  const isCompileError = verdict === 'CE';
  // the grader or the server of the files is away, and sends the details later
  const isUnavailable = answer.status >= 500;
  const details = answer.status < 400 ? objectOf(bodyOf(answer)) : {};
  const judging = objectOf(details.details);
  const subtasks = subtasksIn(judging.groups, shownTexts(details, outputs));
  const feedback = feedbackIn(details);
  const remarks = remarksIn(feedback, textOf(details.source));
  const hasCases = subtasks.some(({ cases }) => cases.length > 0);
  return resultOf(
    {
      requestId,
      status: run.raw.type === DISQUALIFIED ? DISQUALIFIED : verdict,
      isCompileError,
      judge: {
        ...figuresOf(run, verdict, judging),
        subtasks,
        ...(isUnavailable ? { isPreliminary: true } : {}),
        ...(outputs === null && showsOutputs(answer) ? { opensMore: true } : {}),
        ...(remarks.length === 0 ? {} : { remarks }),
      },
      hidesCases: !isUnavailable && !isCompileError && verdict !== 'JE' && !hasCases,
      description: descriptionOf(feedback),
      compileMessage: textOf(details.compile_error) ?? textOf(judging.compile_error),
      about: aboutOf(run.raw, details, hint),
    },
    run,
  );
}

interface Feedback {
  readonly author: string | null;
  readonly text: string;
  /** line of the program, 1-based; null: about the whole program */
  readonly line: number | null;
}

/** Returns the remarks of teachers about the run, and the replies. */
function feedbackIn({ feedback }: Raw): readonly Feedback[] {
  return objectsOf(feedback)
    .flatMap((entry) => {
      // omegaUp counts the lines from 0
      const index = wholeOf(entry.range_bytes_start);
      const line = index === null || index < 0 ? null : index + 1;
      const replies = objectsOf(entry.feedback_thread).map(({ author, text }) => ({ author, text }));
      return [{ author: entry.author, text: entry.feedback }, ...replies].map(({ author, text }) => ({
        author: textOf(author),
        text: textOf(text)?.trim() ?? '',
        line,
      }));
    })
    .filter(({ text }) => text !== '')
    .slice(0, MAX_OMEGAUP_FEEDBACK);
}

/** Returns the feedback as a text: `teacher:3: Why?`. Null: nothing */
function descriptionOf(feedback: readonly Feedback[]): string | null {
  const lines = feedback.map(({ author, line, text }) => {
    const place = [author ?? '', line === null ? '' : String(line)].filter((part) => part !== '');
    return [...place, ` ${text}`].join(':').trim();
  });
  return lines.length === 0 ? null : lines.join('\n');
}

/** Returns the feedback about lines. `source`: the judged program; null: unknown */
function remarksIn(feedback: readonly Feedback[], source: string | null): readonly Remark[] {
  const lines = (source ?? '').split(/\r\n|\r|\n/);
  return feedback.flatMap(({ author, line, text }) => {
    const code = lines[(line ?? 0) - 1]?.slice(0, MAX_OMEGAUP_REMARK_LINE_LENGTH) ?? '';
    return line === null ? [] : [{ author, line, code, text }];
  });
}

/** Returns the score in percent, the time, and the memory; null if the verdict has none. */
function figuresOf(run: JsonObject, verdict: string, judging: Raw) {
  if (UNMEASURED.has(verdict)) return { score: null, time: null, memory: null };
  const score = percentageOf(run.raw, judging);
  return {
    score,
    ...(score === null ? {} : { maximum: 100 }),
    time: run.number('runtime'),
    memory: kibibytes(run.number('memory')),
  };
}

/**
 * Returns the score in percent. If a contest counts the best points of each group, the run itself has the score 0, and
 * only its details have the points. Null: unknown.
 */
function percentageOf(run: Raw, { contest_score: points, max_score: most }: Raw): number | null {
  const [score, maximum] = [numberOf(points), numberOf(most)];
  if (score !== null && maximum !== null && maximum > 0) return rounded((score / maximum) * 100);
  const share = numberOf(run.score);
  const isWithheld = share === 0 && run.verdict === 'PA' && numberOf(run.contest_score) !== null;
  return share === null || isWithheld ? null : rounded(share * 100);
}

/** Returns the data of a run other than its result. `hint`: of the request; null: unknown */
function aboutOf(run: Raw, details: Raw, hint: string | null) {
  const problem = textOf(run.alias) ?? textOf(details.alias);
  const known = readHint(hint);
  const place = known?.place ?? null;
  const language = textOf(run.language);
  const languageName = languageNameOf(language);
  return {
    hint: problem === null ? hint : hintOf({ problemId: problem, place }),
    place,
    problem: problemNamed(problem),
    code: textOf(details.source),
    language,
    ...(languageName === null ? {} : { languageName }),
    at: momentOf(run.time),
    ...(readPlace(place)?.kind === 'contest' && place !== null
      ? { contest: { title: null, endsAt: null, id: place } }
      : {}),
  };
}

/** Rounds a score to two decimals, because omegaUp sends binary fractions. */
export function rounded(score: number): number {
  return Math.round(score * 100) / 100;
}

function roundedOrNull(score: number | null): number | null {
  return score === null ? null : rounded(score);
}

/** Returns the highest score of a group or a case; null: it doesn't count, or unknown. */
function maximumOf({ max_score: most }: Raw): number | null {
  const maximum = numberOf(most);
  return maximum === null || maximum === 0 ? null : rounded(maximum);
}

/** The texts of a case. Null: omegaUp doesn't show them. */
interface ShownTexts {
  readonly input: string | null;
  readonly expected: string | null;
  readonly output: string | null;
}

/**
 * Returns a function that returns the texts of a case by its name. omegaUp sends input and expected output if they are
 * small. If a problem shows only its examples, the texts are called like the examples, and only `sample` is also a case.
 */
function shownTexts({ show_diff: shows, cases }: Raw, outputs: Outputs | null): (name: string) => ShownTexts {
  const texts = new Map(Object.entries(objectOf(cases)));
  return (name) => {
    const isShown = shows === 'all' || (shows === 'examples' && name === 'sample');
    const { in: input, out: expected } = isShown ? objectOf(texts.get(name)) : {};
    const output = outputs?.get(name) ?? null;
    return typeof input === 'string' && typeof expected === 'string'
      ? { input, expected, output }
      : { input: null, expected: null, output };
  };
}

/** Sorts names as the site does: `2` before `10`. */
function byName(one: unknown, other: unknown): number {
  return (textOf(one) ?? '').localeCompare(textOf(other) ?? '', 'en', { numeric: true });
}

function subtasksIn(groups: unknown, textsOf: (name: string) => ShownTexts): readonly Subtask[] {
  let before = 0;
  const sorted = objectsOf(groups).toSorted((one, other) => byName(one.group, other.group));
  return sorted.map((group, index) => {
    const cases = objectsOf(group.cases)
      .toSorted((one, other) => byName(one.name, other.name))
      .map((raw, at) => caseIn(raw, before + at + 1, textsOf));
    before += cases.length;
    const firstFailed = cases.find(({ status }) => status !== 'AC');
    const name = textOf(group.group)?.slice(0, 200);
    const maximum = maximumOf(group);
    return subtaskOf({
      id: index + 1,
      status: textOf(group.verdict) ?? firstFailed?.status ?? cases[0]?.status ?? null,
      score: roundedOrNull(numberOf(group.contest_score)),
      cases,
      ...(name ? { name } : {}),
      ...(maximum === null ? {} : { maximum }),
    });
  });
}

function caseIn(raw: Raw, id: number, textsOf: (name: string) => ShownTexts): Case {
  const meta = objectOf(raw.meta);
  const { input, expected, output } = textsOf(textOf(raw.name) ?? '');
  return caseOf({
    id,
    name: textOf(raw.name)?.slice(0, 200) ?? null,
    status: textOf(raw.verdict),
    score: roundedOrNull(numberOf(raw.contest_score)),
    time: milliseconds(numberOf(meta.time)),
    memory: kibibytes(numberOf(meta.memory)),
    extra: {
      total: maximumOf(raw),
      stdin: input,
      expected,
      stdout: output,
      omitted: output === null && expected !== null ? { stdout: 'notSent' } : null,
    },
  });
}
