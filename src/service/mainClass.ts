import type { ProgramFile, Submission } from './submission';

/** Returns the public type of a Java program, or else the outermost type around `main`. Null: neither exists. */
function javaClassOf(code: string): string | null {
  const type = String.raw`(?:class|enum|interface|record)\s{1,20}([A-Za-z_]\w{0,99})`;
  const isPublic = new RegExp(
    String.raw`\bpublic\s{1,20}(?:(?:abstract|final|sealed|strictfp)\s{1,20}){0,3}${type}`,
  );
  const publicClass = isPublic.exec(code)?.[1];
  const main = code.search(/\bstatic\s{1,20}(?:final\s{1,20}|public\s{1,20})?void\s{1,20}main\b/);
  if (publicClass !== undefined || main < 0) return publicClass ?? null;
  let depth = 0;
  let outermost: string | null = null;
  for (const [token, name] of code.slice(0, main).matchAll(new RegExp(String.raw`[{}]|\b${type}`, 'g'))) {
    if (token === '{') depth += 1;
    else if (token === '}') depth -= 1;
    else if (depth === 0) outermost = name ?? null;
  }
  return outermost;
}

function firstGroup(pattern: RegExp): (code: string) => string | null {
  return (code) => pattern.exec(code)?.[1] ?? null;
}

/** How to find the main class or module, by the judge's name of the language. */
const mainClasses: readonly (readonly [RegExp, (code: string) => string | null])[] = [
  [/^java(?!script)/i, javaClassOf],
  [/^scala/i, firstGroup(/\bobject\s{1,20}([A-Za-z_]\w{0,99})/)],
  [/^elixir/i, firstGroup(/\bdefmodule\s{1,20}([A-Za-z_][\w.]{0,99})/)],
  [/^erlang/i, firstGroup(/-module\(([a-z]\w{0,99})\)/)],
];

/**
 * Returns the main class or module of a program. Null: the language has none, or it wasn't found. `language`: its name
 * or ID.
 */
export function mainClassOf(language: string, code: string): string | null {
  // matches the file name that `programFile` creates
  if (/^kotlin|^kt$/i.test(language)) return 'MainKt';
  const entry = mainClasses.find(([name]) => name.test(language));
  return entry ? entry[1](code) : null;
}

/** Creates the source file, named after the main class. `extensions`: accepted by the judge for this language. */
function programFile(
  mainClass: string | null,
  [extension = '']: readonly string[],
  text: string,
): ProgramFile {
  return { fileName: `${mainClass?.replace(/Kt$/, '') ?? 'main'}${extension}`, text };
}

/**
 * Creates all files of a program, the main file first. If there are other files, the main file keeps its name, unless
 * judges may reject that name or a main class requires another one.
 */
export function programFiles(
  mainClass: string | null,
  extensions: readonly string[],
  { code, others }: Pick<Submission, 'code' | 'others'>,
): readonly [main: ProgramFile, ...others: ProgramFile[]] {
  const main = programFile(mainClass, extensions, code);
  if (!others) return [main];
  const { mainName, files } = others;
  const isAccepted =
    /^[A-Za-z\d_][\w+.-]{0,99}$/.test(mainName) &&
    (extensions.length === 0 || extensions.some((extension) => mainName.endsWith(extension)));
  return [isAccepted && mainClass === null ? { fileName: mainName, text: code } : main, ...files];
}
