import { toBase64 } from '../base/base64';
import { jsonIn } from '../judge';
import { plainLines } from '../judge/text';
import { escapings, inSource, joined, type Span } from './escapings';

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
   * already: what can't be seen may stand between the characters of a secret. The names of its fields stay.
   */
  value<Value>(value: Value): Value;
  value(value: unknown): unknown {
    if (typeof value === 'string') return this.text(plainLines(value));
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
