export interface ArchiveLimits {
  /** maximum number of entries */
  readonly entries: number;
  /** maximum size of all files together after decompression, bytes */
  readonly size: number;
}

export interface ArchivedFile {
  /** with folders, separated by `/` */
  readonly path: string;
  readonly content: Uint8Array;
}

const END_OF_DIRECTORY = 0x0605_4b50;
const DIRECTORY_ENTRY = 0x0201_4b50;
const LOCAL_HEADER = 0x0403_4b50;
/** Size of the end record without its comment, bytes. */
const END_SIZE = 22;
const MAX_COMMENT_SIZE = 0xffff;

interface Entry {
  readonly path: string;
  /** 0: stored, 8: deflated */
  readonly method: number;
  readonly packedSize: number;
  readonly size: number;
  /** offset of the local header */
  readonly offset: number;
}

/**
 * Reads the wanted files of a ZIP archive, stored or deflated. Null: not such an archive, damaged, encrypted, or larger than
 * the limits.
 */
export async function filesInZip(
  archive: Uint8Array,
  limits: ArchiveLimits,
  isWanted: (path: string) => boolean,
): Promise<readonly ArchivedFile[] | null> {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  try {
    const wanted = entriesIn(view, archive, limits.entries)?.filter(({ path }) => isWanted(path));
    if (!wanted) return null;
    if (wanted.reduce((sum, { size }) => sum + size, 0) > limits.size) return null;
    const files: ArchivedFile[] = [];
    for (const entry of wanted) {
      const content = await contentOf(entry, view, archive);
      if (!content) return null;
      files.push({ path: entry.path, content });
    }
    return files;
  } catch (error) {
    // an offset outside of the archive, or invalid compressed data
    if (error instanceof RangeError || error instanceof TypeError) return null;
    throw error;
  }
}

function entriesIn(view: DataView, archive: Uint8Array, most: number): readonly Entry[] | null {
  const end = endOfDirectory(view);
  if (end === null) return null;
  const count = view.getUint16(end + 10, true);
  if (count > most) return null;
  const entries: Entry[] = [];
  let at = view.getUint32(end + 16, true);
  for (let index = 0; index < count; index += 1) {
    if (view.getUint32(at, true) !== DIRECTORY_ENTRY) return null;
    const isEncrypted = (view.getUint16(at + 8, true) & 1) === 1;
    if (isEncrypted) return null;
    const nameLength = view.getUint16(at + 28, true);
    entries.push({
      path: new TextDecoder().decode(archive.subarray(at + 46, at + 46 + nameLength)),
      method: view.getUint16(at + 10, true),
      packedSize: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true),
    });
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

/** Returns the offset of the end record, which a comment may follow. */
function endOfDirectory(view: DataView): number | null {
  const last = view.byteLength - END_SIZE;
  for (let at = last; at >= Math.max(0, last - MAX_COMMENT_SIZE); at -= 1)
    if (view.getUint32(at, true) === END_OF_DIRECTORY) return at;
  return null;
}

async function contentOf(
  { method, packedSize, size, offset }: Entry,
  view: DataView,
  archive: Uint8Array,
): Promise<Uint8Array | null> {
  if (view.getUint32(offset, true) !== LOCAL_HEADER) return null;
  const start = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
  const packed = archive.subarray(start, start + packedSize);
  if (packed.length !== packedSize) return null;
  if (method === 0) return packedSize === size ? packed : null;
  return method === 8 ? inflated(packed, size) : null;
}

/** Decompresses data whose size is known. Stops as soon as there is more. */
async function inflated(packed: Uint8Array, size: number): Promise<Uint8Array | null> {
  const content = new Uint8Array(size);
  let length = 0;
  const source = new ReadableStream({
    start(controller) {
      controller.enqueue(packed);
      controller.close();
    },
  });
  for await (const chunk of source.pipeThrough(new DecompressionStream('deflate-raw'))) {
    const part: unknown = chunk;
    if (!(part instanceof Uint8Array)) return null;
    if (length + part.length > size) return null;
    content.set(part, length);
    length += part.length;
  }
  return length === size ? content : null;
}
