import { bytesToBase64, toBase64 } from '../../../base/base64';
import type { Question, ServiceRequest } from '../../question';
import type { Submission, SubmissionLanguage, Submitted } from '../../submission';
import { isRequestId } from '../../requestIdInput';
import { listedLanguage, mainClassOf, programFile } from '../languageNames';
import { accepted } from '../reading';
import { type Raw, objectOf, textOf } from '../values';
import { zipOf } from '../zip';
import { all, below, infoRequest, refusal, serverIn, understood, type ServerKind } from './server';

export function languageOf({ id, name, extensions }: Raw): SubmissionLanguage {
  return listedLanguage(textOf(id) ?? '', textOf(name), extensions);
}

/** Requests the languages and the name of the server, then submits in the form of that server. */
export function submitQuestion(
  baseUrl: string,
  contest: string,
  submission: Submission,
): Question<Submitted> {
  return {
    request: below(contest, 'languages'),
    more: [
      infoRequest(baseUrl),
      ([languages, info]) => ({
        ...below(contest, 'submissions'),
        method: 'POST',
        ...contentFor(serverIn(info), submission, all(languages)),
      }),
    ],
    read: (languages, now, [, answer = languages] = []) => {
      const id = textOf(understood(answer, now, objectOf).id) ?? '';
      if (!isRequestId(id)) throw refusal(answer, now, 400);
      return accepted(id, contest);
    },
  };
}

/** DOMjudge receives a form, PC² the source file in JSON, other servers a ZIP archive in JSON, as the specification has it. */
function contentFor(
  server: ServerKind,
  { problemId, language, code }: Submission,
  languages: readonly Raw[],
): Pick<ServiceRequest, 'form' | 'body'> {
  const known = languages.find(({ id }) => id === language) ?? {};
  // if the program doesn't show its main class, the server decides
  const entryPoint =
    known.entry_point_required === true ? mainClassOf(textOf(known.name) ?? language, code) : null;
  const file = programFile(entryPoint, languageOf(known).extensions, code);
  const optional: Readonly<Record<string, string>> = entryPoint === null ? {} : { entry_point: entryPoint };
  const named = { problem_id: problemId, language_id: language, ...optional };
  switch (server) {
    case 'domjudge':
      return { form: { problem: problemId, language, ...optional, 'code[]': file } };
    case 'pc2':
      return { body: { ...named, files: [{ filename: file.fileName, data: toBase64(code) }] } };
    case 'other': {
      const data = bytesToBase64(zipOf(file.fileName, code));
      return { body: { ...named, files: [{ data, mime: 'application/zip' }] } };
    }
  }
}
