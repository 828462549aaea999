import { isObject } from '../../results';
import { bytesToBase64, fromBase64 } from '../../base/base64';
import type { SharedJudge, SharedProblem } from './checkShared';
import { MAX_LINK_LENGTH, MAX_SHARED_BYTES } from './limits';

/** The judge in a link or a file. Its fields aren't checked yet. */
export type ReadShared =
  | { readonly ok: true; readonly shared: SharedJudge }
  | { readonly ok: false; readonly problem: SharedProblem };

/** Parameter that contains a whole description: base64url of its JSON. */
const CONFIG = 'config';

/** Parameter that VS Code adds to links. */
const WINDOW = 'windowId';

/**
 * Creates the link that adds a judge. Null: it would be too long. `base`: the link without its path, for example
 * `vscode://judge-results.judge-results`. If all fields are simple texts, each becomes a parameter:
 * `add?type=hydro&url=…&name=…`. If not, one parameter contains all fields: `add?config=<base64url of their JSON>`. Any
 * field may be in a link. `checkShared` decides which are accepted.
 */
export function linkTo(base: string, { name, entry }: SharedJudge): string | null {
  const fields = { ...(name === null ? {} : { name }), ...entry };
  const query = queryOf(fields) ?? `${CONFIG}=${toBase64Url(JSON.stringify(fields))}`;
  const link = `${base}/add?${query}`;
  return link.length > MAX_LINK_LENGTH ? null : link;
}

/**
 * Returns a query with one parameter for each field. Null: a value isn't a text, or is ambiguous in the query that VS Code
 * has decoded.
 */
function queryOf(fields: Readonly<Record<string, unknown>>): string | null {
  const parts: string[] = [];
  for (const [field, value] of Object.entries(fields)) {
    const text = field === 'contest' && typeof value === 'number' ? String(value) : value;
    if (field === CONFIG || field === WINDOW || typeof text !== 'string' || /[&%+#]/.test(text)) return null;
    parts.push(`${field}=${encodeURIComponent(text)}`);
  }
  return parts.join('&');
}

export function fileText({ name, entry }: SharedJudge): string {
  return `${JSON.stringify({ ...(name === null ? {} : { name }), ...entry }, null, 2)}\n`;
}

/** Parses the query of a link, which VS Code has decoded. */
export function readSharedQuery(query: string): ReadShared {
  if (query.length > MAX_SHARED_BYTES) return { ok: false, problem: { kind: 'tooLarge' } };
  const values = new Map<string, string>();
  for (const part of query.split('&')) {
    const [, name = '', value = ''] = /^([^=]*)=(.*)$/s.exec(part) ?? [];
    if (name === '' || name === WINDOW) continue;
    // two values are an attempt to deceive
    if (values.has(name)) return { ok: false, problem: { kind: 'notADescription' } };
    values.set(name, value);
  }
  const config = values.get(CONFIG);
  if (config === undefined) return sharedIn(Object.fromEntries(values));
  if (values.size > 1) return { ok: false, problem: { kind: 'notADescription' } };
  const text = fromBase64Url(config);
  return text === null ? { ok: false, problem: { kind: 'notJson' } } : readSharedText(text);
}

/** Parses the text of a file: the fields of the judge's entry in the settings, and its name. */
export function readSharedText(text: string): ReadShared {
  if (text.length > MAX_SHARED_BYTES) return { ok: false, problem: { kind: 'tooLarge' } };
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return { ok: false, problem: { kind: 'notJson' } };
  }
  return sharedIn(json);
}

function sharedIn(json: unknown): ReadShared {
  if (!isObject(json)) return { ok: false, problem: { kind: 'notADescription' } };
  const { name = null, ...entry } = json;
  if (name !== null && typeof name !== 'string') {
    const fault = { kind: 'expected', expected: 'text' } as const;
    return { ok: false, problem: { kind: 'field', at: 'name', fault } };
  }
  return { ok: true, shared: { name: name === '' ? null : name, entry } };
}

function toBase64Url(text: string): string {
  return bytesToBase64(new TextEncoder().encode(text))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/={1,2}$/, '');
}

function fromBase64Url(text: string): string | null {
  const padding = '='.repeat((4 - (text.length % 4)) % 4);
  return fromBase64(text.replaceAll('-', '+').replaceAll('_', '/') + padding);
}
