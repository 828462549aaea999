import { inflateRawSync } from 'node:zlib';

/** Maximum size of an unpacked file, bytes. */
const fileLimit = 8 * 1024 * 1024;

/** Signatures of the records of a ZIP archive. */
const endOfDirectory = 0x0605_4b50;
const directoryEntry = 0x0201_4b50;

/** Compression methods. */
const stored = 0;

export function isArchive(bytes: Buffer): boolean {
  return endAt(bytes) !== null;
}

/** Returns the files in a ZIP archive, without their folders. Null: no archive, which has no files. */
export function filesIn(
  archive: Buffer | null,
): readonly { readonly name: string; readonly content: Buffer }[] {
  const end = archive && endAt(archive);
  if (!archive || end === null) return [];
  const files: { name: string; content: Buffer }[] = [];
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    if (archive.readUInt32LE(at) !== directoryEntry) break;
    const method = archive.readUInt16LE(at + 10);
    const size = archive.readUInt32LE(at + 20);
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) =>
      archive.readUInt16LE(at + offset),
    ) as [number, number, number];
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength).replace(/^.*[/\\]/s, '');
    const header = archive.readUInt32LE(at + 42);
    const start = header + 30 + archive.readUInt16LE(header + 26) + archive.readUInt16LE(header + 28);
    const packed = archive.subarray(start, start + size);
    const content = method === stored ? packed : inflateRawSync(packed, { maxOutputLength: fileLimit });
    if (name !== '' && name !== '.' && name !== '..') files.push({ name, content });
    at += 46 + nameLength + extraLength + commentLength;
  }
  return files;
}

/** Returns the position of the last record of an archive without a comment; null: the bytes aren't an archive. */
function endAt(bytes: Buffer): number | null {
  const at = bytes.length - 22;
  return at >= 0 && bytes.readUInt32LE(at) === endOfDirectory ? at : null;
}
