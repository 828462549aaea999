import path from 'node:path';
import * as v from 'valibot';
import type { SettingProblem } from '../../judges';
import { hasKnownPlaceholders, isCommand } from './commandTemplate';
import { localLanguages, type LanguageCommands } from './languageCommands';

/** The commands that a user has set for a language. A missing field keeps the built-in command. */
export type CommandOverrides = Partial<LanguageCommands>;

export interface LanguageSettings {
  /** by VS Code language ID */
  readonly overrides: ReadonlyMap<string, CommandOverrides>;
  /** additional arguments of the compiler or interpreter, by VS Code language ID */
  readonly flags: ReadonlyMap<string, readonly string[]>;
  /** the user's settings of other extensions that contain paths of tools, by their IDs, unchecked */
  readonly ofOthers: Readonly<Record<string, unknown>>;
  readonly problems: readonly SettingProblem[];
}

const setting = 'local.languages';
const flagsSetting = 'local.flags';
const table = v.record(v.string(), v.unknown());
const command = v.pipe(
  v.array(v.string()),
  v.check((items) => isCommand(items, (file) => path.isAbsolute(file))),
);
const commands = v.strictObject({
  compile: v.optional(v.nullable(command)),
  debug: v.optional(v.nullable(command)),
  run: v.optional(command),
});

const flagList = v.array(v.pipe(v.string(), v.check(hasKnownPlaceholders)));

/**
 * Reads the settings `judgeResults.local.languages` and `judgeResults.local.flags`. A language with a problem must not be
 * run with its built-in commands instead. Undefined or null: the setting isn't set.
 */
export function readLanguageSettings(
  languages: unknown,
  flags?: unknown,
  ofOthers: Readonly<Record<string, unknown>> = {},
): LanguageSettings {
  const commands = readCommands(languages);
  const added = readFlags(flags);
  return {
    overrides: commands.overrides,
    flags: added.flags,
    ofOthers,
    problems: [...commands.problems, ...added.problems],
  };
}

function readFlags(value: unknown): Pick<LanguageSettings, 'flags' | 'problems'> {
  const flags = new Map<string, readonly string[]>();
  const problems: SettingProblem[] = [];
  if (!isTable(value ?? {})) {
    const what = { kind: 'expected', expected: 'an object' } as const;
    return { flags, problems: [{ setting: flagsSetting, at: '', what }] };
  }
  for (const [id, entry] of Object.entries(v.parse(table, value ?? {}))) {
    const read = v.safeParse(flagList, entry);
    if (read.success) flags.set(id, read.output);
    else problems.push({ setting: flagsSetting, at: id, what: { kind: 'flags' } });
  }
  return { flags, problems };
}

function readCommands(value: unknown): Pick<LanguageSettings, 'overrides' | 'problems'> {
  const overrides = new Map<string, CommandOverrides>();
  const problems: SettingProblem[] = [];
  if (!isTable(value ?? {})) {
    return { overrides, problems: [{ setting, at: '', what: { kind: 'expected', expected: 'an object' } }] };
  }
  for (const [id, entry] of Object.entries(v.parse(table, value ?? {}))) {
    const found = problemsOf(id, entry);
    if (found.length > 0) problems.push(...found);
    else overrides.set(id, v.parse(commands, entry));
  }
  return { overrides, problems };
}

function isTable(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function problemsOf(id: string, entry: unknown): readonly SettingProblem[] {
  if (!isTable(entry)) return [{ setting, at: id, what: { kind: 'expected', expected: 'an object' } }];
  const read = v.safeParse(commands, entry);
  if (!read.success) {
    return read.issues.map((issue) => {
      const [field] = issue.path ?? [];
      const name = String(field?.key);
      const isKnown = Object.hasOwn(commands.entries, name);
      return { setting, at: `${id}.${name}`, what: { kind: isKnown ? 'command' : 'unknownField' } };
    });
  }
  const isBuiltIn = localLanguages.some((language) => language.id === id);
  return isBuiltIn || read.output.run ? [] : [{ setting, at: `${id}.run`, what: { kind: 'command' } }];
}

export function problemsOfLanguage(settings: LanguageSettings, id: string): readonly SettingProblem[] {
  return settings.problems.filter(({ at }) => at === '' || at === id || at.startsWith(`${id}.`));
}
