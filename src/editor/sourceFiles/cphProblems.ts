import * as v from 'valibot';
import { jsonIn } from '../../judge';
import { MAX_PROBLEM_FILE_BYTES, MAX_URL_LENGTH } from './limits';

/** A problem that another extension stores next to the program that solves it. */
export interface KeptProblem {
  /** URL of the problem; null: a problem that the user created, or an unknown format */
  readonly url: string | null;
  /** URI path of the file that contains the problem */
  readonly keptIn: string;
  /** path or name of the program; null: unknown */
  readonly program: string | null;
}

/** Reads the problem in a file of Competitive Programming Helper: `.cph/.A.cpp_<md5>.prob`. Null: none. */
export function cphProblem(keptIn: string, text: string): KeptProblem | null {
  const kept = v.object({ url: v.nullish(v.string()), srcPath: v.string() });
  const read = v.safeParse(kept, jsonIn(text));
  return read.success ? { url: pageAt(read.output.url), keptIn, program: read.output.srcPath } : null;
}

/**
 * Reads the problem in a file of CPH-NG: `.cph-ng/<folder>/A.cpp.bin`, which is JSON compressed with gzip. Supports all
 * versions; the first one used `srcPath`. `text`: decompressed. Null: none.
 */
export function cphNgProblem(keptIn: string, text: string): KeptProblem | null {
  const kept = v.object({
    url: v.nullish(v.string()),
    src: v.nullish(v.object({ path: v.string() })),
    srcPath: v.nullish(v.string()),
  });
  const read = v.safeParse(kept, jsonIn(text));
  if (!read.success) return null;
  const { url, src, srcPath } = read.output;
  return { url: pageAt(url), keptIn, program: src?.path ?? srcPath ?? null };
}

/**
 * Returns the URI path of a stored problem's program, derived from the location of its file, which is still correct
 * after the folder was moved. Null: it is stored elsewhere.
 */
export function programBeside({ keptIn }: Pick<KeptProblem, 'keptIn'>): string | null {
  const cph = /^(.*)\/\.cph\/\.?([^/]+)_[0-9a-f]{32}\.prob$/.exec(keptIn);
  const [, folder = '', name = ''] = cph ?? /^(.*)\/\.cph-ng\/(.+)\.bin$/.exec(keptIn) ?? [];
  return name === '' ? null : `${folder}/${name}`;
}

function pageAt(url: string | null | undefined): string | null {
  return url && url.length <= MAX_URL_LENGTH && /^https?:\/\//i.test(url) ? url : null;
}

/** Decompresses gzip. Empty if it isn't gzip, or if the text is longer than `most` UTF-16 units. */
export async function unpacked(packed: Uint8Array, most = MAX_PROBLEM_FILE_BYTES): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  try {
    // a copy, because a Blob accepts no shared memory
    const unpacking = new Blob([packed.slice()])
      .stream()
      .pipeThrough<Uint8Array>(new DecompressionStream('gzip'));
    const reader = unpacking.getReader();
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      text += decoder.decode(chunk.value, { stream: true });
      if (text.length > most) {
        await reader.cancel();
        return '';
      }
    }
  } catch {
    return ''; // not a file of CPH-NG
  }
  return text + decoder.decode();
}
