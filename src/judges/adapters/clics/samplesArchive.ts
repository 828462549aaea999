import type { Sample } from '../../submission';
import { MAX_CLICS_SAMPLES_BYTES, MAX_CLICS_SAMPLE_FILES } from '../limits';
import { filesInZip } from '../unzip';

/**
 * Reads the samples in `samples.zip` of a DOMjudge contest, which contains `A/1.in` and `A/1.ans`, or `A/1.out`. Returns
 * them by the label of the problem, in the order of their names. Null: not such an archive, or too large.
 */
export async function samplesInArchive(
  archive: Uint8Array,
): Promise<ReadonlyMap<string, readonly Sample[]> | null> {
  const limits = { entries: MAX_CLICS_SAMPLE_FILES, size: MAX_CLICS_SAMPLES_BYTES };
  const files = await filesInZip(archive, limits, (path) => partsOf(path) !== null);
  if (!files) return null;
  const texts = new Map(files.map(({ path, content }) => [path, new TextDecoder().decode(content)]));
  const samples = new Map<string, Sample[]>();
  for (const path of [...texts.keys()].toSorted(byNumber)) {
    const { label, name, extension } = partsOf(path) ?? {};
    if (label === undefined || extension !== 'in') continue;
    const expected = texts.get(`${label}/${name}.ans`) ?? texts.get(`${label}/${name}.out`);
    if (expected === undefined) continue;
    const known = samples.get(label) ?? [];
    known.push({ input: texts.get(path) ?? '', expected });
    samples.set(label, known);
  }
  return samples;
}

interface SamplePath {
  readonly label: string;
  readonly name: string;
  readonly extension: string;
}

/** Null: not a file of a sample, such as a statement or an attachment. */
function partsOf(path: string): SamplePath | null {
  const [, label, name, extension] = /^([^/]{1,64})\/([^/]{1,128})\.(in|ans|out)$/.exec(path) ?? [];
  return label === undefined || name === undefined || extension === undefined
    ? null
    : { label, name, extension };
}

function byNumber(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true });
}
