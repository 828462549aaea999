/** Values of the placeholders in a command. All paths are absolute. */
export interface Placeholders {
  /** the program; a copy in the private folder if the compiler requires another file name */
  readonly file: string;
  /** name of the program without extension */
  readonly stem: string;
  /** folder of the user's file */
  readonly folder: string;
  /** private folder of this build, for everything that the compiler writes */
  readonly output: string;
  /** executable in `output` */
  readonly executable: string;
  /** file in `output` in which the compiler lists the files it read, as a rule of a makefile */
  readonly dependencies: string;
  /** main class of a Java program */
  readonly mainClass: string;
}

const names: readonly (keyof Placeholders)[] = [
  'file',
  'stem',
  'folder',
  'output',
  'executable',
  'dependencies',
  'mainClass',
];

/** The placeholders with their syntax: `${file}`, … */
const placeholders: readonly string[] = names.map((name) => `\${${name}}`);

/**
 * Returns whether a command can be run without a shell: it begins with the name of a program, an absolute path, or a
 * placeholder, and has no unknown placeholder.
 */
export function isCommand(command: readonly string[], isAbsolute: (file: string) => boolean): boolean {
  const [tool = ''] = command;
  const isNamed = /^[^\s/\\$-][^/\\$]{0,99}$/.test(tool) || isAbsolute(tool) || tool.startsWith('${');
  return isNamed && command.every(hasKnownPlaceholders);
}

/** Returns whether an argument contains no other placeholders than those of commands. */
export function hasKnownPlaceholders(argument: string): boolean {
  const used = argument.match(/\$\{[^}]{0,100}\}?/g) ?? [];
  return used.every((placeholder) => placeholders.includes(placeholder));
}

/** Replaces the placeholders of a command. Each item stays one argument, with any values. */
export function fillCommand(command: readonly string[], values: Placeholders): readonly string[] {
  return command.map((argument) =>
    // one pass, so that a file name that looks like a placeholder isn't replaced
    argument.replace(/\$\{(\w{1,20})\}/g, (whole, name: string) => {
      const known = names.find((placeholder) => placeholder === name);
      return known === undefined ? whole : values[known];
    }),
  );
}

export function usesPlaceholder(command: readonly string[] | null, name: keyof Placeholders): boolean {
  return command?.some((argument) => argument.includes(`\${${name}}`)) ?? false;
}
