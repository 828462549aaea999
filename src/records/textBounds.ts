import type { KnownRecord } from './record';

/** Maximum length of a stored text, in UTF-16 units, and the handling of a longer one. */
export interface Bound {
  readonly most: number;
  readonly over: 'cut' | 'dropped';
}

/** No length limit: the text is written by this extension or its user, or validated on input. */
const unlimited = 'unlimited' as const;

type Bounds = { readonly [field: string]: Bound | Bounds | typeof unlimited };

/** For text that is only displayed: a longer text is cut. */
const displayed = (most: number): Bound => ({ most, over: 'cut' });
/** For text that is sent in requests: a longer text is dropped, because a part of it would have a different meaning. */
const requested = (most: number): Bound => ({ most, over: 'dropped' });

/** Limits of every text of a record. All records are in memory, and each start reads the newest ones from the index. */
export const recordBounds = {
  service: unlimited,
  requestId: unlimited,
  // Room for the tokens of a hundred samples.
  hint: requested(16_384),
  rules: unlimited,
  // `before` contains request IDs, which the adapters validate.
  state: { reason: displayed(1_000), before: unlimited },
  summary: { status: displayed(64), cause: displayed(64), trackId: displayed(256), first: unlimited },
  label: displayed(256),
  note: displayed(1_000),
  source: unlimited,
  submission: {
    problemId: displayed(256),
    title: displayed(256),
    letter: displayed(64),
    place: requested(1_024),
    language: displayed(128),
    languageName: displayed(128),
    contest: { title: displayed(256), id: unlimited, warning: displayed(1_000) },
    user: displayed(128),
  },
  judgedHash: unlimited,
  folder: unlimited,
} satisfies Bounds & { readonly [field in keyof KnownRecord]?: unknown };

/** Returns the record with texts within `recordBounds`, or the same object if all texts are. */
export function bounded(record: KnownRecord): KnownRecord {
  return within(record, recordBounds) as KnownRecord;
}

function within(value: unknown, bound: Bounds[string]): unknown {
  if (bound === unlimited) return value;
  if (isBound(bound)) return typeof value === 'string' ? withinLimit(value, bound) : value;
  if (typeof value !== 'object' || value === null) return value;
  let result = value as Readonly<Record<string, unknown>>;
  for (const [field, inner] of Object.entries(bound)) {
    const part = within(result[field], inner);
    if (part !== result[field]) result = { ...result, [field]: part };
  }
  return result;
}

function isBound(bound: Bound | Bounds): bound is Bound {
  return typeof bound['most'] === 'number';
}

function withinLimit(text: string, { most, over }: Bound): string | null {
  if (text.length <= most) return text;
  return over === 'cut' ? cut(text, most) : null;
}

/** Returns the first `most` UTF-16 units, without half a surrogate pair at the end. */
function cut(text: string, most: number): string {
  const start = text.slice(0, most).replace(/[\ud800-\udbff]$/, '');
  // Copies the text, because a slice would keep the long text in memory.
  return new TextDecoder().decode(new TextEncoder().encode(start));
}
