import { bytesFromBase64 } from '../../../base/base64';
import type { JudgeHttp } from '../../adapter';
import type { ProblemName, Statement } from '../../submission';
import { markdownWithHtml } from '../shared/htmlMarkdown';
import { encoded, objectsOf, type Raw, textOf } from '../shared/jsonValues';
import { MAX_CLICS_STATEMENT_LENGTH } from '../limits';
import { throwIf, throwIfBusy, unknownId } from '../shared/refusals';
import { jsonOf } from '../shared/responseBody';
import { samplesInArchive } from '../shared/samplesArchive';
import { problemsRequest, samplesRequest } from './constants';
import { below, refusalIn } from './requests';

/**
 * Fetches the statement of a problem. PDF documents have a separate path. DOMjudge has other statements only in the
 * archive of the samples. `hasArchive`: the server is DOMjudge
 */
export async function fetchStatement(
  http: JudgeHttp,
  contest: string,
  { problemId }: ProblemName,
  hasArchive: boolean,
): Promise<Statement> {
  const problems = await http.send(problemsRequest(contest));
  throwIf(refusalIn(problems));
  const problem = objectsOf(jsonOf(problems)).find(({ id }) => id === problemId);
  if (!problem) throw unknownId();
  const title = textOf(problem.name);
  const document = await fetchDocument(http, contest, problem, problemId);
  if (document) return { title, texts: {}, document };
  const text = hasArchive ? await fetchArchivedText(http, contest, textOf(problem.label)) : '';
  return { title, texts: text === '' ? {} : { '': text } };
}

/** Null: the statement isn't a PDF document. */
async function fetchDocument(
  http: JudgeHttp,
  contest: string,
  { statement }: Raw,
  problemId: string,
): Promise<Uint8Array | null> {
  // older servers don't list statements
  if (Array.isArray(statement) && statement.length === 0) return null;
  const path = below(contest, `problems/${encoded(problemId)}/statement`);
  const answer = await http.send({ method: 'GET', path, isBinary: true });
  if (answer.status === 404) return null;
  throwIf(refusalIn(answer));
  const bytes = bytesFromBase64(answer.text);
  return bytes && isPdf(bytes) ? bytes : null;
}

function isPdf(bytes: Uint8Array): boolean {
  return new TextDecoder('latin1').decode(bytes.subarray(0, 5)) === '%PDF-';
}

/** Returns the Markdown of a statement that is HTML or plain text; empty: there is none. */
async function fetchArchivedText(http: JudgeHttp, contest: string, label: string | null): Promise<string> {
  if (label === null) return '';
  const archive = await http.send(samplesRequest(contest));
  throwIfBusy(refusalIn(archive));
  const bytes = archive.status === 200 ? bytesFromBase64(archive.text) : null;
  const found = bytes && (await samplesInArchive(bytes, `${label}/`));
  const text = (found?.statement ?? '').slice(0, MAX_CLICS_STATEMENT_LENGTH);
  return /<[a-z!]/i.test(text.slice(0, 2_000)) ? markdownWithHtml(text) : indented(text);
}

/** Returns Markdown that shows a text with its line breaks. */
function indented(text: string): string {
  return text.trim() === '' ? '' : text.toWellFormed().replace(/^/gm, '    ');
}
