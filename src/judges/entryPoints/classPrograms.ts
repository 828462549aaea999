import type { ProgramFile } from '../submission';
import type { EntryPoint, EntryTrouble, ProgramToSend } from './program';
import { readJava } from './java';
import { kotlinClassName, readKotlin } from './kotlin';
import { readElixir, readErlang } from './modules';
import { isAcceptedName, isSource, sentExtension, stemOf, withoutFolders } from './names';
import { readScala } from './scala';
import { activeFile, distinctNames, duplicateName, type WantedName } from './sentNames';

/** A class, object, or module that can be started. */
interface Start {
  /** with its package */
  readonly className: string;
  /** it is preselected before the other ones of the same file */
  readonly isFirstChoice: boolean;
  /** only Java 25 starts it */
  readonly needsJava25?: true;
}

/** Contents of a file in a language with main classes. */
interface ClassFile {
  /** class after which the compiler requires the file to be named; null: any name */
  readonly requiredStem: string | null;
  /** Class to name as the entry point if nothing can be started. `stem`: as for `starts`. */
  readonly fallbackClass: (stem: string) => string | null;
  /** class after which the file is named if the judge accepts that; null: none */
  readonly preferredStem: string | null;
  /** whether the compiler accepts the user's own name */
  readonly acceptsStem: (stem: string) => boolean;
  /** Classes that can be started. `stem`: name under which the file is sent, without its extension. */
  readonly starts: (stem: string) => readonly Start[];
  /** Classes to choose from if nothing can be started */
  readonly guesses: readonly Start[];
  /** The judge can't start a class in a package, or a file of this kind. */
  readonly isUnreachable: boolean;
}

const readers: Readonly<Record<string, (text: string) => ClassFile>> = {
  java: javaFile,
  kotlin: kotlinFile,
  scala: scalaFile,
  erlang: erlangFile,
  elixir: elixirFile,
};

/** Name of a file whose own name can't be sent, by language */
const defaultStems: Readonly<Record<string, string>> = { kotlin: 'Main' };

/** Decides about a program of a language with main classes; null: the language has none. */
export function classProgram(program: ProgramToSend, chosen: string | null): EntryPoint | null {
  const { language, files, active, extensions } = program;
  const read = Object.hasOwn(readers, language) ? readers[language] : undefined;
  if (!read) return null;
  const current = activeFile(files, active);
  const contents = new Map(
    files
      .filter(({ fileName }) => files.length === 1 || isSource(fileName, extensions, language))
      .map((file) => [file, read(file.text)] as const),
  );
  const isStarted = ({ starts }: ClassFile): boolean => starts('').length > 0;
  const hasStart = [...contents.values()].some(isStarted);
  const wanted = files.map((file) => {
    const content = contents.get(file) ?? null;
    // a file is named after a class that is only a guess if no other file starts the program
    return wantedName(program, file, content, !hasStart || (content !== null && isStarted(content)));
  });
  const names = distinctNames(wanted);
  const nameOf = (file: ProgramFile): string => names.get(file) ?? withoutFolders(file.fileName);
  const starts = startsOf(contents, current, nameOf);
  const { main, trouble: troubleOfStarts, candidates } = chooseStart(starts, contents, chosen);
  const ordered = main ? [main.file, ...files.filter((file) => file !== main.file)] : files;
  const sent = ordered.map((file) => ({ file, fileName: nameOf(file) }));
  const refusedName =
    sent.map(({ fileName }) => fileName).find((fileName) => !isAcceptedName(fileName)) ??
    duplicateName(sent.map(({ fileName }) => fileName)) ??
    (main && (!isAcceptedName(main.className) || contents.get(main.file)?.isUnreachable)
      ? main.className
      : null);
  return {
    sent,
    leftOut: [],
    fileName: nameOf(current),
    mainClass: main?.className ?? null,
    fallbackClass: contents.get(current)?.fallbackClass(stemOf(nameOf(current))) ?? null,
    mainFile: mainFileOf(main?.file ?? null, program, troubleOfStarts, nameOf),
    trouble: troubleOfStarts ?? (refusedName === null ? (main?.needsJava25 ? 'java25' : null) : 'name'),
    candidates,
    refusedName,
  };
}

function mainFileOf(
  main: ProgramFile | null,
  { language, files }: ProgramToSend,
  trouble: EntryTrouble | null,
  nameOf: (file: ProgramFile) => string,
): string | null {
  if (main) return nameOf(main);
  // an Elixir program needs no module
  const [only] = files;
  return language === 'elixir' && trouble === null && only ? nameOf(only) : null;
}

/** Returns the names that a file can have. `content`: null for a file that isn't source code. `mayBeMain`: it may start. */
function wantedName(
  { language, extensions, files }: ProgramToSend,
  file: ProgramFile,
  content: ClassFile | null,
  mayBeMain: boolean,
): WantedName {
  const own = withoutFolders(file.fileName);
  if (!content) return { file, isRequired: true, names: [own] };
  const extension = sentExtension(own, extensions, language);
  if (content.requiredStem !== null)
    return { file, isRequired: true, names: [content.requiredStem + extension] };
  const kept = stemOf(own);
  const preferred = mayBeMain ? content.preferredStem : null;
  const isKept = isAcceptedName(kept + extension) && content.acceptsStem(kept);
  const stems = [
    ...(preferred !== null && isAcceptedName(preferred + extension) ? [preferred] : []),
    ...(isKept ? [kept] : []),
    defaultStems[language] ?? 'main',
  ];
  const [first = '', ...rest] = stems.map((stem) => stem + extension);
  return { file, isRequired: files.length === 1, names: [first, ...rest] };
}

type StartInFile = Start & { readonly file: ProgramFile };

