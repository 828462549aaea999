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
  meaning: (escape) => {
    const bytes = escape
      .slice(1)
      .split('%', 4)
      .map((byte) => Number.parseInt(byte, 16));
    const [first = 0] = bytes;
    return bytes.length === 1 ? String.fromCharCode(first) : decoder.decode(Uint8Array.from(bytes));
  },
};

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

export const escapings: readonly Escaping[] = [backslash, percent, html];

/** Where spans of what `text` means stand in `text` itself. They come in order and apart; an escape is never divided. */
export function inSource(
  spans: readonly Span[],
  text: string,
  { pattern, meaning }: Escaping,
): readonly Span[] {
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
export function joined(spans: readonly Span[]): readonly Span[] {
  const apart: Span[] = [];
  for (const span of spans.toSorted((one, other) => one.start - other.start)) {
    const last = apart.at(-1);
    if (last && span.start < last.end)
      apart[apart.length - 1] = { start: last.start, end: Math.max(last.end, span.end) };
    else apart.push(span);
  }
  return apart;
}
