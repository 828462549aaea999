import type { KnownRecord } from './record';

/** Most UTF-16 units that are kept of a text, and what becomes of a longer one. */
export interface Bound {
  readonly most: number;
  readonly over: 'cut' | 'dropped';
}

/** A text that no service writes: this extension's or its user's, or of a form that is checked where it comes in. */
const own = 'own' as const;

type Bounds = { readonly [field: string]: Bound | Bounds | typeof own };

/** Is shown: its beginning says the most. */
const shown = (most: number): Bound => ({ most, over: 'cut' });
/** A service is asked with it: a part of it would mean something else. */
const sent = (most: number): Bound => ({ most, over: 'dropped' });

/** Every text of a record. All records are in memory, and the newest in the index, which each start reads. */
export const recordBounds = {
  service: own,
  requestId: own,
  // the tokens of a hundred samples
  hint: sent(16_384),
  rules: own,
  state: { reason: shown(1_000) },
  summary: { status: shown(64), cause: shown(64), trackId: shown(256) },
  label: shown(256),
  source: own,
  submission: { problemId: shown(256), title: shown(256), place: sent(1_024), language: shown(128) },
  judgedHash: own,
  folder: own,
} satisfies Bounds & { readonly [field in keyof KnownRecord]?: unknown };

/** The record with texts no longer than `recordBounds`; the very same where none is. */
export function bounded(record: KnownRecord): KnownRecord {
  return within(record, recordBounds) as KnownRecord;
}

function within(value: unknown, bound: Bounds[string]): unknown {
  if (bound === own) return value;
  if (isBound(bound)) return typeof value === 'string' ? kept(value, bound) : value;
  if (typeof value !== 'object' || value === null) return value;
  let whole = value as Readonly<Record<string, unknown>>;
  for (const [field, inner] of Object.entries(bound)) {
    const part = within(whole[field], inner);
    if (part !== whole[field]) whole = { ...whole, [field]: part };
  }
  return whole;
}

function isBound(bound: Bound | Bounds): bound is Bound {
  return typeof bound['most'] === 'number';
}

function kept(text: string, { most, over }: Bound): string | null {
  if (text.length <= most) return text;
  return over === 'cut' ? cut(text, most) : null;
}

/** Never ends with half a surrogate pair. */
function cut(text: string, most: number): string {
  const start = text.slice(0, most).replace(/[\ud800-\udbff]$/, '');
  // a copy: the slice alone would keep the whole text in memory
  return new TextDecoder().decode(new TextEncoder().encode(start));
}
