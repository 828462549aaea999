// The section of docs/development/benchmarks.md about the soak: `npm run soak -- --write` writes it, and `npm run bench` leaves it as it is.

const heading = '## Soak';

/** Returns the section, which is the last one of the page; empty if there is none. */
export function soakSectionIn(page: string): string {
  const at = page.indexOf(`\n${heading}\n`);
  return at < 0 ? '' : page.slice(at).trim();
}

/** Returns the page with this section instead of its own. `section`: empty for none. */
export function withSoakSection(page: string, section: string): string {
  const at = page.indexOf(`\n${heading}\n`);
  const others = (at < 0 ? page : page.slice(0, at)).trimEnd();
  return [others, section].filter((one) => one !== '').join('\n\n') + '\n';
}

/** Returns a section of this text and table. */
export function soakSection(text: string, table: string): string {
  return [heading, text, table].join('\n\n');
}
