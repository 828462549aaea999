import type { Sample } from '../../submission';
import { MAX_SAMPLE_ARCHIVE_BYTES, MAX_SAMPLE_ARCHIVE_FILES } from '../limits';
import { filesInZip } from './unzip';

/** Name of a file with the input or the expected output of a sample. */
interface SamplePath {
  /** with folders, without extension */
  readonly stem: string;
  readonly extension: string;
}

interface ArchivedSamples {
  readonly samples: readonly Sample[];
  /** HTML or plain text; empty: there is none, it is a PDF, or it is too large */
  readonly statement: string;
}

/**
 * Reads the samples in a ZIP archive, `1.in` with `1.ans` or `1.out`, sorted by name, and the statement next to them.
 * Decompresses only the files in `folder`, which ends with a slash; empty: those outside of folders. Null: not such an
 * archive, or too large.
 */
export async function samplesInArchive(archive: Uint8Array, folder: string): Promise<ArchivedSamples | null> {
  const limits = { entries: MAX_SAMPLE_ARCHIVE_FILES, size: MAX_SAMPLE_ARCHIVE_BYTES };
  const files = await filesInZip(archive, limits, (path) => sampleFileIn(folder, path) !== null);
  if (!files) return null;
  const texts = new Map(files.map(({ path, content }) => [path, new TextDecoder().decode(content)]));
  const samples = [...texts.keys()].toSorted(byNumber).flatMap((path) => {
    const file = sampleFileIn(folder, path);
    if (file?.extension !== 'in') return [];
    const expected = texts.get(`${folder}${file.stem}.ans`) ?? texts.get(`${folder}${file.stem}.out`);
    return expected === undefined ? [] : [{ input: texts.get(path) ?? '', expected }];
  });
  // on its own, because it may be too large
  const [statement] = (await filesInZip(archive, limits, (path) => isStatement(folder, path))) ?? [];
  return { samples, statement: statement ? new TextDecoder().decode(statement.content) : '' };
}

/** Null: a file in another folder, or not a file of a sample, such as a statement. */
function sampleFileIn(folder: string, path: string): SamplePath | null {
  if (!path.startsWith(folder)) return null;
  const [, stem, extension] = /^([^/]{1,128})\.(in|ans|out)$/.exec(path.slice(folder.length)) ?? [];
  return stem === undefined || extension === undefined ? null : { stem, extension };
}

function isStatement(folder: string, path: string): boolean {
  return path === `${folder}statement.html` || path === `${folder}statement.txt`;
}

function byNumber(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true });
}
