import type { Answer, JudgeHttp, SubmissionSupport } from '../../adapter';
import { pathBelow } from '../../address';
import { ServiceFailed } from '../../failure';
import { joinFileTypes } from '../../fileExtensions';
import type { FormFile } from '../../judgeHttp';
import type { FoundProblem, ProblemForm, ProgramFile, Submission, Submitted } from '../../submission';
import { readAccepted } from '../accepted';
import { encoded, objectOf, textOf, wholeOf } from '../jsonValues';
import { accepted, problemsLike } from '../listedSubmissions';
import { refusal, throwIf } from '../refusals';
import { bodyOf, readObject } from '../responseBody';
import { isSubmissionId, taskAt } from './addresses';
import { messageIn, refusalIn } from './answers';
import { contestOfEntry } from './contest';
import { byExtension, namedLanguages, outputOnly } from './languages';
import { SUBMISSION_HEADERS } from './session';
import { fetchTasks, type Task } from './tasks';

/** The ending of a source file's name in a task's submission format. */
const SOURCE_ENDING = '.%l';

/** Creates the submission support of a contest. */
export function submissionSupport(baseUrl: string): SubmissionSupport {
  return {
    documents: joinFileTypes([...namedLanguages, outputOnly]),
    acceptsSeveralFiles: true,
    // the usual submission format names the file after the task
    compiledAs: (editorLanguage, task) => (editorLanguage === 'java' ? task : null),
    submit,

    async fetchForm(http, { problemId }) {
      return formOf(await fetchTask(http, problemId), baseUrl);
    },

    async findProblems(http, text) {
      return problemsLike(text, foundProblems(await fetchTasks(http)));
    },

    problemAt(address) {
      return taskAt(baseUrl, address);
    },

    contestProblems: {
      contestAt(address) {
        return pathBelow(baseUrl, address) && taskAt(baseUrl, address) === null ? baseUrl : null;
      },

      async fetchProblems(http) {
        return foundProblems(await fetchTasks(http));
      },
    },
  };
}

/** Converts tasks to problems. The title of a task lists its files, unless they have the usual names. */
function foundProblems(tasks: readonly Task[]): readonly FoundProblem[] {
  return tasks.map((task) => ({
    problemId: task.name,
    place: null,
    title: isUsual(task) ? '' : task.format.map(nameFor).join(', '),
  }));
}

/** Returns whether a submission to the task is a single source file with the name of the task. */
function isUsual({ name, format }: Task): boolean {
  return format.length === 1 && format[0] === name + SOURCE_ENDING;
}

/** Returns the label of an element of the submission format: `encoder.*` for `encoder.%l`. */
function nameFor(element: string): string {
  return isSource(element) ? `${element.slice(0, -SOURCE_ENDING.length)}.*` : element;
}

function isSource(element: string): boolean {
  return element.endsWith(SOURCE_ENDING);
}

/**
 * Fetches a task. If CMS doesn't list it, returns it with the usual format, so that CMS rejects the submission with its own
 * message.
 */
async function fetchTask(http: JudgeHttp, name: string): Promise<Task> {
  const tasks = await fetchTasks(http);
  const task = tasks.find((candidate) => candidate.name === name);
  return task && task.format.length > 0 ? task : { name, format: [name + SOURCE_ENDING] };
}

function formOf({ format }: Task, baseUrl: string): ProblemForm {
  const contest = contestOfEntry(baseUrl);
  return format.some(isSource)
    ? { languages: [byExtension, ...namedLanguages], limits: null, acceptsOtherLanguages: true, contest }
    : { languages: [outputOnly], limits: null, contest };
}

