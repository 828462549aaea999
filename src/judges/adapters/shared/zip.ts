import type { ProgramFile } from '../../submission';

function crc32(bytes: Uint8Array): number {
  let crc = 0xffff_ffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb8_8320 : 0);
  }
  return ~crc >>> 0;
}

/** Creates a ZIP archive with these files, uncompressed. */
export function zipOf(files: readonly ProgramFile[]): Uint8Array {
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const { fileName, text } of files) {
    const name = new TextEncoder().encode(fileName);
    const content = new TextEncoder().encode(text);
    // version 2.0, UTF-8 names, no compression, 1980-01-01 (the first DOS date), checksum, both sizes, name length, no
    // extra field
    const about = [
      ...[...short(20), ...short(0x0800), ...short(0), ...short(0), ...short(0x21)],
      ...[...long(crc32(content)), ...long(content.length), ...long(content.length)],
      ...[...short(name.length), ...short(0)],
    ];
    const header = [...long(0x0403_4b50), ...about];
    parts.push(new Uint8Array(header), name, content);
    // created by version 2.0; no comment, disk 0, no attributes, offset
    const entry = [...long(0x0201_4b50), ...short(20), ...about, ...zeros(10), ...long(offset)];
    directory.push(new Uint8Array(entry), name);
    offset += header.length + name.length + content.length;
  }
  const end = [
    ...[...long(0x0605_4b50), ...zeros(4), ...short(files.length), ...short(files.length)],
    ...[...long(lengthOf(directory)), ...long(offset), ...short(0)],
  ];
  return concatenated([...parts, ...directory, new Uint8Array(end)]);
}

function lengthOf(parts: readonly Uint8Array[]): number {
  return parts.reduce((sum, { length }) => sum + length, 0);
}

function concatenated(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(lengthOf(parts));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function short(value: number): readonly number[] {
  return [value & 0xff, (value >>> 8) & 0xff];
}

function long(value: number): readonly number[] {
  return [...short(value), ...short(value >>> 16)];
}

function zeros(count: number): readonly number[] {
  return Array.from({ length: count }, () => 0);
}
