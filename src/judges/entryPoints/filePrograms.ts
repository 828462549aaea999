import type { ProgramFile } from '../submission';
import type { EntryPoint, EntryTrouble, ProgramToSend, SentFile } from './program';
import { fileLanguage, type FileLanguage } from './languages';
import { cIncludes } from './mains';
import { extensionOf, isAcceptedName, isSource, sentExtension, stemOf, withoutFolders } from './names';
import type { References } from './references';
import { activeFile, distinctNames, duplicateName, type WantedName } from './sentNames';

/** Decides about a program of a language that begins in a file. */
export function fileProgram(program: ProgramToSend, chosen: string | null): EntryPoint {
  const { language, files, active } = program;
  const rules = fileLanguage(language);
  const current = activeFile(files, active);
  const sources = sourcesOf(program);
  const graph = new ReferenceGraph(sources, rules);
  const { mains, unreachable } = beginnings(program, rules, sources, graph, current);
  const names = distinctNames(
    files.map((file) => wantedName(program, rules, file, mains.includes(file), sources)),
  );
  const nameOf = (file: ProgramFile): string => names.get(file) ?? withoutFolders(file.fileName);
  const sentFile = (file: ProgramFile): SentFile => ({ file, fileName: nameOf(file) });

  const chosenMain = mains.find((file) => nameOf(file) === chosen);
  const main = chosenMain ?? (mains.includes(current) ? current : (mains[0] ?? null));
  const otherMains = mains.filter((file) => file !== main);
  const leftOut = rules.linksOneMain ? otherMains : [];
  const helpers = files.filter((file) => file !== main && !leftOut.includes(file));
  const kept = inOrder(main, helpers, rules, graph);
  const refusedName = refusedOf(program, kept, kept.map(nameOf)) ?? unreachable;
  const isSeveral = otherMains.length > 0 && !chosenMain;
  return {
    sent: kept.map(sentFile),
    leftOut: leftOut.map(sentFile),
    fileName: nameOf(current),
    mainClass: null,
    fallbackClass: null,
    mainFile: main === null ? null : nameOf(main),
    trouble: troubleOf(main, isSeveral, refusedName),
    candidates: isSeveral && main !== null ? [main, ...otherMains].map(nameOf) : [],
    refusedName,
  };
}

/**
 * Returns the files that contain source code; all files if their extensions are unknown. The active file also does if
 * its extension belongs to no language.
 */
function sourcesOf({ language, files, extensions, active }: ProgramToSend): readonly ProgramFile[] {
  const current = activeFile(files, active);
  const isPlain = ['', '.txt'].includes(extensionOf(withoutFolders(current.fileName)));
  const sources = files.filter(
    (file) => isSource(file.fileName, extensions, language) || (isPlain && file === current),
  );
  return sources.length === 0 ? files : sources;
}

function troubleOf(
  main: ProgramFile | null,
  isSeveral: boolean,
  refusedName: string | null,
): EntryTrouble | null {
  if (main === null) return 'none';
  if (isSeveral) return 'several';
  return refusedName === null ? null : 'name';
}

/** Returns the files in the order in which the compiler needs them. */
function inOrder(
  main: ProgramFile | null,
  helpers: readonly ProgramFile[],
  { isMainLast }: FileLanguage,
  graph: ReferenceGraph,
): readonly ProgramFile[] {
  if (main === null) return helpers;
  return isMainLast ? [...graph.sorted(helpers), main] : [main, ...helpers];
}

/** The files that can begin the program, the likeliest first. */
interface Beginnings {
  readonly mains: readonly ProgramFile[];
  /** file whose module contains `main` but can't begin a program; null: none */
  readonly unreachable: string | null;
}

function beginnings(
  program: ProgramToSend,
  { main, linksOneMain, isMainLast }: FileLanguage,
  sources: readonly ProgramFile[],
  graph: ReferenceGraph,
  current: ProgramFile,
): Beginnings {
  const found = (mains: readonly (ProgramFile | undefined)[]): Beginnings => ({
    mains: mains.filter((file) => file !== undefined),
    unreachable: null,
  });
  if (!main) {
    const roots = graph.roots(current);
    // if all files are run, only their order matters
    if (isMainLast) return found([roots.includes(current) ? current : roots[0]]);
    return found(roots);
  }
  const kinds = sources.map((file) => ({ file, kind: main(file.text) }));
  const filesOf = (kind: ReturnType<typeof main>) =>
    kinds.filter((one) => one.kind === kind).map(({ file }) => file);
  const certain = filesOf('yes');
  if (certain.length > 0) return found(certain);
  const possible = filesOf('maybe');
  if (possible.length > 0) return found([possible.includes(current) ? current : possible[0]]);
  const [named] = filesOf('named');
  if (named) return { mains: [named], unreachable: withoutFolders(named.fileName) };
  const isC = linksOneMain === true && /^(?:c|cpp|objective-c)$/.test(program.language);
  if (isC && mayBeginElsewhere(program.files))
    return found([sources.includes(current) ? current : sources[0]]);
  return found([]);
}

/** Returns whether a C program includes a file that isn't sent, or one with a main function that isn't source code. */
function mayBeginElsewhere(files: readonly ProgramFile[]): boolean {
  const names = new Set(files.map(({ fileName }) => withoutFolders(fileName)));
  return files.some(
    ({ text }) =>
      /\bmain\b/.test(text) || [...cIncludes(text)].some((path) => !names.has(withoutFolders(path))),
  );
}

