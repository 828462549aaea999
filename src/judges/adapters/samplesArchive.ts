import type { Sample } from '../submission';
import { MAX_SAMPLE_ARCHIVE_BYTES, MAX_SAMPLE_ARCHIVE_FILES } from './limits';
import { filesInZip } from './unzip';

/** Name of a file with the input or the expected output of a sample. */
interface SamplePath {
  /** with folders, without extension */
  readonly stem: string;
  readonly extension: string;
}

/**
 * Reads the samples in a ZIP archive: `1.in` with `1.ans` or `1.out`, in the order of their names. Decompresses only the
 * files in `folder`, which ends with a slash; empty: those outside of folders. Null: not such an archive, or too large.
 */
export async function samplesInArchive(
  archive: Uint8Array,
  folder: string,
): Promise<readonly Sample[] | null> {
  const limits = { entries: MAX_SAMPLE_ARCHIVE_FILES, size: MAX_SAMPLE_ARCHIVE_BYTES };
  const files = await filesInZip(archive, limits, (path) => sampleFileIn(folder, path) !== null);
  if (!files) return null;
  const texts = new Map(files.map(({ path, content }) => [path, new TextDecoder().decode(content)]));
  return [...texts.keys()].toSorted(byNumber).flatMap((path) => {
    const file = sampleFileIn(folder, path);
    if (file?.extension !== 'in') return [];
    const expected = texts.get(`${folder}${file.stem}.ans`) ?? texts.get(`${folder}${file.stem}.out`);
    return expected === undefined ? [] : [{ input: texts.get(path) ?? '', expected }];
  });
}

/** Null: a file in another folder, or not a file of a sample, such as a statement. */
function sampleFileIn(folder: string, path: string): SamplePath | null {
  if (!path.startsWith(folder)) return null;
  const [, stem, extension] = /^([^/]{1,128})\.(in|ans|out)$/.exec(path.slice(folder.length)) ?? [];
  return stem === undefined || extension === undefined ? null : { stem, extension };
}

function byNumber(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true });
}