/** Returns what can be started: the classes of the active file first, and the first choice of each file first. */
function startsOf(
  contents: ReadonlyMap<ProgramFile, ClassFile>,
  current: ProgramFile,
  nameOf: (file: ProgramFile) => string,
): readonly StartInFile[] {
  const all = [...contents].flatMap(([file, content]) => {
    const starts = content.starts(stemOf(nameOf(file)));
    return starts.map((start) => ({ ...start, file }));
  });
  const usual = all.filter(({ needsJava25 }) => !needsJava25);
  const rank = ({ file, isFirstChoice }: StartInFile): number =>
    (file === current ? 0 : 2) + (isFirstChoice ? 0 : 1);
  return (usual.length > 0 ? usual : all).toSorted((one, other) => rank(one) - rank(other));
}

interface ChosenStart {
  readonly main: StartInFile | null;
  readonly trouble: EntryTrouble | null;
  readonly candidates: readonly string[];
}

function chooseStart(
  starts: readonly StartInFile[],
  contents: ReadonlyMap<ProgramFile, ClassFile>,
  chosen: string | null,
): ChosenStart {
  const candidates = [...new Set(starts.map(({ className }) => className))];
  const [first = null] = starts;
  const wanted = chosen === null ? null : (starts.find(({ className }) => className === chosen) ?? null);
  if (wanted) return { main: wanted, trouble: null, candidates: [] };
  if (candidates.length > 1) return { main: first, trouble: 'several', candidates };
  if (first) return { main: first, trouble: null, candidates: [] };
  const guesses = [...contents].flatMap(([file, content]) =>
    content.guesses.map((guess) => ({ ...guess, file })),
  );
  const guess = guesses.find(({ className }) => className === chosen);
  if (guess) return { main: guess, trouble: null, candidates: [] };
  const isScript = [...contents.values()].every(
    ({ starts: all, guesses: none }) => all === noStarts && none.length === 0,
  );
  return {
    main: guesses.findLast(({ isFirstChoice }) => isFirstChoice) ?? guesses.at(-1) ?? null,
    trouble: isScript ? null : 'none',
    candidates: guesses.map(({ className }) => className),
  };
}

/** of a file that needs no class */
const noStarts = (): readonly Start[] => [];

function javaFile(text: string): ClassFile {
  const { packagePrefix, publicType, mains, isImplicitClass } = readJava(text);
  const isStarted = ({ className }: { readonly className: string }) => !isImplicitClass || className === '';
  const started = mains.filter(isStarted);
  return {
    requiredStem: publicType,
    fallbackClass: () => (publicType === null ? null : packagePrefix + publicType),
    preferredStem: isImplicitClass ? null : (preferredJavaType(started) ?? null),
    // the class of an implicit class has the name of the file
    acceptsStem: (stem) => !isImplicitClass || /^[A-Za-z_$][\w$]*$/.test(stem),
    starts: (stem) =>
      started.map(({ className, isPublicType, isClassic }) => ({
        className: isImplicitClass ? stem : className,
        isFirstChoice: isPublicType,
        ...(isClassic ? {} : { needsJava25: true as const }),
      })),
    guesses: [],
    isUnreachable: false,
  };
}

function preferredJavaType(
  mains: readonly { readonly topLevelType: string; readonly isClassic: boolean }[],
): string | undefined {
  return (mains.find(({ isClassic }) => isClassic) ?? mains[0])?.topLevelType;
}

function kotlinFile(text: string): ClassFile {
  const { packagePrefix, className, hasMainFunction, mainClasses } = readKotlin(text);
  const classOfFile = (stem: string): string => packagePrefix + (className ?? kotlinClassName(`${stem}.kt`));
  return {
    requiredStem: null,
    fallbackClass: classOfFile,
    preferredStem: null,
    acceptsStem: () => true,
    starts: (stem) => [
      ...(hasMainFunction ? [{ className: classOfFile(stem), isFirstChoice: true }] : []),
      ...mainClasses.map((name) => ({ className: name, isFirstChoice: false })),
    ],
    guesses: [],
    isUnreachable: false,
  };
}

function scalaFile(text: string): ClassFile {
  const objects = readScala(text);
  const started = objects.filter(({ startsProgram }) => startsProgram);
  const guess = objects.findLast(({ hasParent }) => hasParent) ?? objects.at(-1);
  const main = started[0] ?? guess;
  return {
    requiredStem: null,
    fallbackClass: () => null,
    preferredStem: main?.name ?? null,
    acceptsStem: () => true,
    starts: () => started.map(({ className }) => ({ className, isFirstChoice: false })),
    guesses: objects.map(({ className, hasParent }) => ({ className, isFirstChoice: hasParent })),
    isUnreachable: main !== undefined && main.className !== main.name,
  };
}

function erlangFile(text: string): ClassFile {
  const found = readErlang(text);
  return {
    requiredStem: found?.name ?? null,
    fallbackClass: () => found?.name ?? null,
    preferredStem: null,
    acceptsStem: () => true,
    starts: found?.hasMain ? () => [{ className: found.name, isFirstChoice: false }] : noStarts,
    guesses: found ? [{ className: found.name, isFirstChoice: true }] : [],
    isUnreachable: false,
  };
}

function elixirFile(text: string): ClassFile {
  const started = readElixir(text).filter(({ hasMain }) => hasMain);
  return {
    requiredStem: null,
    fallbackClass: () => null,
    preferredStem: null,
    acceptsStem: () => true,
    starts:
      started.length === 0
        ? noStarts
        : () => started.map(({ name }) => ({ className: name, isFirstChoice: false })),
    guesses: [],
    isUnreachable: false,
  };
}
