import { toBase64 } from '../../base/base64';
import { jsonIn, plainLines } from '../../results/withoutDecoder';

const mark = '•••';
/** shorter secrets would also match parts of ordinary words */
const shortestSecret = 6;
/** a text that contains a secret of this length does so on purpose */
const shortestUnmistakable = 16;
/** maximum depth of nested escapes: a text can quote JSON that contains JSON, with HTML or URL escapes inside */
const deepestEscaping = 3;

/** The saved secrets, of which a window has used only some. */
export interface SavedSecrets {
  /** Adds all saved secrets to the redaction. Never rejects. */
  hideAll(): Promise<void>;
}

/** Removes the user's secrets from texts that are shown or passed on. */
export class Redaction {
  private readonly secrets = new Set<string>();
  /** all unescaped forms of the secrets */
  private forms: readonly string[] = [];
  private completion: Promise<void> | null = null;
  private hasAll: boolean;

  /** `saved`: null if only the added secrets are needed */
  constructor(private readonly saved: SavedSecrets | null = null) {
    this.hasAll = saved === null;
  }

  /** Whether `complete` has finished since the last change of the saved secrets. */
  get isComplete(): boolean {
    return this.hasAll;
  }

  /**
   * Resolves when all saved secrets are known. They are read at the first call and after a change. Await it before a text
   * is stored, exported, or passed on. Never rejects.
   */
  complete(): Promise<void> {
    if (!this.saved) return Promise.resolve();
    if (this.completion) return this.completion;
    const completion = this.saved.hideAll().then(() => {
      if (this.completion === completion) this.hasAll = true;
    });
    this.completion = completion;
    return completion;
  }

  /** Notes that the saved secrets have changed, so that the next `complete` reads them again. */
  forgetCompletion(): void {
    this.completion = null;
    this.hasAll = this.saved === null;
  }

  /** @param secret for `basic`: `user:password` */
  add(secret: string): void {
    if (this.secrets.has(secret)) return;
    this.secrets.add(secret);
    this.forms = [...new Set([...this.secrets].flatMap(formsOf))].filter(
      ({ length }) => length >= shortestSecret,
    );
  }

  /** Replaces every secret in a text, however a judge escaped it. */
  text(text: string): string {
    if (this.forms.length === 0) return text;
    let redacted = '';
    let end = 0;
    for (const span of this.spansIn(text, deepestEscaping)) {
      redacted += text.slice(end, span.start) + mark;
      end = span.end;
    }
    return redacted + text.slice(end);
  }

  /**
   * Replaces the secrets in the strings and keys of JSON. The result is still JSON. Leaves numbers and strings without
   * a secret unchanged. Treats invalid JSON as plain text.
   */
  json(json: string): string {
    if (this.forms.length === 0) return json;
    if (jsonIn(json) === undefined) return this.text(json);
    let redacted = '';
    let end = 0;
    let start: number | null = null;
    for (const { 0: sign, index } of json.matchAll(/\\[^]|"/g)) {
      if (sign !== '"') continue;
      if (start === null) {
        start = index;
        continue;
      }
      const text = JSON.parse(json.slice(start, index + 1)) as string;
      const clean = this.text(text);
      if (clean !== text) {
        redacted += json.slice(end, start) + JSON.stringify(clean);
        end = index + 1;
      }
      start = null;
    }
    return redacted + json.slice(end);
  }

  /**
   * Replaces the secrets in all strings of a value, except in field names. Also sanitizes the strings, although the UI
   * does so again: a secret that contains invisible characters or begins inside an escape sequence can only be found
   * after sanitizing.
   */
  value<Value>(value: Value): Value;
  value(value: unknown): unknown {
    if (typeof value === 'string') return this.text(plainLines(this.text(value)));
    if (Array.isArray(value)) return value.map((item: unknown) => this.value(item));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, item]: [string, unknown]) => [name, this.value(item)]),
    );
  }

  /**
   * Resolves to whether a text contains a secret, even one that this window never used. If the text is JSON, also finds
   * secrets in its strings that are escaped there. Never rejects.
   */
  async isIn(text: string): Promise<boolean> {
    await this.complete();
    if (this.forms.length === 0) return false;
    // One search in all strings together takes a small part of the time of one search in each.
    const searched = stringsIn(jsonIn(text) ?? text).join('\n');
    return this.spansIn(searched, deepestEscaping).length > 0;
  }

  /**
   * Returns whether a text that would be used as an ID is a secret of any length, or contains a long one. IDs can contain
   * a short password by chance.
   */
  isSecret(text: string): boolean {
    const searched = text.trim().toLowerCase();
    if (searched === '') return false;
    return [...this.secrets].flatMap(partsOf).some((part) => {
      const secret = part.toLowerCase();
      return searched === secret || (secret.length >= shortestUnmistakable && searched.includes(secret));
    });
  }

  /** Finds the secrets in a text, plain or escaped up to `depth` times. Returns sorted spans that don't overlap. */
  private spansIn(text: string, depth: number): readonly Span[] {
    let spans = this.forms.flatMap((form) => placesOf(form, text));
    for (const escaping of depth > 0 ? escapings : []) {
      const read = text.includes(escaping.sign) ? text.replace(escaping.pattern, escaping.meaning) : text;
      if (read !== text) spans = spans.concat(inSource(this.spansIn(read, depth - 1), text, escaping));
    }
    return joined(spans);
  }
}

