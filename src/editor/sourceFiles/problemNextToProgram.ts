import { MAX_URL_LENGTH } from './limits';

/** A problem that another extension stores next to the program that solves it. */
export interface KeptProblem {
  /** URL of the problem; null: a problem that the user created, or an unknown format */
  readonly url: string | null;
  /** URI path of the file that contains the problem */
  readonly keptIn: string;
  /** path or name of the program; null: unknown */
  readonly program: string | null;
}

/**
 * Returns the URI path of a stored problem's program, derived from the location of its file, which is still correct
 * after the folder was moved. Null: it is stored elsewhere.
 */
export function programBeside({ keptIn }: Pick<KeptProblem, 'keptIn'>): string | null {
  const cph = /^(.*)\/\.cph\/\.?([^/]+)_[0-9a-f]{32}\.prob$/.exec(keptIn);
  const [, folder = '', name = ''] = cph ?? /^(.*)\/\.cph-ng\/(.+)\.bin$/.exec(keptIn) ?? [];
  return name === '' ? null : `${folder}/${name}`;
}

/** Returns the URL of a problem's page. Null: the stored text is none. */
export function pageAt(url: string | null | undefined): string | null {
  return url && url.length <= MAX_URL_LENGTH && /^https?:\/\//i.test(url) ? url : null;
}
