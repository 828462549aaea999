import path from 'node:path';
import type { LanguageCommands, Toolchain } from '../languages/languageCommands';

/** A compiler or interpreter of a language on this computer. */
export interface FoundCompiler {
  /** absolute path */
  readonly path: string;
  /** the first line that it prints about its version; null: it can't be used */
  readonly version: string | null;
  /** why it can't be used, as it or the system reports; null: it can, or it printed nothing */
  readonly problem: string | null;
}

/** Returns the commands of a language with one of its compilers or interpreters. `file`: absolute path */
export function commandsWith(
  toolchains: readonly Toolchain[],
  file: string,
): Partial<LanguageCommands> | null {
  const name = path.basename(file).replace(/(?:-[\d.]{1,10})?(?:\.exe)?$/i, '');
  const toolchain = toolchains.find((one) => firstTool(one) === name) ?? toolchains[0];
  if (!toolchain) return null;
  const replaced = (command: readonly string[]): readonly string[] | null => {
    const [tool, ...args] = command;
    return tool === firstTool(toolchain) ? [file, ...args] : null;
  };
  const { compile, debug, run } = toolchain;
  const own = {
    compile: compile && replaced(compile),
    debug: debug && replaced(debug),
    run: replaced(run),
  };
  return Object.fromEntries(Object.entries(own).filter(([, command]) => command !== null));
}

/** Returns the built-in toolchain whose compile command only starts another tool; null: none. */
export function builtInWith(
  toolchains: readonly Toolchain[],
  compile: readonly string[] | null | undefined,
): Toolchain | null {
  if (!compile) return null;
  const args = compile.slice(1).join('\0');
  return toolchains.find((one) => one.compile?.slice(1).join('\0') === args) ?? null;
}

/** Returns the name of the compiler, or else of the interpreter. */
export function firstTool({ compile, run }: Toolchain): string {
  return (compile ?? run)[0] ?? '';
}

export function versionArguments(tool: string): readonly string[] {
  return tool === 'go' ? ['version'] : ['--version'];
}
