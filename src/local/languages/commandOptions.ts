import { usesPlaceholder } from './commandTemplate';
import type { Toolchain } from './languageCommands';
import { cppStandards, cStandards } from './languageStandards';

/**
 * Adds options to the command that compiles, or if nothing is compiled, to the command that runs. `options`: those of the
 * language's standard. They are omitted if `flags` of the user select another one
 */
export function withOptions(
  toolchain: Toolchain,
  options: readonly string[],
  flags: readonly string[],
): Toolchain {
  const { compile, debug, run } = toolchain;
  const added = flags.some((flag) => /^--?(?:std|edition)\b/.test(flag)) ? flags : [...options, ...flags];
  if (added.length === 0) return toolchain;
  if (usesPlaceholder(run, 'file')) return { ...toolchain, run: withAdded(run, added, 'before') };
  // libraries must come after the files that use them
  const isGnu = toolchain.standards === cppStandards || toolchain.standards === cStandards;
  const at = isGnu ? 'after' : 'before';
  return {
    ...toolchain,
    compile: compile && withAdded(compile, added, at),
    debug: debug && withAdded(debug, added, at),
  };
}

function withAdded(
  command: readonly string[],
  added: readonly string[],
  at: 'before' | 'after',
): readonly string[] {
  const source = command.lastIndexOf('${file}');
  if (source === -1) return [...command, ...added];
  const position = at === 'after' ? source + 1 : source;
  return command.toSpliced(position, 0, ...added);
}
