import { samplePairs } from '../../src/editor/samples/sampleFiles';
import { entryPointOf, type EntryTrouble, type ProgramToSend } from '../../src/judges/entryPoints';

export { languageOfFile } from '../../src/judges/fileExtensions';
export { toolPlaces } from '../../src/local/toolPlaces';

/** How DOMjudge gets a program, and what it starts. */
export interface Entry {
  readonly fileName: string;
  readonly mainClass: string | null;
  readonly mainFile: string | null;
  readonly sent: readonly string[];
  readonly ask: EntryTrouble | null;
  readonly candidates: readonly string[];
}

/** Decides about a program by DOMjudge’s rules. `active`: a file name. */
export function entryIn(program: ProgramToSend): Entry {
  const { fileName, mainClass, mainFile, sent, trouble, candidates } = entryPointOf(program);
  return {
    fileName,
    mainClass,
    mainFile,
    sent: sent.map((file) => file.fileName),
    ask: trouble,
    candidates,
  };
}

/** Returns the inputs of a program’s samples, in the order of the runs. `fileNames`: all names in its folder */
export function samplesOf(program: string, fileNames: readonly string[]): readonly string[] {
  return samplePairs(program, fileNames).map(({ input }) => input);
}
