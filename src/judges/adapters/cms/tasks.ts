import type { Answer, JudgeHttp } from '../../adapter';
import type { OutgoingRequest } from '../../http/judgeHttp';
import { objectsOf, textOf, wholeOf } from '../shared/jsonValues';
import { MAX_CMS_TASKS } from '../limits';
import { throwIf } from '../shared/refusals';
import { isSubmissionId, isTaskName, listPath, submissionsPagePath, TASK_LIST } from './addresses';
import { readJson, refusalIn } from './refusals';

export interface Task {
  readonly name: string;
  /** file names of a submission; `.%l` is replaced by the extension of a source file */
  readonly format: readonly string[];
}

export const tasksRequest: OutgoingRequest = { method: 'GET', path: TASK_LIST };

/** Fetches the tasks. CMS lists them only while the contest runs and in its analysis mode. */
export async function fetchTasks(http: JudgeHttp): Promise<readonly Task[]> {
  return tasksIn(await http.get(TASK_LIST));
}

/** Reads the list of tasks. Throws `RequestFailed` if the response contains none. */
export function tasksIn(answer: Answer): readonly Task[] {
  throwIf(refusalIn(answer));
  const body = readJson(answer);
  const { tasks } = body.raw;
  if (!Array.isArray(tasks)) return body.typeMismatch('tasks', 'a list');
  return objectsOf(tasks).flatMap(({ name, submission_format: format }) => {
    const task = textOf(name);
    if (!isTaskName(task)) return [];
    const files = Array.isArray(format) ? format.slice(0, 200).map(textOf) : [];
    return [{ name: task, format: files.filter(isFileName) }];
  });
}

function isFileName(text: string | null): text is string {
  return text !== null && /^[\w.%+-]{1,200}$/.test(text);
}

/**
 * Fetches the IDs of the user's submissions to a task, newest first. The API lists them in any order: a submission that the
 * organizers judged again moves to the end. If there are more than `unordered`, the page of the submissions, which sorts
 * them, decides the order.
 */
export async function fetchIds(
  http: JudgeHttp,
  task: string,
  unordered: number = Infinity,
): Promise<readonly string[]> {
  const body = readJson(await http.get(listPath(task)));
  if (!Array.isArray(body.raw.list)) return body.typeMismatch('list', 'a list');
  const list = body.list('list', ({ raw: { id } }) => textOf(id) ?? String(wholeOf(id) ?? ''));
  const ids = list.filter(isSubmissionId).toReversed();
  if (ids.length <= unordered) return ids;
  const page = await http.send({ method: 'GET', path: submissionsPagePath(task) });
  const listed = new Set(ids);
  const sorted = new Set(page.status < 300 ? idsOnPage(page.text).filter((id) => listed.has(id)) : []);
  return [...sorted, ...ids.filter((id) => !sorted.has(id))];
}

/** Returns the IDs in the rows of a task's page of submissions, newest first. */
function idsOnPage(html: string): readonly string[] {
  return [...html.matchAll(/<tr data-submission="([1-9]\d{0,18})"/g)].map(([, id = '']) => id);
}

/** Returns the name of a submission's task. Null: none of the first `MAX_CMS_TASKS` tasks has the submission. */
export async function findTask(http: JudgeHttp, requestId: string): Promise<string | null> {
  for (const { name } of (await fetchTasks(http)).slice(0, MAX_CMS_TASKS)) {
    const ids = await fetchIds(http, name);
    if (ids.includes(requestId)) return name;
  }
  return null;
}
