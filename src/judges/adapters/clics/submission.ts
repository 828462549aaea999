import { bytesToBase64, toBase64 } from '../../../base/base64';
import { isObject, plainText } from '../../../results';
import type { Answer, JudgeHttp } from '../../adapter';
import { RequestFailed } from '../../requestFailed';
import { isRequestId } from '../../requestIdInput';
import type { Submission, SubmissionLanguage, Submitted } from '../../submission';
import { listedLanguage } from '../../languageNames';
import { entryPointOfSubmission, filesToSend } from '../../entryPoints/submittedProgram';
import type { EntryPoint } from '../../entryPoints';
import { readAccepted } from '../shared/acceptedResponse';
import { accepted } from '../shared/listedSubmissions';
import { jsonOf } from '../shared/responseBody';
import { type Raw, objectsOf, textOf } from '../shared/jsonValues';
import { throwIf, throwIfBusy } from '../shared/refusals';
import { zipOf } from '../shared/zip';
import { languagesRequest, serverRequest } from './constants';
import { below, objectIfAny, refusalIn, serverIn, type ServerKind } from './requests';

/** Reads a language. In versions 7.3 and 8.2 of DOMjudge, the fields about the entry point are called differently. */
export function languageOf(raw: Raw): SubmissionLanguage {
  const language = listedLanguage(textOf(raw.id) ?? '', textOf(raw.name), raw.extensions);
  const isRequired = (raw.entry_point_required ?? raw.require_entry_point) === true;
  if (!isRequired) return language;
  const entryPoint = textOf(raw.entry_point_name) ?? textOf(raw.entry_point_description) ?? 'Entry point';
  return { ...language, entryPoint };
}

/**
 * Returns the entry point under the judge's name for it: a file if the language has no classes, or if that name is the
 * name of a file.
 */
function requiredEntryPoint(entry: EntryPoint, name: string): string | null {
  const { mainClass, fallbackClass, mainFile } = entry;
  // `main` may be inherited from a class that the judge has
  return /\bfile/i.test(name) ? mainFile : (mainClass ?? fallbackClass ?? mainFile);
}

/** Fetches the languages and the name of the server, then submits in that server's format. */
export async function submit(
  http: JudgeHttp,
  baseUrl: string,
  contest: string,
  submission: Submission,
): Promise<Submitted> {
  const [ofContest, info] = await http.sendAll([languagesRequest(contest), serverRequest(baseUrl)]);
  if (!ofContest || !info) throw new Error('each request has a response');
  throwIf(refusalIn(ofContest));
  const languages = objectsOf(jsonOf(ofContest));
  throwIfBusy(refusalIn(info));
  const server = serverIn(objectIfAny(info));
  const language = languages.find(({ id }) => id === submission.language) ?? {};
  const answer = await send(http, server, contest, submission, language);
  return accepted(readAccepted(answer, submissionIdIn), contest);
}

/**
 * Returns the ID of an accepted submission. Old versions of DOMjudge send a bare number. Throws if there is no ID,
 * because the judge may have accepted the submission.
 */
function submissionIdIn(answer: Answer): string {
  const body = jsonOf(answer);
  const id = isObject(body) ? body.id : body;
  const text = typeof id === 'number' ? String(id) : textOf(id);
  if (text !== null && isRequestId(text)) return text;
  throw new RequestFailed({
    kind: 'shape',
    path: 'id',
    expected: 'a request ID',
    found: plainText(JSON.stringify(id) ?? 'nothing', 100),
  });
}

/**
 * Sends a form to DOMjudge, JSON with the source files to PC², and JSON with a ZIP archive to other servers, as the
 * specification requires. The main file is the first one.
 */
async function send(
  http: JudgeHttp,
  server: ServerKind,
  contest: string,
  submission: Submission,
  known: Raw,
): Promise<Answer> {
  const { problemId, language } = submission;
  const listed = languageOf(known);
  const entry = entryPointOfSubmission(submission, listed);
  // if it can't be found, the server responds that it's missing
  const entryPoint = listed.entryPoint === undefined ? null : requiredEntryPoint(entry, listed.entryPoint);
  const optional: Readonly<Record<string, string>> = entryPoint === null ? {} : { entry_point: entryPoint };
  const files = filesToSend(entry);
  const path = below(contest, 'submissions');
  switch (server) {
    case 'domjudge':
      return http.postForm(path, { problem: problemId, language, ...optional, 'code[]': files });
    case 'pc2':
      return http.postJson(path, {
        problem_id: problemId,
        language_id: language,
        ...optional,
        files: files.map(({ fileName, text }) => ({ filename: fileName, data: toBase64(text) })),
      });
    case 'other':
      return http.postJson(path, {
        problem_id: problemId,
        language_id: language,
        ...optional,
        files: [{ data: bytesToBase64(zipOf(files)), mime: 'application/zip' }],
      });
  }
}
