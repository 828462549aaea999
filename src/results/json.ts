import { MAX_ENTRIES } from './fieldReader';

/*
 * Limits for the structure of a JSON text, checked before it is parsed: parsing 60 MiB of `{},` takes half a minute and
 * more than 1 GB of memory. A record of 100,000 cases is well below these limits.
 */

/** Maximum number of objects and lists in a text. */
const MAX_CONTAINERS = 3 * MAX_ENTRIES;
/** Maximum number of values in a text, including objects and lists. */
const MAX_VALUES = 15 * MAX_ENTRIES;
/** Maximum number of different field names in a text. V8 takes as long for a new name as for a dozen values. */
const MAX_NAMES = MAX_ENTRIES;
/** Maximum length of texts that are parsed without a check, in characters: they always parse quickly. */
const UNCHECKED_LENGTH = 512 * 1024;

/** The result of parsing a text. */
export type ParsedJson =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'notJson' }
  /** The text exceeds a limit for its structure and wasn't parsed. */
  | { readonly kind: 'tooMany' };

/** Parses a JSON text unless it has too much structure. Never throws. */
export function parseJson(text: string): ParsedJson {
  if (text.length > UNCHECKED_LENGTH && !isStructureBounded(text)) return { kind: 'tooMany' };
  try {
    return { kind: 'json', value: JSON.parse(text) as unknown };
  } catch {
    return { kind: 'notJson' };
  }
}

/** Returns the value of a JSON text; undefined if the text isn't JSON or has too much structure. */
export function jsonIn(text: string): unknown {
  const parsed = parseJson(text);
  return parsed.kind === 'json' ? parsed.value : undefined;
}

/** Maximum length of a text inside of JSON that is parsed as JSON, in UTF-16 units. */
const MAX_CONTAINED_LENGTH = 4 * 1024 * 1024;

interface ContainedJson {
  readonly text: string;
  readonly value: unknown;
}

/**
 * The last text inside of JSON that was parsed. Several values are read from the same text one after the other. The
 * reference is weak, so that the text isn't kept in memory afterwards.
 */
let lastContained: WeakRef<ContainedJson> | null = null;

/**
 * Returns the object or the list in a text that is a value inside of JSON; undefined if the text contains neither, is
 * too long, or has too much structure.
 */
export function containerInText(text: string): unknown {
  if (text.length > MAX_CONTAINED_LENGTH || !/^\s{0,100}[[{]/.test(text)) return undefined;
  const known = lastContained?.deref();
  if (known?.text === text) return known.value;
  const contained: ContainedJson = { text, value: jsonIn(text) };
  lastContained = new WeakRef(contained);
  return contained.value;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPENING_BRACKET = 0x5b;
const OPENING_BRACE = 0x7b;

/** Counts the structure outside of strings. Runs in linear time and stops at the first limit that is exceeded. */
function isStructureBounded(text: string): boolean {
  const names = new DistinctNames();
  let containers = 0;
  let values = 1;
  // the last string, without its quotation marks
  let start = 0;
  let end = 0;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        start = at + 1;
        end = endOfString(text, start);
        // unterminated string: `JSON.parse` rejects the text
        if (end < 0) return true;
        at = end;
        break;
      case COLON:
        names.add(text, start, end);
        if (names.count > MAX_NAMES) return false;
        break;
      case OPENING_BRACKET:
      case OPENING_BRACE:
        containers += 1;
        values += 1;
        if (containers > MAX_CONTAINERS || values > MAX_VALUES) return false;
        break;
      case COMMA:
        values += 1;
        if (values > MAX_VALUES) return false;
        break;
    }
  }
  return true;
}

/** Returns the position of the closing quotation mark, or -1 if there is none. `start` is after the opening mark. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start); end >= 0; end = text.indexOf('"', end + 1)) {
    let before = end - 1;
    while (before >= start && text.charCodeAt(before) === BACKSLASH) before -= 1;
    if ((end - before) % 2 === 1) return end;
  }
  return -1;
}

/** Random in each process, so that a judge can't choose field names with equal hashes. */
const multiplier = (Math.floor(Math.random() * 0x1_0000_0000) | 1) >>> 0;
const HASH_BITS = 21;

/**
 * Counts different names by setting one bit for each hash. If there are many names, the count is a few percent too low.
 */
class DistinctNames {
  private readonly seen = new Uint32Array(1 << (HASH_BITS - 5));
  count = 0;

  add(text: string, start: number, end: number): void {
    let hash = end - start;
    for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), multiplier);
    const index = Math.imul(hash ^ (hash >>> 15), multiplier) >>> (32 - HASH_BITS);
    const bit = 1 << (index & 31);
    const word = this.seen[index >>> 5] ?? 0;
    if (word & bit) return;
    this.seen[index >>> 5] = word | bit;
    this.count += 1;
  }
}
