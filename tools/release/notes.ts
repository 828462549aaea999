/**
 * Returns the changelog section of the version that a tag releases. Throws if the tag isn't a version, doesn't match
 * the manifest, or has no dated section in the changelog. The messages are meant for the person who created the tag.
 */
export function releaseNotes(tag: string, version: string, changelog: string): string {
  if (!/^\d+\.\d+\.\d+$/.test(version))
    throw new Error(`The version “${version}” in package.json isn't a release version.`);
  if (tag !== `v${version}`)
    throw new Error(`The tag “${tag}” doesn't match version ${version} in package.json.`);
  const sections = changelog.split(/^(?=## )/m);
  const section = sections.find((it) => it.startsWith(`## [${version}]`));
  if (section === undefined) throw new Error(`CHANGELOG.md has no section “## [${version}] - <date>”.`);
  const [heading = '', ...lines] = section.split('\n');
  if (!/^## \[[^\]]+\] - \d{4}-\d{2}-\d{2}$/.test(heading.trimEnd())) {
    throw new Error(`CHANGELOG.md has no release date for ${version}: “${heading}”.`);
  }
  const notes = withoutLinks(lines.join('\n')).trim();
  if (notes === '') throw new Error(`The section for ${version} in CHANGELOG.md is empty.`);
  const unreleased = sections.find((it) => it.startsWith('## [Unreleased]'));
  if (unreleased && withoutLinks(unreleased.slice(unreleased.indexOf('\n'))).trim() !== '') {
    throw new Error('CHANGELOG.md still has entries under “Unreleased”.');
  }
  return `${notes}\n`;
}

/** Removes the link definitions at the end of a changelog. */
function withoutLinks(text: string): string {
  return text.replaceAll(/^\[[^\]]+\]: .*$/gm, '');
}

/**
 * Returns whether a version belongs to the pre-release channel: its minor version is odd, as VS Code's documentation
 * recommends.
 */
export function isPreRelease(version: string): boolean {
  return Number(version.split('.')[1]) % 2 === 1;
}
