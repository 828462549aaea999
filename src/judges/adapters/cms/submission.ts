import type { Answer, JudgeHttp, SubmissionSupport } from '../../adapter';
import { RequestFailed } from '../../requestFailed';
import { joinFileTypes } from '../../fileExtensions';
import type { FormFile } from '../../http/judgeHttp';
import type {
  FoundProblem,
  ListedProblems,
  ProblemForm,
  ProgramFile,
  Submission,
  Submitted,
} from '../../submission';
import { readAccepted } from '../shared/acceptedResponse';
import { encoded, objectOf, textOf, wholeOf } from '../shared/jsonValues';
import { accepted } from '../shared/listedSubmissions';
import { problemsNamed } from '../shared/problemsNamed';
import { refusal, throwIf } from '../shared/refusals';
import { bodyOf, readObject } from '../shared/responseBody';
import { isSubmissionId, taskAt } from './addresses';
import { messageIn, refusalIn, reportsContestClosed } from './refusals';
import { contestOnPage, startIn } from './contest';
import { contestPageRequest, readContestPage, type ContestPage } from './contestPage';
import { allowedLanguages, byExtension, namedLanguages, outputOnly } from './languages';
import { SUBMISSION_HEADERS } from './session';
import { fetchTasks, tasksIn, tasksRequest, type Task } from './tasks';

/** The ending of a source file's name in a task's submission format. */
const SOURCE_ENDING = '.%l';

export function submissionSupport(baseUrl: string): SubmissionSupport {
  return {
    documents: joinFileTypes([...namedLanguages, outputOnly]),
    acceptsSeveralFiles: true,
    // in the usual submission format, the file has the name of the task
    compiledAs: (editorLanguage, task) => (editorLanguage === 'java' ? task : null),
    submit,

    async fetchForm(http, { problemId }) {
      const [tasks, page] = await http.sendAll([tasksRequest, contestPageRequest]);
      if (!tasks) throw new Error('a response is missing');
      return formOf(taskNamed(problemId, tasksIn(tasks)), readContestPage(page), baseUrl);
    },

    problemList: {
      async fetchAll(http) {
        return fetchProblems(http, baseUrl);
      },
      named: problemsNamed,
    },

    problemAt(address) {
      return taskAt(baseUrl, address);
    },
  };
}

/** Fetches all tasks with their titles. None before the start of the contest. */
export async function fetchProblems(http: JudgeHttp, baseUrl: string): Promise<ListedProblems> {
  const [tasks, front] = await http.sendAll([tasksRequest, contestPageRequest]);
  if (!tasks) throw new Error('a response is missing');
  const page = readContestPage(front);
  const contest = contestOnPage(page, baseUrl);
  if (startIn(page?.times) !== null && reportsContestClosed(tasks)) return { problems: [], contest };
  const problems = tasksIn(tasks).map((task) => foundProblem(task, page));
  return { problems, contest };
}

/** Converts a task to a problem. If its title is unknown, uses its files as the title, unless these are usual. */
function foundProblem(task: Task, page: ContestPage | null): FoundProblem {
  const files = isUsual(task) ? '' : task.format.map(nameFor).join(', ');
  const { title = null, limits = null } = page?.tasks.get(task.name) ?? {};
  return { problemId: task.name, place: null, title: title ?? files, limits };
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
 * Returns a task of the list. If CMS doesn't list it, returns it with the usual format, so that CMS rejects the submission
 * with its own message.
 */
function taskNamed(name: string, tasks: readonly Task[]): Task {
  const task = tasks.find((candidate) => candidate.name === name);
  return task && task.format.length > 0 ? task : { name, format: [name + SOURCE_ENDING] };
}

/** `page`: null if it couldn't be read. */
function formOf({ name, format }: Task, page: ContestPage | null, baseUrl: string): ProblemForm {
  const { title = null, limits = null } = page?.tasks.get(name) ?? {};
  const known = { title, limits, contest: contestOnPage(page, baseUrl) };
  if (!format.some(isSource)) return { ...known, languages: [outputOnly] };
  const allowed = allowedLanguages(page, name);
  return allowed.length > 0
    ? { ...known, languages: allowed }
    : { ...known, languages: [byExtension, ...namedLanguages], acceptsOtherLanguages: true };
}

async function submit(http: JudgeHttp, submission: Submission): Promise<Submitted> {
  const task = taskNamed(submission.problemId, await fetchTasks(http));
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
    if (!/\bformat\b/i.test(error.slice(0, 1_000))) throw refusal(answer, { message });
    // CMS sends the same error for wrong files and for a language that it can't determine or doesn't allow
    const hasAllFiles = task.format.some(isSource) && task.format.every((name) => Object.hasOwn(files, name));
    throw refusal(answer, {
      message,
      cause: hasAllFiles ? { kind: 'language' } : { kind: 'files', expected: task.format.map(nameFor) },
    });
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
 * belongs to the only remaining element, or to the only remaining source file of several. Throws `RequestFailed` if a
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

/** Returns the main file and the other files, named as on the user's computer. */
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
 * Gives a file the name of its element. CMS rejects a source file whose extension doesn't belong to the language. Such a
 * file gets the first extension of the language.
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
function wrongFiles(expected: readonly string[]): RequestFailed {
  return new RequestFailed(
    { kind: 'status', status: 422, error: null, retryAfter: null, cause: { kind: 'files', expected } },
    { sent: 'no' },
  );
}
