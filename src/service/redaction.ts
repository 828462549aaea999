import { toBase64 } from '../base/base64';
import { jsonIn } from '../judge';
import { plainLines } from '../judge/text';

const mark = '•••';
/** shorter ones are part of ordinary words, and no secret to anybody */
const shortestSecret = 6;
/** a text may quote JSON that has JSON in a string, in which characters of HTML or an address are escaped */
const deepestEscaping = 3;

/** Takes every secret that this window has seen out of what is shown or handed on. */
export class Redaction {
  private readonly secrets = new Set<string>();
  /** as texts hold them where nothing is escaped */
  private forms: readonly string[] = [];

  /** @param secret for `basic`: `user:password` */
  add(secret: string): void {
    if (this.secrets.has(secret)) return;
    this.secrets.add(secret);
    this.forms = [...new Set([...this.secrets].flatMap(formsOf))].filter(
      ({ length }) => length >= shortestSecret,
    );
  }

  /** A text without any secret, in whatever form a service repeats it. */
  text(text: string): string {
    let redacted = '';
    let end = 0;
    for (const span of this.spansIn(text, deepestEscaping)) {
      redacted += text.slice(end, span.start) + mark;
      end = span.end;
    }
    return redacted + text.slice(end);
  }

  /**
   * JSON without any secret in its texts and keys. It stays JSON: numbers are left as they are, and so is a text without
   * a secret. What isn't JSON is a text.
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
   * The same value for what cleans its texts before it shows them, without any secret in them. They are cleaned here
   * already: what can't be seen may stand between the characters of a secret, and cleaning may take its first one
   * away with the escape sequence before it. The names of its fields stay.
   */
  value<Value>(value: Value): Value;
  value(value: unknown): unknown {
    if (typeof value === 'string') return this.text(plainLines(this.text(value)));
    if (Array.isArray(value)) return value.map((one: unknown) => this.value(one));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, one]: [string, unknown]) => [name, this.value(one)]),
    );
  }

  /** Where secrets stand, in order and apart: as they are, or escaped up to `depth` times. */
  private spansIn(text: string, depth: number): readonly Span[] {
    let spans = this.forms.flatMap((form) => placesOf(form, text));
    for (const escaping of depth > 0 ? escapings : []) {
      const read = text.includes(escaping.sign) ? text.replace(escaping.pattern, escaping.meaning) : text;
      if (read !== text) spans = spans.concat(inSource(this.spansIn(read, depth - 1), text, escaping));
    }
    return joined(spans);
  }
}

/** Base 64 without padding, which not everybody writes, in its own alphabet and that of addresses. */
function formsOf(secret: string): string[] {
  const password = secret.slice(secret.indexOf(':') + 1);
  return [secret, password].flatMap((one) => {
    const base64 = toBase64(one);
    const unpadded = base64.replace(/=+$/, '');
    return [
      one,
      plainLines(one),
      // in a form that is sent
      one.replaceAll(' ', '+'),
      base64,
      unpadded,
      unpadded.replaceAll('+', '-').replaceAll('/', '_'),
    ];
  });
}

function placesOf(form: string, text: string): Span[] {
  const places: Span[] = [];
  for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + form.length))
    places.push({ start: at, end: at + form.length });
  return places;
}

/** From `start` to before `end`, in UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A way in which characters of a text are written otherwise. */
export interface Escaping {
  /** begins each escape */
  readonly sign: string;
  readonly pattern: RegExp;
  /** what an escape stands for: one character at least */
  readonly meaning: (escape: string) => string;
}

const controls: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/** JSON’s, and what other languages write in their strings. */
const backslash: Escaping = {
  sign: '\\',
  pattern: /\\(?:u[\da-f]{4}|x[\da-f]{2}|[^])/gi,
  meaning: (escape) =>
    escape.length > 2
      ? String.fromCharCode(Number.parseInt(escape.slice(2), 16))
      : (controls[escape.slice(1)] ?? escape.slice(1)),
};

const decoder = new TextDecoder();

/** An address’s: a character’s bytes in UTF-8. */
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

/** Where spans of what `text` means stand in `text` itself. They come in order and apart; an escape is never divided. */
function inSource(spans: readonly Span[], text: string, { pattern, meaning }: Escaping): readonly Span[] {
  if (spans.length === 0) return spans;
  const escapes = text.matchAll(pattern);
  let next = escapes.next();
  /** how much longer the text is than what it means, up to the next escape */
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

/** In order, and one span instead of those that overlap. */
function joined(spans: readonly Span[]): readonly Span[] {
  const apart: Span[] = [];
  for (const span of spans.toSorted((one, other) => one.start - other.start)) {
    const last = apart.at(-1);
    if (last && span.start < last.end)
      apart[apart.length - 1] = { start: last.start, end: Math.max(last.end, span.end) };
    else apart.push(span);
  }
  return apart;
}