async function submit(http: JudgeHttp, submission: Submission): Promise<Submitted> {
  const task = await fetchTask(http, submission.problemId);
  const files = formFilesOf(submission, task.format);
  const namesLanguage = task.format.some(isSource) && submission.language !== byExtension.id;
  const answer = await http.send({
    method: 'POST',
    path: `/api/${encoded(task.name)}/submit`,
    headers: SUBMISSION_HEADERS,
    form: namesLanguage ? { ...files, language: submission.language } : files,
  });
  if (answer.status === 422) {
    const message = messageIn(answer);
    const error = textOf(objectOf(bodyOf(answer)).error) ?? '';
    const concernsFiles = /\bformat\b/i.test(error.slice(0, 1_000));
    throw refusal(answer, concernsFiles ? { message, expectedFiles: task.format.map(nameFor) } : { message });
  }
  throwIf(refusalIn(answer));
  return accepted(readAccepted(answer, submittedId), task.name);
}

function submittedId(answer: Answer): string {
  const body = readObject(answer);
  const id = textOf(body.raw.id) ?? String(wholeOf(body.raw.id) ?? '');
  return isSubmissionId(id) ? id : body.typeMismatch('id', 'a request ID');
}

/**
 * Assigns the files of a submission to the elements of the task's submission format, which are the names of the form's
 * fields. A file belongs to the element with its name, ignoring the extension of a source file. If one file remains, it
 * belongs to the only remaining element, or to the only remaining source file of several. Throws `ServiceFailed` if a
 * file belongs to no element.
 */
function formFilesOf(submission: Submission, format: readonly string[]): Readonly<Record<string, FormFile>> {
  const form = new Map<string, FormFile>();
  const remainingFiles: ProgramFile[] = [];
  for (const file of filesOf(submission)) {
    const element = format.find((name) => isNameOf(file.fileName, name) && !form.has(name));
    if (element === undefined) remainingFiles.push(file);
    else form.set(element, formFile(file, element, submission.language));
  }
  const [file, ...otherFiles] = remainingFiles;
  if (!file) return Object.fromEntries(form);
  const remainingElements = format.filter((name) => !form.has(name));
  const candidates = remainingElements.length > 1 ? remainingElements.filter(isSource) : remainingElements;
  const [element, ...otherElements] = candidates;
  if (element === undefined || otherElements.length > 0 || otherFiles.length > 0)
    throw wrongFiles(format.map(nameFor));
  form.set(element, formFile(file, element, submission.language));
  return Object.fromEntries(form);
}

/** Returns the main file and the other files, with their names on the user's computer. */
function filesOf({ code, fileName, others }: Submission): readonly ProgramFile[] {
  const mainName = others?.mainName ?? fileName ?? '';
  return [{ fileName: mainName, text: code }, ...(others?.files ?? [])];
}

/** Returns whether a file has the name of an element. The extension of a source file may be any. */
function isNameOf(fileName: string, element: string): boolean {
  if (!isSource(element)) return fileName === element;
  return fileName.replace(/\.[^.]*$/, '') === element.slice(0, -SOURCE_ENDING.length);
}

/**
 * Names a file after its element. CMS rejects a source file whose extension doesn't belong to the language. Such a file
 * gets the first extension of the language.
 */
function formFile({ fileName, text }: ProgramFile, element: string, languageId: string): FormFile {
  if (!isSource(element)) return { fileName: element, text };
  const own = /\.[\w+]{1,20}$/.exec(fileName)?.[0];
  const { extensions = [] } = namedLanguages.find(({ id }) => id === languageId) ?? {};
  const isAccepted = extensions.length === 0 || (own !== undefined && extensions.includes(own));
  const extension = (isAccepted ? own : extensions[0]) ?? '';
  return { fileName: element.slice(0, -SOURCE_ENDING.length) + extension, text };
}

/** Creates the failure of a submission whose files don't fit the task. Nothing was sent. */
function wrongFiles(expectedFiles: readonly string[]): ServiceFailed {
  return new ServiceFailed(
    { kind: 'status', status: 422, error: null, retryAfter: null, expectedFiles },
    { sent: 'no' },
  );
}
