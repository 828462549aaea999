/** Checksum of a file in a ZIP archive. */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffff_ffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb8_8320 : 0);
  }
  return ~crc >>> 0;
}

/** Creates a ZIP archive with a single uncompressed file. */
export function zipOf(fileName: string, text: string): Uint8Array {
  const [name, content] = [fileName, text].map((part) => new TextEncoder().encode(part)) as [
    Uint8Array,
    Uint8Array,
  ];
  // version 2.0, UTF-8 names, no compression, 1980-01-01 (the first DOS date), checksum, both sizes, name length, no
  // extra field
  const about = [
    ...[...short(20), ...short(0x0800), ...short(0), ...short(0), ...short(0x21)],
    ...[...long(crc32(content)), ...long(content.length), ...long(content.length)],
    ...[...short(name.length), ...short(0)],
  ];
  const file = [...long(0x0403_4b50), ...about, ...name];
  // created by version 2.0; no comment, disk 0, no attributes, offset 0
  const entry = [...long(0x0201_4b50), ...short(20), ...about, ...zeros(14), ...name];
  const end = [
    ...[...long(0x0605_4b50), ...zeros(4), ...short(1), ...short(1)],
    ...[...long(entry.length), ...long(file.length + content.length), ...short(0)],
  ];
  const zip = new Uint8Array(file.length + content.length + entry.length + end.length);
  zip.set(file);
  zip.set(content, file.length);
  zip.set([...entry, ...end], file.length + content.length);
  return zip;
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
