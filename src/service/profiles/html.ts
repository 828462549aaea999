const entities: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  '#39': "'",
  '#039': "'",
  nbsp: ' ',
  amp: '&',
};

/** Decodes the entities of HTML text without tags. */
export function plainOf(html: string): string {
  return html.replace(/&(#?\w{2,5});/g, (whole, name: string) => entities[name] ?? whole);
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
