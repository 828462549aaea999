import { statedRule } from '../shared/comparisonInStatement';
import { fromBase64, toBase64 } from '../../../base/base64';
import type { JudgeHttp } from '../../adapter';
import { RequestFailed } from '../../requestFailed';
import { languagesWith } from '../../fileExtensions';
import { entryPointOfSubmission } from '../../entryPoints/submittedProgram';
import type {
  FoundProblem,
  ProblemForm,
  ProblemName,
  Sample,
  Statement,
  Submission,
  SubmissionLanguage,
  Submitted,
} from '../../submission';
import { readAccepted } from '../shared/acceptedResponse';
import { objectOf, objectsOf, textOf } from '../shared/jsonValues';
import { MAX_CSES_PROGRAM_BYTES } from '../limits';
import { accepted } from '../shared/listedSubmissions';
import { bodyOf, readObject } from '../shared/responseBody';
import { refusalIn, submissionIdIn } from './refusals';
import { languageOf, languages } from './languages';
import type { Scope } from './addresses';

/** Submits a program. Throws `RequestFailed` (413) without a request if the program is too large. */
export async function submit(http: JudgeHttp, scope: Scope, submission: Submission): Promise<Submitted> {
  const { problemId, language, code } = submission;
  if (new TextEncoder().encode(code).length > MAX_CSES_PROGRAM_BYTES) throw programTooLarge();
  const answer = await http.postJson(scope.submissions(problemId), {
    language: languageOf(language),
    filename: fileNameOf(submission),
    content: toBase64(code),
  });
  return accepted(readAccepted(answer, () => submissionIdIn(readObject(answer))));
}

/** Creates the failure of a program that is too large to submit. Nothing was sent. */
function programTooLarge(): RequestFailed {
  const error = {
    errorCode: 413,
    errorType: null,
    errorMessage: `limit: ${MAX_CSES_PROGRAM_BYTES / 1024} KiB`,
    errorData: null,
    form: null,
  };
  return new RequestFailed({ kind: 'status', status: 413, error, retryAfter: null }, { sent: 'no' });
}

/** Returns the name of the file to send. CSES only uses its extension, because requests contain the task. */
function fileNameOf(submission: Submission): string {
  const { fileName, language } = submission;
  const known = languages.find(({ id, isByExtension }) => id === language && !isByExtension);
  const extension = /\.[\w+]{1,16}$/.exec(fileName ?? '')?.[0];
  const byExtension = extension === undefined ? null : languageWith(extension);
  const named = { ...submission, fileName: `main${extension ?? known?.extensions[0] ?? ''}` };
  return entryPointOfSubmission(named, byExtension ?? known ?? null).fileName;
}

function languageWith(
  extension: string,
): Pick<SubmissionLanguage, 'id' | 'name' | 'editorLanguages' | 'extensions'> {
  const [editorLanguage = ''] = languagesWith(extension);
  return { id: '', name: '', editorLanguages: [editorLanguage], extensions: [extension] };
}

export async function fetchTasks(http: JudgeHttp, scope: Scope): Promise<readonly FoundProblem[]> {
  const sections = objectsOf(readObject(await http.get(scope.tasks)).raw.sections);
  return sections.flatMap((section) =>
    objectsOf(section.list).flatMap(({ item_type: type, id, name }) => {
      const problemId = textOf(id);
      if (type !== 'task' || problemId === null) return [];
      return [{ problemId, place: null, title: textOf(name) ?? '' }];
    }),
  );
}

/** Fetches the limits (ms and KiB), the title, and the samples of a task. */
export async function fetchForm(
  http: JudgeHttp,
  scope: Scope,
  { problemId }: ProblemName,
): Promise<ProblemForm> {
  const task = readObject(await http.get(scope.statement(problemId)));
  const megabytes = task.number('memory_limit');
  return {
    languages,
    acceptsOtherLanguages: true,
    limits: {
      time: task.number('time_limit'),
      memory: megabytes === null ? null : megabytes * 1024,
    },
    title: task.text('name'),
    samples: await fetchSamplesIfAny(http, scope, problemId),
    ...statedRule(undefined, task.text('text') ?? ''),
  };
}

/** Fetches the samples of a task; none if CSES rejects the request. Skips samples that can’t be decoded. */
async function fetchSamplesIfAny(http: JudgeHttp, scope: Scope, task: string): Promise<readonly Sample[]> {
  const answer = await http.send({ method: 'GET', path: scope.samples(task) });
  if (refusalIn(answer)) return [];
  return objectsOf(objectOf(bodyOf(answer)).test_cases).flatMap(({ input, output }) => {
    // `?` isn’t base64
    const decodedInput = fromBase64(textOf(input) ?? '?');
    const expected = fromBase64(textOf(output) ?? '?');
    return decodedInput === null || expected === null ? [] : [{ input: decodedInput, expected }];
  });
}

/** Fetches the statement of a task. CSES doesn’t document its format; it is shown as Markdown. */
export async function fetchStatement(
  http: JudgeHttp,
  scope: Scope,
  { problemId }: ProblemName,
): Promise<Statement> {
  const task = readObject(await http.get(scope.statement(problemId)));
  return { title: task.text('name'), texts: { '': task.requiredText('text') } };
}
