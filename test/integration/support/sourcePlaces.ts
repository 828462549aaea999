import fs from 'node:fs';
import { SourceMap } from 'node:module';
import path from 'node:path';

/** Prefix of an inline source map at the end of a bundled file. */
const inlineMap = '//# sourceMappingURL=data:application/json;base64,';

/**
 * Replaces each position in a bundle with the position in its source, relative to `folder` if it is below. The extension
 * host formats stacks itself, so Node's own source maps don't apply.
 */
export function inSources(stack: string, folder: string): string {
  const maps = new Map<string, SourceMap | null>();
  const inSource = (place: string, name: string, line: string, column: string): string => {
    const file = path.resolve(folder, name.replace(/^file:\/\//, ''));
    let map = maps.get(file);
    if (map === undefined) maps.set(file, (map = mapIn(file)));
    const entry = map?.findEntry(Number(line) - 1, Number(column) - 1);
    if (!entry || !('originalSource' in entry)) return place;
    const source = path.resolve(path.dirname(file), entry.originalSource);
    return `${path.relative(folder, source)}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  };
  // The test's message is above the stack and may have lines of any length.
  const lines = stack.split('\n');
  return lines
    .map((text) => (/^\s+at /.test(text) ? text.replace(/([^\s()]+\.m?js):(\d+):(\d+)/, inSource) : text))
    .join('\n');
}

function mapIn(file: string): SourceMap | null {
  const text = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
  const at = text.lastIndexOf(inlineMap);
  if (at < 0) return null;
  const json = Buffer.from(text.slice(at + inlineMap.length).trim(), 'base64').toString();
  return new SourceMap(JSON.parse(json) as ConstructorParameters<typeof SourceMap>[0]);
}
