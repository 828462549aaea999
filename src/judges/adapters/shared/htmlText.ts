const entities: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  amp: '&',
};

/** Decodes the entities of HTML text without tags. Unknown entities are kept. */
export function plainOf(html: string): string {
  return html.replace(
    /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([a-z]{2,4}));/g,
    (whole, decimal: string | undefined, hexadecimal: string | undefined, name: string = '') => {
      if (decimal !== undefined) return characterOf(Number(decimal)) ?? whole;
      if (hexadecimal !== undefined) return characterOf(Number.parseInt(hexadecimal, 16)) ?? whole;
      return Object.hasOwn(entities, name) ? (entities[name] ?? whole) : whole;
    },
  );
}

function characterOf(codePoint: number): string | null {
  const isSurrogate = codePoint >= 0xd800 && codePoint <= 0xdfff;
  return codePoint === 0 || isSurrogate || codePoint > 0x10ffff ? null : String.fromCodePoint(codePoint);
}

/** Returns the text of the first `<pre>`. Null: absent or empty. */
export function firstBlock(html: string): string | null {
  const start = html.indexOf('<pre');
  const open = start < 0 ? -1 : html.indexOf('>', start);
  const end = open < 0 ? -1 : html.indexOf('</pre>', open);
  return end < 0 ? null : plainOf(html.slice(open + 1, end)) || null;
}

/** Returns the text of a short page in one line. */
export function lineOf(html: string): string {
  return html
    .slice(0, 2_000)
    .replace(/<[^<>]{0,100}>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
