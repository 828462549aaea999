// npx tsx test/unit/records/formatFixtures.ts: converts the fixtures of the previous format to the current format. Run it once
// for each new format, then add what only the new format can store by hand.
import fs from 'node:fs';
import path from 'node:path';
import { assistantRulesDocument } from '../../../src/records/disk/assistantRulesFile';
import { currentFormat } from '../../../src/records/disk/document';
import type { ReadDocument } from '../../../src/records/disk/document';
import {
  decodeIndex,
  decodeRecord,
  encodeIndex,
  encodeRecord,
  recordDocument,
} from '../../../src/records/disk/format';

/** The history that each past format wrote. `schema.json` lists all fields of the format. */
export const fixturesOf = (format: number): string =>
  path.join(__dirname, '../../fixtures/records', `format-${format}`);

/** All fields of the current format, as JSON. */
export function schemas(): unknown {
  const isNoise = (name: string, value: unknown): boolean =>
    ['async', 'message', '~standard', 'reference', 'expects'].includes(name) ||
    (name === 'kind' && typeof value === 'string');
  const text = JSON.stringify(
    { record: recordDocument, assistants: assistantRulesDocument },
    (name, value: unknown) =>
      value instanceof RegExp ? String(value) : isNoise(name, value) ? undefined : value,
  );
  return JSON.parse(text);
}

/** Reads a document and writes it in the current format. */
export function rewritten(name: string, text: string): string {
  if (name === 'index.json') return encodeIndex(valueOf(decodeIndex(text)));
  return encodeRecord(valueOf(decodeRecord(text)));
}

/** Names of the documents of a history. */
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
