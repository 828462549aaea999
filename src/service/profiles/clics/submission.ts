import { bytesToBase64, toBase64 } from '../../../base/base64';
import type { Answer, JudgeHttp } from '../../adapter';
import { isRequestId } from '../../requestIdInput';
import type { Submission, SubmissionLanguage, Submitted } from '../../submission';
import { listedLanguage } from '../../languageNames';
import { mainClassOf, programFiles } from '../../mainClass';
import { accepted } from '../listedSubmissions';
import { jsonOf } from '../responseBody';
import { type Raw, objectOf, textOf } from '../jsonValues';
import { zipOf } from '../zip';
import { below, fetchList, fetchServerKind, refusalOf, type ServerKind } from './server';

export function languageOf({ id, name, extensions }: Raw): SubmissionLanguage {
  return listedLanguage(textOf(id) ?? '', textOf(name), extensions);
}

/** Fetches the languages and the name of the server, then submits in that server's format. */
export async function submit(
  http: JudgeHttp,
  baseUrl: string,
  contest: string,
  submission: Submission,
): Promise<Submitted> {
  const languages = await fetchList(http, below(contest, 'languages'));
  const server = await fetchServerKind(http, baseUrl);
  const language = languages.find(({ id }) => id === submission.language) ?? {};
  const answer = await send(http, server, contest, submission, language);
  const id = textOf(objectOf(jsonOf(answer)).id) ?? '';
  if (!isRequestId(id)) throw refusalOf(answer, 400);
  return accepted(id, contest);
}

/**
 * Sends a form to DOMjudge, JSON with the source files to PC², and JSON with a ZIP archive to other servers, as the
 * specification requires. The main file is the first one.
 */
async function send(
  http: JudgeHttp,
  server: ServerKind,
  contest: string,
  { problemId, language, code, others }: Submission,
  known: Raw,
): Promise<Answer> {
  // if the main class can't be found, the server determines it
  const needsEntryPoint = known.entry_point_required === true;
  const entryPoint = needsEntryPoint ? mainClassOf(textOf(known.name) ?? language, code) : null;
  const optional: Readonly<Record<string, string>> = entryPoint === null ? {} : { entry_point: entryPoint };
  const files = programFiles(entryPoint, languageOf(known).extensions, { code, others });
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
