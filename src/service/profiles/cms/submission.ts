import type { JudgeHttp, SubmissionSupport } from '../../adapter';
import { pathBelow } from '../../address';
import { ServiceFailed } from '../../failure';
import { joinFileTypes } from '../../fileExtensions';
import type { FormFile } from '../../judgeHttp';
import type { ProblemForm, ProgramFile, Submission, SubmissionLanguage, Submitted } from '../../submission';
import { encoded, objectOf, textOf, wholeOf } from '../jsonValues';
import { accepted, problemsLike } from '../listedSubmissions';
import { refusal, throwIf } from '../refusals';
import { bodyOf, readObject } from '../responseBody';
import { isSubmissionId, taskAt } from './addresses';
import { refusalIn } from './answers';
import { contestOfEntry } from './contest';
import { SUBMISSION_HEADERS } from './session';
import { fetchTasks, type Task } from './tasks';

/** The ending of a source file's name in a task's submission format. */
const SOURCE_ENDING = '.%l';

function language(name: string, editorLanguage: string, extensions: string): SubmissionLanguage {
  return { id: name, name, editorLanguages: [editorLanguage], extensions: extensions.split(' ') };
}

const cppExtensions = '.cpp .cc .cxx .c++ .C';

/** The languages of CMS. Each contest allows some of them, and a site can define others. The API lists none. */
const named: readonly SubmissionLanguage[] = [
  language('C++20 / g++', 'cpp', cppExtensions),
  language('C++17 / g++', 'cpp', cppExtensions),
  language('C++14 / g++', 'cpp', cppExtensions),
  language('C++11 / g++', 'cpp', cppExtensions),
  language('C11 / gcc', 'c', '.c'),
  language('Python 3 / CPython', 'python', '.py'),
  language('Python 3 / PyPy', 'python', '.py'),
  language('Java / JDK', 'java', '.java'),
  language('Pascal / fpc', 'pascal', '.pas'),
  language('Rust', 'rust', '.rs'),
  language('C# / Mono', 'csharp', '.cs'),
  language('Haskell / ghc', 'haskell', '.hs'),
  language('PHP', 'php', '.php'),
];

/** The judge determines the language from the file extension. This works if the contest allows only one such language. */
const automatic: SubmissionLanguage = {
  id: 'auto',
  name: 'By file extension',
  isByExtension: true,
  ...joinFileTypes(named),
};

const languages = [automatic, ...named];

/** For tasks whose submissions consist of output files. */
const outputOnly: SubmissionLanguage = {
  id: 'OutputOnly',
  name: 'OutputOnly',
  editorLanguages: [],
  extensions: ['.txt', '.out'],
};

