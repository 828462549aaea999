import * as v from 'valibot';
import { pathBelow } from '../../address';
import type { FieldReader } from '../../settingFields';
import type { ProblemName } from '../../submission';

/** Paths of a Kattis site for signing in, for submitting, and of its submissions, below the base URL. */
export interface KattisPaths {
  readonly loginPath: string;
  readonly submitPath: string;
  readonly submissionsPath: string;
}

/** Default paths, which most sites use. */
export const usualPaths: KattisPaths = {
  loginPath: '/login',
  submitPath: '/submit',
  submissionsPath: '/submissions',
};

/** Returns whether a path has no segments that could lead to a parent folder. */
export function isSafePath(path: string): boolean {
  return /^(?:\/[\w-][\w.-]{0,63}){1,8}$/.test(path);
}

export function pathsIn(fields: FieldReader): KattisPaths {
  const safePath = v.pipe(v.string(), v.check(isSafePath));
  const read = (field: keyof KattisPaths): string =>
    fields.read(field, v.optional(safePath, usualPaths[field]), usualPaths[field]);
  return {
    loginPath: read('loginPath'),
    submitPath: read('submitPath'),
    submissionsPath: read('submissionsPath'),
  };
}

/** Reads the problem in `/problems/hello` or `/contests/<contest>/problems/hello`. Null: the URL contains none. */
export function problemAt(baseUrl: string, address: string): ProblemName | null {
  const path = pathBelow(baseUrl, address)?.path ?? '';
  const [, contest = null, problemId] =
    /^(?:\/contests\/([\w-]{1,64}))?\/problems\/([\w.-]{1,100})(?:\/|$)/.exec(path) ?? [];
  return problemId === undefined ? null : { problemId, place: contest };
}