/** Returns all strings in a value, and the sanitized form of each one that contains unusual characters. */
function stringsIn(value: unknown, strings: string[] = []): readonly string[] {
  if (typeof value === 'string') {
    strings.push(value);
    if (/[^\n -~]/.test(value)) strings.push(plainLines(value));
  } else if (typeof value === 'object' && value !== null) {
    for (const item of Object.values(value)) stringsIn(item, strings);
  }
  return strings;
}

/** Returns the forms in which a secret can appear. Base64 may lack the padding, or use the URL alphabet. */
function formsOf(secret: string): string[] {
  const password = secret.slice(secret.indexOf(':') + 1);
  return [secret, password].flatMap((text) => {
    const base64 = toBase64(text);
    const unpadded = base64.replace(/=+$/, '');
    return [
      text,
      plainLines(text),
      // encoded as a form
      text.replaceAll(' ', '+'),
      base64,
      unpadded,
      unpadded.replaceAll('+', '-').replaceAll('/', '_'),
    ];
  });
}

/** Returns a secret, the password after its colon, and a long key before it. Short texts there are user names. */
function partsOf(secret: string): readonly string[] {
  const colon = secret.indexOf(':');
  if (colon < 0) return [secret];
  const key = secret.slice(0, colon);
  return [secret, secret.slice(colon + 1), ...(key.length >= shortestUnmistakable ? [key] : [])];
}

function placesOf(form: string, text: string): Span[] {
  const places: Span[] = [];
  for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + form.length))
    places.push({ start: at, end: at + form.length });
  return places;
}

/** From `start` (inclusive) to `end` (exclusive), UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A way to escape characters in a text. */
export interface Escaping {
  /** first character of each escape */
  readonly sign: string;
  readonly pattern: RegExp;
  /** returns the decoded text, at least one character */
  readonly meaning: (escape: string) => string;
}

const controls: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/** Escapes in strings of JSON and many other languages. */
const backslash: Escaping = {
  sign: '\\',
  pattern: /\\(?:u[\da-f]{4}|x[\da-f]{2}|[^])/gi,
  meaning: (escape) =>
    escape.length > 2
      ? String.fromCharCode(Number.parseInt(escape.slice(2), 16))
      : (controls[escape.slice(1)] ?? escape.slice(1)),
};

const decoder = new TextDecoder();

/** Escapes in URLs: the UTF-8 bytes of a character. */
const percent: Escaping = {
  sign: '%',
  pattern:
    /%(?:[0-7][\da-f]|[cd][\da-f]%[89ab][\da-f]|e[\da-f](?:%[89ab][\da-f]){2}|f[0-7](?:%[89ab][\da-f]){3})/gi,
  meaning: (escape) =>
    escape.length === 3
      ? String.fromCharCode(byteOf(escape.slice(1)))
      : decoder.decode(Uint8Array.from(escape.slice(1).split('%', 4), byteOf)),
};

function byteOf(hex: string): number {
  return Number.parseInt(hex, 16);
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const html: Escaping = {
  sign: '&',
  pattern: /&(?:#\d{1,7}|#x[\da-f]{1,6}|amp|lt|gt|quot|apos);/gi,
  meaning: (escape) => {
    const name = escape.slice(1, -1).toLowerCase();
    const entity = entities[name];
    if (entity !== undefined) return entity;
    const point = name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return point <= 0x10ffff ? String.fromCodePoint(point) : escape;
  },
};

const escapings: readonly Escaping[] = [backslash, percent, html];

/** Maps spans of the decoded text back to `text`. They stay sorted and never overlap or split an escape. */
function inSource(spans: readonly Span[], text: string, { pattern, meaning }: Escaping): readonly Span[] {
  if (spans.length === 0) return spans;
  const escapes = text.matchAll(pattern);
  let next = escapes.next();
  /** how much longer the escaped text is than the decoded one, up to the next escape */
  let excess = 0;
  const source = (at: number, isEnd: boolean): number => {
    while (!next.done) {
      const { 0: escape, index } = next.value;
      const start = index - excess;
      const end = start + meaning(escape).length;
      if (at <= start) break;
      if (at < end) return isEnd ? index + escape.length : index;
      excess += escape.length - (end - start);
      next = escapes.next();
    }
    return at + excess;
  };
  return spans.map(({ start, end }) => ({ start: source(start, false), end: source(end, true) }));
}

/** Sorts the spans and merges those that overlap. */
function joined(spans: readonly Span[]): readonly Span[] {
  const apart: Span[] = [];
  for (const span of spans.toSorted((first, other) => first.start - other.start)) {
    const last = apart.at(-1);
    if (last && span.start < last.end)
      apart[apart.length - 1] = { start: last.start, end: Math.max(last.end, span.end) };
    else apart.push(span);
  }
  return apart;
}
