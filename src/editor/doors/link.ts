import { isRequestId } from '../../service';

/** What a link asks for, or what is wrong with it. */
export type FetchLink =
  /** `file`: a path relative to a folder of the workspace; null: none was named */
  | {
      readonly kind: 'fetch';
      readonly requestId: string;
      readonly file: string | null;
      /** the name of one of the user's services; null: the one in use */
      readonly service: string | null;
    }
  | { readonly kind: 'noRequestId' }
  /** an absolute path, or one that leads out of the workspace */
  | { readonly kind: 'fileOutside'; readonly file: string };

/**
 * Reads path and query of a link (both decoded, as VS Code hands them over). What is meant is
 * `/fetch?id=<1 to 128 of A-Z a-z 0-9 _ ->[&file=<relative path>][&service=<name>]`.
 */
export function readLink(path: string, query: string): FetchLink {
  if (path !== '/fetch' || query.length > 2048) return { kind: 'noRequestId' };
  const values = new Map<string, string>();
  for (const part of query.split('&')) {
    const [, name, value] = /^([^=]*)=(.*)$/s.exec(part) ?? [];
    if (name === undefined || value === undefined) continue;
    if (values.has(name)) return { kind: 'noRequestId' }; // two IDs: whoever wrote that means to mislead somebody
    values.set(name, value);
  }
  const requestId = values.get('id') ?? '';
  const file = values.get('file') ?? null;
  if (!isRequestId(requestId)) return { kind: 'noRequestId' };
  if (file !== null && !isRelativePath(file)) return { kind: 'fileOutside', file };
  return { kind: 'fetch', requestId, file, service: values.get('service') ?? null };
}

/** Neither absolute nor leading out, on any system. */
function isRelativePath(path: string): boolean {
  if (path === '' || /[\0-\x1f\x7f]/.test(path) || /^[\\/]|^[a-z]:/i.test(path)) return false;
  return !path.split(/[\\/]/).includes('..');
}

/** Runs what it is given unless the one before is still under way; then the answer is false, and it is dropped. */
export function oneAtATime(): (work: () => Promise<void>) => Promise<boolean> {
  let isBusy = false;
  return async (work) => {
    if (isBusy) return false;
    isBusy = true;
    try {
      await work();
      return true;
    } finally {
      isBusy = false;
    }
  };
}
