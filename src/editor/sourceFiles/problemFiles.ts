import * as v from 'valibot';
import { jsonIn } from '../../judge';
import { MAX_PROBLEM_FILE_BYTES, MAX_URL_LENGTH } from './limits';

/** What another extension keeps of a problem beside the program that solves it. */
export interface KeptProblem {
  /** the problem's page; null: the person's own problem, or one of a newer form */
  readonly url: string | null;
  /** the file that keeps it, as the path of its URI */
  readonly keptIn: string;
  /** the program that it names, a path of the operating system or a name alone; null: none */
  readonly program: string | null;
}

/** The problem in a file of Competitive Programming Helper: `.cph/.A.cpp_<md5>.prob`. Null: it holds none. */
export function cphProblem(keptIn: string, text: string): KeptProblem | null {
  const kept = v.object({ url: v.nullish(v.string()), srcPath: v.string() });
  const read = v.safeParse(kept, jsonIn(text));
  return read.success ? { url: pageAt(read.output.url), keptIn, program: read.output.srcPath } : null;
}

/**
 * The problem in a file of CPH-NG: `.cph-ng/<folder>/A.cpp.bin`, JSON packed by gzip. All of its versions, the first of which kept
 * the program as `srcPath`. `text`: unpacked. Null: it holds none.
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
 * Where the program of a kept problem stands, by where that is kept, as the path of a URI: it stays right where a folder
 * is moved. Null: it is kept somewhere else.
 */
export function programBeside({ keptIn }: Pick<KeptProblem, 'keptIn'>): string | null {
  const cph = /^(.*)\/\.cph\/\.?([^/]+)_[0-9a-f]{32}\.prob$/.exec(keptIn);
  const [, folder = '', name = ''] = cph ?? /^(.*)\/\.cph-ng\/(.+)\.bin$/.exec(keptIn) ?? [];
  return name === '' ? null : `${folder}/${name}`;
}

function pageAt(url: string | null | undefined): string | null {
  return url && url.length <= MAX_URL_LENGTH && /^https?:\/\//i.test(url) ? url : null;
}

/** Unpacks a text that was packed by gzip. Empty if it wasn't, or if it has more than `MAX_KEPT` UTF-16 units. */
export async function unpacked(packed: Uint8Array): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  try {
    const unpacking = new Blob([packed]).stream().pipeThrough<Uint8Array>(new DecompressionStream('gzip'));
    const reader = unpacking.getReader();
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      text += decoder.decode(chunk.value, { stream: true });
      if (text.length > MAX_PROBLEM_FILE_BYTES) {
        await reader.cancel();
        return '';
      }
    }
  } catch {
    return ''; // it is no file of CPH-NG
  }
  return text + decoder.decode();
}
