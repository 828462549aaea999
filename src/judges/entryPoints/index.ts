import { classProgram } from './classPrograms';
import { fileProgram } from './filePrograms';
import { languageKey } from './languages';
import type { EntryPoint, ProgramToSend } from './program';

export type { EntryPoint, EntryTrouble, ProgramToSend } from './program';

/**
 * Decides the names and the order of the sent files of a program, and its entry point. `chosen`: class or file that the
 * user chose; null: none. Runs in linear time.
 */
export function entryPointOf(program: ProgramToSend, chosen: string | null = null): EntryPoint {
  const language = languageKey(program.language);
  return classProgram({ ...program, language }, chosen) ?? fileProgram({ ...program, language }, chosen);
}