/** Creates the submission support of a contest. */
export function submissionSupport(baseUrl: string): SubmissionSupport {
  return {
    documents: joinFileTypes([...named, outputOnly]),
    acceptsSeveralFiles: true,
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

function foundProblems(tasks: readonly Task[]) {
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

/** Returns a name of the submission format in the form that users read: `encoder.*`. */
function nameFor(element: string): string {
  return isSource(element) ? `${element.slice(0, -SOURCE_ENDING.length)}.*` : element;
}

function isSource(element: string): boolean {
  return element.endsWith(SOURCE_ENDING);
}

/** Fetches a task. If CMS doesn't list it, returns the usual format, and CMS rejects the submission. */
async function fetchTask(http: JudgeHttp, name: string): Promise<Task> {
  const tasks = await fetchTasks(http);
  const task = tasks.find((one) => one.name === name);
  return task && task.format.length > 0 ? task : { name, format: [name + SOURCE_ENDING] };
}

function formOf({ format }: Task, baseUrl: string): ProblemForm {
  const contest = contestOfEntry(baseUrl);
  return format.some(isSource)
    ? { languages, limits: null, acceptsOtherLanguages: true, contest }
    : { languages: [outputOnly], limits: null, contest };
}

async function submit(http: JudgeHttp, submission: Submission): Promise<Submitted> {
  const task = await fetchTask(http, submission.problemId);
  const files = formFilesOf(submission, task.format);
  const takesLanguage = task.format.some(isSource) && submission.language !== automatic.id;
  const answer = await http.send({
    method: 'POST',
    path: `/api/${encoded(task.name)}/submit`,
    headers: SUBMISSION_HEADERS,
    form: takesLanguage ? { ...files, language: submission.language } : files,
  });
  if (answer.status === 422) {
    const { error, details } = objectOf(bodyOf(answer));
    const message = [textOf(error), textOf(details)].filter(Boolean).join(' ') || null;
    const isFormat = /\bformat\b/i.test((textOf(error) ?? '').slice(0, 1_000));
    throw refusal(answer, { message, ...(isFormat ? { expectedFiles: task.format.map(nameFor) } : {}) });
  }
  throwIf(refusalIn(answer));
  const body = readObject(answer);
  const id = textOf(body.raw.id) ?? String(wholeOf(body.raw.id) ?? '');
  return isSubmissionId(id) ? accepted(id, task.name) : body.typeMismatch('id', 'a request ID');
}

/**
 * Assigns the files of a submission to the elements of the task's submission format, which are the names of the form's
 * fields. A file belongs to the element with its name, without regard to the extension of a source file. A single file
 * that is left belongs to the only element of its kind that is left. Throws `ServiceFailed` if a file belongs to none.
 */
function formFilesOf(submission: Submission, format: readonly string[]): Readonly<Record<string, FormFile>> {
  const files = filesOf(submission);
  const form = new Map<string, FormFile>();
  const left = files.filter((file) => {
    const element = format.find((one) => isNameOf(file.fileName, one) && !form.has(one));
    if (element !== undefined) form.set(element, formFile(file, element, submission.language));
    return element === undefined;
  });
  const [file, ...others] = left;
  if (!file) return Object.fromEntries(form);
  const elements = format.filter((one) => !form.has(one));
  const fitting = elements.length > 1 ? elements.filter(isSource) : elements;
  const [element] = fitting;
  if (others.length > 0 || fitting.length !== 1 || element === undefined)
    throw wrongFiles(format.map(nameFor));
  form.set(element, formFile(file, element, submission.language));
  return Object.fromEntries(form);
}

/** The main file and the other files, with the names that the user gave them. */
function filesOf({ code, fileName, others }: Submission): readonly ProgramFile[] {
  const mainName = others?.mainName ?? fileName ?? '';
  return [{ fileName: mainName, text: code }, ...(others?.files ?? [])];
}

function isNameOf(fileName: string, element: string): boolean {
  if (!isSource(element)) return fileName === element;
  return fileName.replace(/\.[^.]*$/, '') === element.slice(0, -SOURCE_ENDING.length);
}

/**
 * Names a file after its element. CMS checks whether the extension of a source file fits the language, so a language
 * that doesn't have the file's own extension determines it.
 */
function formFile({ fileName, text }: ProgramFile, element: string, languageId: string): FormFile {
  if (!isSource(element)) return { fileName: element, text };
  const own = /\.[\w+]{1,20}$/.exec(fileName)?.[0];
  const { extensions = [] } = named.find(({ id }) => id === languageId) ?? {};
  const isKnown = extensions.length === 0 || (own !== undefined && extensions.includes(own));
  const extension = (isKnown ? own : extensions[0]) ?? '';
  return { fileName: element.slice(0, -SOURCE_ENDING.length) + extension, text };
}

/** Creates the failure of a submission whose files don't fit the task. Nothing was sent. */
function wrongFiles(expectedFiles: readonly string[]): ServiceFailed {
  return new ServiceFailed(
    { kind: 'status', status: 422, error: null, retryAfter: null, expectedFiles },
    { sent: 'no' },
  );
}
