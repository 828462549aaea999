import * as v from 'valibot';
import type { RequestIdInput } from '../../adapter';
import { hasUserInformation, pastedUrl, pathBelow } from '../../address';
import type { JudgeAddress } from '../../settingFields';
import type { ProblemName } from '../../submission';
import { encoded } from '../shared/jsonValues';

export const PUBLIC_API = 'https://cses.fi/api';

/** ID of the public problem set, which is a course. */
export const DEFAULT_SCOPE = 'problemset';

/** ID of a course (text) or of a contest (number). Null or empty: the public problem set. */
export const scopeField = v.pipe(
  v.nullish(v.union([v.string(), v.number()]), DEFAULT_SCOPE),
  v.transform((value) => String(value).trim() || DEFAULT_SCOPE),
  v.check(isScope),
);

function isScope(text: string): boolean {
  return /^[\w-]{1,64}$/.test(text);
}

/** First segments of paths that aren’t scopes. */
const otherPages = new Set(['login', 'logout', 'register', 'user', 'settings', 'help', 'admin', 'file']);

/**
 * Returns the API and the scope from the pasted URL of a page: `https://cses.fi/problemset/task/1068`. The URL of an
 * API is also accepted. Null: not a URL with a scheme.
 */
export function fieldsIn(text: string): Readonly<Record<string, string>> | null {
  const url = /^https?:\/\//i.test(text.trim()) ? pastedUrl(text.trim()) : null;
  if (!url || hasUserInformation(url)) return null;
  const segments = url.pathname.split('/').filter((segment) => segment !== '');
  const api = `${url.origin.replace('://www.', '://')}/api`;
  const address: Readonly<Record<string, string>> = api === PUBLIC_API ? {} : { url: api };
  const scope = segments[0] === 'api' ? segments[2] : segments[0];
  if (scope === undefined || !isScope(scope) || otherPages.has(scope)) return address;
  return { ...address, scope };
}

/** URLs and paths of a scope. Paths are below the base URL of the API. */
export interface Scope {
  readonly isContest: boolean;
  readonly submissions: (task: string) => string;
  readonly submission: (id: string) => string;
  readonly tasks: string;
  readonly statement: (task: string) => string;
  readonly samples: (task: string) => string;
  readonly taskPage: (task: string) => string;
  /** Returns the page of a result. Null: the URL is known for the public problem set only. */
  readonly resultPage: (id: string) => string | null;
  /** Returns the task that a page shows; null for other pages. */
  readonly taskAt: (address: string) => ProblemName | null;
  /** Reads the ID in the URL of a result; null for a URL of another scope or site. */
  readonly resultAt: (text: string) => RequestIdInput | null;
}

/** Creates the URLs and paths of a scope. A scope whose ID is a number is a contest. */
export function scopeOf({ baseUrl }: JudgeAddress, scope: string): Scope {
  const isContest = /^\d+$/.test(scope);
  const path = `/${isContest ? 'contests' : 'courses'}/${encoded(scope)}`;
  const taskPath = (collection: string, task: string): string =>
    `${path}/${collection}?task=${encoded(task)}`;
  const pages = `${new URL(baseUrl).origin}/${encoded(scope)}`;
  return {
    isContest,
    submissions: (task) => taskPath('submissions', task),
    submission: (id) => `${path}/submissions/${encoded(id)}`,
    tasks: `${path}/list`,
    statement: (task) => taskPath('statement', task),
    samples: (task) => taskPath('samples', task),

    taskPage: (task) => `${pages}/task/${encoded(task)}`,
    resultPage: (id) => (scope === DEFAULT_SCOPE ? `${pages}/result/${encoded(id)}` : null),

    taskAt(address) {
      const task = /^\/(?:task|submit|view|stats)\/([\w-]{1,64})$/.exec(
        pathBelow(pages, address)?.path ?? '',
      )?.[1];
      return task === undefined ? null : { problemId: task, place: null };
    },

    resultAt(text) {
      const below = /^https?:\/\//i.test(text) ? pathBelow(pages, text) : null;
      if (!below) return null;
      const id = /^\/result\/(\d{1,15})$/.exec(below.path)?.[1];
      return id === undefined ? { kind: 'addressWithoutId' } : { kind: 'requestId', id };
    },
  };
}
