import { plainLines } from '../judge/text';
import { toBase64 } from '../base/base64';

const mark = '•••';
/** shorter ones are part of ordinary words, and no secret to anybody */
const shortestSecret = 6;

/** Takes every secret that this window has seen out of what is shown or handed on. */
export class Redaction {
  private readonly secrets = new Set<string>();
  /** as texts hold them, longest first: a password is a part of what is sent with the user's name */
  private forms: readonly string[] = [];
  /** in a JSON text: a secret or any other escape */
  private inJson: RegExp | null = null;

  /** @param secret for `basic`: `user:password` */
  add(secret: string): void {
    if (this.secrets.has(secret)) return;
    this.secrets.add(secret);
    this.forms = [...new Set([...this.secrets].flatMap(formsOf))]
      .filter(({ length }) => length >= shortestSecret)
      .sort((a, b) => b.length - a.length);
    const alternatives = this.forms.map((form) => quoted(escaped(form))).join('|');
    // other escapes are passed over as a whole: the `n` of a line break begins no secret
    this.inJson = alternatives === '' ? null : new RegExp(`(${alternatives})|\\\\[^]`, 'g');
  }

  /** A text without any secret, in whatever form a service repeats it. */
  text(text: string): string {
    const redacted = this.forms.reduce((rest, form) => rest.replaceAll(form, mark), text);
    // it may quote JSON
    return this.json(redacted);
  }

  /**
   * JSON without any secret in its texts and keys, also where characters are written as escapes (`p\u0026ssw0rd`). It
   * stays JSON; where it holds no secret it stays as it is.
   */
  json(json: string): string {
    if (!this.inJson) return json;
    const shortest = /\\[u/]/.test(json) ? json.replace(jsonEscape, shortestEscape) : json;
    if (!this.forms.some((form) => shortest.includes(escaped(form)))) return json;
    const redacted = shortest.replace(this.inJson, (whole, secret?: string) =>
      secret === undefined ? whole : mark,
    );
    return redacted === shortest ? json : redacted;
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
}

/** Base 64 without padding, which not everybody writes. */
function formsOf(secret: string): string[] {
  const password = secret.slice(secret.indexOf(':') + 1);
  const encoded = [secret, password].map((one) => encodeURIComponent(one.toWellFormed()));
  return [
    secret,
    password,
    ...encoded,
    escaped(secret),
    escaped(password),
    toBase64(secret).replace(/=+$/, ''),
  ];
}

/** A pair of surrogates, one UTF-16 unit, or any other escape. */
const jsonEscape = /\\(?:u(d[89ab][\da-f]{2})\\u(d[c-f][\da-f]{2})|u([\da-f]{4})|[^])/gi;

/** An escape as `JSON.stringify` writes its character: most of them as themselves. */
function shortestEscape(escape: string, high?: string, low?: string, unit?: string): string {
  if (escape === '\\/') return '/';
  const units = [high, low, unit].filter((one) => one !== undefined);
  if (units.length === 0) return escape;
  return escaped(String.fromCharCode(...units.map((one) => Number.parseInt(one, 16))));
}

function escaped(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function quoted(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
