/** Sections that tell how to work on the extension: people who install it get the README without them. */
const forDevelopers: ReadonlySet<string> = new Set([
  'Try it',
  'How results are kept',
  'Architecture',
  'Why each package is there',
]);

/** The README as it ships: for those who use the extension, with pictures and links only where files have a public place. */
export function shippedReadme(text: string, hasPlace: boolean): string {
  const [head = '', ...sections] = text.split(/^(?=## )/m);
  const unknown = [...forDevelopers].filter(
    (title) => !sections.some((section) => titleOf(section) === title),
  );
  if (unknown.length > 0) throw new Error(`the README has no section «${unknown.join('», «')}»`);
  const kept = [head, ...sections.filter((section) => !forDevelopers.has(titleOf(section)))].join('');
  if (hasPlace) return kept;
  return kept
    .replaceAll(/^(!\[.*|<picture>[^]*?<\/picture>)\n+/gm, '')
    .replaceAll(/\[([^\]]+)\]\((?!https?:|#)[^)]+\)/g, '$1');
}

function titleOf(section: string): string {
  return section.slice('## '.length, section.indexOf('\n'));
}