/** Returns the names that a file can have. A file that isn't source code, or that other files refer to, keeps its name. */
function wantedName(
  { language, extensions, files }: ProgramToSend,
  { acceptsName, mayRename, usesFileNames }: FileLanguage,
  file: ProgramFile,
  isMain: boolean,
  sources: readonly ProgramFile[],
): WantedName {
  const own = withoutFolders(file.fileName);
  const isOther = !sources.includes(file) && files.length > 1;
  if (isOther || (usesFileNames && !isMain && extensionOf(own) !== ''))
    return { file, isRequired: true, names: [own] };
  const extension = sentExtension(own, extensions, language);
  const kept = stemOf(own);
  const isKept = isAcceptedName(kept + extension) && (!isMain || (acceptsName?.(kept, file.text) ?? true));
  if (isKept) return { file, isRequired: !mayRename, names: [kept + extension] };
  if (isMain || mayRename) return { file, isRequired: false, names: [`main${extension}`] };
  return { file, isRequired: true, names: [own] };
}

/** Returns a name that the judge refuses, or that it can't find without its folder; null: none. */
function refusedOf(
  { language, files }: ProgramToSend,
  sent: readonly ProgramFile[],
  names: readonly string[],
): string | null {
  const refused = names.find((name) => !isAcceptedName(name)) ?? duplicateName(names);
  if (refused !== null && refused !== undefined) return refused;
  // compiled with `-x hs`
  const literate = language === 'haskell' ? names.find((name) => /\.lhs$/i.test(name)) : undefined;
  return literate ?? pathWithFolder(language, sent, files);
}

/** Returns the path by which a file uses another file in a folder. Files are sent without folders. */
function pathWithFolder(
  language: string,
  sent: readonly ProgramFile[],
  files: readonly ProgramFile[],
): string | null {
  const isC = /^(?:c|cpp|objective-c)$/.test(language);
  const names = new Set(files.map(({ fileName }) => withoutFolders(fileName)));
  const inFolders = files.map(({ fileName }) => fileName).filter((name) => name.includes('/'));
  if (!isC && inFolders.length === 0) return null;
  const isLost = (path: string): boolean => {
    if (!path.replace(/^\.\//, '').includes('/')) return false;
    if (isC) return names.has(withoutFolders(path));
    const whole = path.replace(/^[./]{1,20}/, '');
    return inFolders.some((name) => name.endsWith(whole) || stemOf(name).endsWith(whole));
  };
  for (const { text } of sent) {
    const path = pathsIn(language, text).find(isLost);
    if (path !== undefined) return path;
  }
  return null;
}

function pathsIn(language: string, text: string): readonly string[] {
  if (/^(?:c|cpp|objective-c)$/.test(language)) return [...cIncludes(text)];
  const used = fileLanguage(language).references?.(text).used ?? [];
  if (language === 'python') return [...used].map((name) => name.replaceAll('.', '/'));
  return language === 'javascript' || language === 'typescript' ? [...used] : [];
}

/** Which files use which other ones. */
class ReferenceGraph {
  private readonly uses = new Map<ProgramFile, readonly ProgramFile[]>();

  constructor(
    private readonly files: readonly ProgramFile[],
    { references }: FileLanguage,
  ) {
    if (!references || files.length < 2) return;
    const read = files.map((file) => ({ file, ...references(file.text) }));
    for (const { file, used } of read) {
      const others = read.filter((other) => other.file !== file && isUsed(other.file, other, used));
      this.uses.set(
        file,
        others.map((other) => other.file),
      );
    }
  }

  /** Returns the files that no other file uses, those that use others first; if there are none, the active file. */
  roots(active: ProgramFile): readonly ProgramFile[] {
    if (this.files.length < 2) return [active];
    const used = new Set([...this.uses.values()].flat());
    const roots = this.files.filter((file) => !used.has(file));
    if (this.uses.size === 0) {
      const named = this.files.find(({ fileName }) => stemOf(withoutFolders(fileName)) === 'main');
      return [named ?? (this.files.includes(active) ? active : (this.files[0] ?? active))];
    }
    if (roots.length === 0) return [active];
    // a file that reaches the active one is the likeliest
    const reaching = roots.filter((file) => this.reaches(file, active));
    return [...reaching, ...roots.filter((file) => !reaching.includes(file))];
  }

  /** Sorts files so that each one comes after those that it uses. */
  sorted(files: readonly ProgramFile[]): readonly ProgramFile[] {
    const done = new Set<ProgramFile>();
    const open = new Set<ProgramFile>();
    const visit = (file: ProgramFile): void => {
      if (open.has(file)) return;
      open.add(file);
      for (const used of this.uses.get(file) ?? []) visit(used);
      done.add(file);
    };
    for (const file of files) visit(file);
    return [...done].filter((file) => files.includes(file));
  }

  private reaches(from: ProgramFile, to: ProgramFile): boolean {
    const seen = new Set([from]);
    for (const file of seen) for (const used of this.uses.get(file) ?? []) seen.add(used);
    return seen.has(to);
  }
}

/** Returns whether `used` contains a file's name, its name without extension, or something that it provides. */
function isUsed({ fileName }: ProgramFile, { provided }: References, used: ReadonlySet<string>): boolean {
  if ([...provided].some((name) => used.has(name))) return true;
  const name = withoutFolders(fileName);
  const stem = stemOf(name);
  const capitalized = stem.charAt(0).toUpperCase() + stem.slice(1);
  return [...used].some((path) => {
    const last = withoutFolders(path);
    return last === name || last === stem || last === capitalized || path.split('.').includes(stem);
  });
}
