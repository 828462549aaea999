// npx tsx test/unit/records/formatFixtures.ts: writes the fixtures of the format that this version writes, from those of the
// one before it. To be run once for each format; by hand they get what only that format can say.
import fs from 'node:fs';
import path from 'node:path';
import { currentFormat } from '../../../src/records/disk/document';
import type { ReadDocument } from '../../../src/records/disk/document';
import {
  decodeIndex,
  decodeRecord,
  encodeIndex,
  encodeRecord,
  recordDocument,
} from '../../../src/records/disk/format';

/** A history as a version has left it, for each format that there ever was; `schema.json`: all that it may say. */
export const fixturesOf = (format: number): string =>
  path.join(__dirname, '../../fixtures/records', `format-${format}`);

/** All that a file of this version may say, as JSON. */
export function schemas(): unknown {
  const isNoise = (name: string, value: unknown): boolean =>
    ['async', 'message', '~standard', 'reference', 'expects'].includes(name) ||
    (name === 'kind' && typeof value === 'string');
  const text = JSON.stringify({ record: recordDocument }, (name, value: unknown) =>
    value instanceof RegExp ? String(value) : isNoise(name, value) ? undefined : value,
  );
  return JSON.parse(text);
}

/** A document read and written again by this version. */
export function rewritten(name: string, text: string): string {
  if (name === 'index.json') return encodeIndex(valueOf(decodeIndex(text)));
  return encodeRecord(valueOf(decodeRecord(text)));
}

/** The documents of a history, by their names in it. */
export function documentsOf(folder: string): string[] {
  const inside = (part: string) => fs.readdirSync(path.join(folder, part)).map((name) => `${part}/${name}`);
  return ['index.json', ...inside('records')];
}

function valueOf<Value>(read: ReadDocument<Value>): Value {
  if (read.kind === 'ok') return read.value;
  throw new Error(`${read.kind}: ${read.reason}`);
}

function write(): void {
  const folder = fixturesOf(currentFormat);
  if (!fs.existsSync(folder)) fs.cpSync(fixturesOf(currentFormat - 1), folder, { recursive: true });
  for (const name of documentsOf(folder)) {
    const file = path.join(folder, name);
    fs.writeFileSync(file, rewritten(name, fs.readFileSync(file, 'utf8')));
  }
  fs.writeFileSync(path.join(folder, 'schema.json'), `${JSON.stringify(schemas(), null, 1)}\n`);
}

if (require.main === module) write();
