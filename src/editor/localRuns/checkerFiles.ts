import * as v from 'valibot';
import { l10n, Uri, window, workspace } from 'vscode';
import { errorStack } from '../../base/log';
import { languageOfFile } from '../../judges';
import type { HelperProgram, LanguageSettings, LocalComputer } from '../../local';
import { protocolIn, type CheckerProtocol } from '../../local/checkerProtocol';
import { shownFileName } from '../labels/recordLabels';
import type { SourceToSubmit } from '../program';
import { isInteractive, MAX_STORED_PROBLEMS, problemKey, sampleFileNames } from '../samples';
import { offer } from '../shared/dialogs/dialogs';
import { presentText } from '../shared/files/files';
import { mementos } from '../shared/storage/storageKeys';
import type { Core } from '../shared/core';
import { helperNames, type HelperRole } from './checkerNames';

/** A checker or an interactor, and how it reports its verdict. */
interface HelperFile {
  readonly uri: Uri;
  /** null: guessed from its text */
  readonly protocol: CheckerProtocol | null;
}

export interface HelperFiles {
  readonly checker: HelperFile | null;
  readonly interactor: HelperFile | null;
}

const chosen = v.object({ file: v.string(), protocol: v.picklist(['testlib', 'problemPackage', 'cmsTask']) });
const stored = v.record(
  v.string(),
  v.object({ checker: v.optional(chosen), interactor: v.optional(chosen) }),
);
type Stored = v.InferOutput<typeof stored>;

/** Returns the checker and the interactor of a program: those that the user chose, or else files next to the program. */
export async function findHelpers({ context }: Pick<Core, 'context'>, program: Uri): Promise<HelperFiles> {
  const folder = Uri.joinPath(program, '..');
  const own = storedHelpers(context)[problemKey(program)] ?? {};
  const names = helperNames(shownFileName(program), await sampleFileNames(folder));
  const fileOf = (role: HelperRole): HelperFile | null => {
    const choice = own[role];
    if (choice) return { uri: Uri.parse(choice.file), protocol: choice.protocol };
    const name = names[role];
    return name === null ? null : { uri: Uri.joinPath(folder, name), protocol: null };
  };
  return { checker: fileOf('checker'), interactor: fileOf('interactor') };
}

function storedHelpers({ workspaceState }: Core['context']): Stored {
  const read = v.safeParse(stored, workspaceState.get<unknown>(mementos.helpers));
  return read.success ? read.output : {};
}

export function hasChosenChecker({ context }: Pick<Core, 'context'>, program: Uri): boolean {
  return storedHelpers(context)[problemKey(program)]?.checker !== undefined;
}

/** Forgets the checker that the user chose for a program. */
export async function stopUsingChecker({ context }: Pick<Core, 'context'>, program: Uri): Promise<void> {
  if (hasChosenChecker({ context }, program)) await storeHelper(context, program, 'checker', undefined);
}

/**
 * Prompts for the checker of a program, or offers not to use the chosen one anymore. Resolves to false if the user canceled.
 */
export async function chooseChecker(extension: Pick<Core, 'context'>, program: Uri): Promise<boolean> {
  const { context } = extension;
  const known = storedHelpers(context)[problemKey(program)]?.checker;
  if (known) {
    const choose = { label: `$(folder-opened) ${l10n.t('Choose Another File…')}`, stops: false };
    const name = shownFileName(Uri.parse(known.file));
    const stop = { label: `$(close) ${l10n.t('Stop Using {0}', name)}`, stops: true };
    const title = l10n.t('Checker of {0}', shownFileName(program));
    const answer = await window.showQuickPick([choose, stop], { title });
    if (!answer) return false;
    if (answer.stops) {
      await storeHelper(context, program, 'checker', undefined);
      return true;
    }
  }
  return chooseHelper(extension, program, 'checker');
}

/**
 * Prompts for the checker or the interactor of a program, and for its protocol, and remembers them. Resolves to false if the
 * user canceled.
 */
async function chooseHelper(
  { context }: Pick<Core, 'context'>,
  program: Uri,
  role: HelperRole,
): Promise<boolean> {
  const title =
    role === 'checker'
      ? l10n.t('Checker of {0}', shownFileName(program))
      : l10n.t('Interactor of {0}', shownFileName(program));
  const defaultUri = Uri.joinPath(program, '..');
  const [uri] = (await window.showOpenDialog({ title, defaultUri, openLabel: l10n.t('Choose') })) ?? [];
  if (!uri) return false;
  const protocol = await askProtocol(title, role, protocolIn((await presentText(uri)) ?? ''));
  if (protocol === null) return false;
  await storeHelper(context, program, role, { file: uri.toString(), protocol });
  return true;
}

/** `helper`: undefined: none is chosen anymore */
async function storeHelper(
  context: Core['context'],
  program: Uri,
  role: HelperRole,
  helper: v.InferOutput<typeof chosen> | undefined,
): Promise<void> {
  const key = problemKey(program);
  const { [key]: before, ...others } = storedHelpers(context);
  const all = Object.entries({ ...others, [key]: { ...before, [role]: helper } });
  await context.workspaceState.update(mementos.helpers, Object.fromEntries(all.slice(-MAX_STORED_PROBLEMS)));
}

/** Lets the user choose how a helper reports its verdict. The guessed protocol is first. Null: the user canceled. */
async function askProtocol(
  title: string,
  role: HelperRole,
  guessed: CheckerProtocol,
): Promise<CheckerProtocol | null> {
  const all = [
    {
      label: 'testlib',
      description: l10n.t('input, output, answer; exit code 0: right'),
      protocol: 'testlib',
    },
    {
      label: 'Kattis',
      description: l10n.t('input, answer, feedback folder; exit code 42: right'),
      protocol: 'problemPackage',
    },
    {
      label: 'CMS',
      description: l10n.t('input, answer, output; prints a score from 0 to 1'),
      protocol: 'cmsTask',
    },
  ] as const;
  // CMS’ interactors need named pipes
  const usable = all.filter(({ protocol }) => role === 'checker' || protocol !== 'cmsTask');
  const items = usable.toSorted(
    (one, other) => Number(other.protocol === guessed) - Number(one.protocol === guessed),
  );
  const placeHolder = l10n.t('Select how it reports its verdict');
  return (await window.showQuickPick(items, { title, placeHolder }))?.protocol ?? null;
}

/** Returns a checker or an interactor as a program to build. Null: the file can't be read. */
export async function helperProgram(
  helper: HelperFile | null,
  computer: Pick<LocalComputer, 'languageOf'>,
  settings: LanguageSettings,
): Promise<HelperProgram | null> {
  if (!helper) return null;
  const { uri } = helper;
  const open = workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
  if (open?.isDirty) await open.save();
  const code = await presentText(uri);
  if (code === null) return null;
  const known = languageOfFile(uri.path, open?.languageId ?? '');
  const language = computer.languageOf(uri.fsPath, known, settings) ?? known;
  return {
    program: { file: uri.fsPath, code, language },
    protocol: helper.protocol ?? protocolIn(code),
  };
}

/**
 * Returns whether a program is interactive and has no interactor, and shows that. Offers to choose one, and then runs
 * `again`.
 */
export async function showMissingInteractor(
  extension: Pick<Core, 'context' | 'log' | 'realPath'>,
  { uri, name }: Pick<SourceToSubmit, 'uri' | 'name'>,
  again: () => Promise<void>,
): Promise<boolean> {
  if (!(await isInteractive(uri, extension.realPath))) return false;
  if ((await findHelpers(extension, uri)).interactor) return false;
  const words = l10n.t(
    '{0} is interactive, and wasn’t run. Put a program “interactor” next to it, or choose one.',
    name,
  );
  // not awaited, because the program couldn't be run again until the notification is closed
  offer(words, l10n.t('Choose Interactor…'), async () => {
    if (await chooseHelper(extension, uri, 'interactor')) await again();
  }).catch((error: unknown) => extension.log.error(errorStack(error)));
  return true;
}

/**
 * Returns whether the chosen checker or interactor of a program can't be read, and shows that. Offers to choose another one,
 * or to stop using it, and then runs `again`. `roles`: the helpers that the run uses
 */
export async function showLostHelper(
  extension: Pick<Core, 'context' | 'log'>,
  { uri, name }: Pick<SourceToSubmit, 'uri' | 'name'>,
  roles: readonly HelperRole[],
  again: () => Promise<void>,
): Promise<boolean> {
  const choices = storedHelpers(extension.context)[problemKey(uri)] ?? {};
  for (const role of roles) {
    const choice = choices[role];
    if (!choice || (await presentText(Uri.parse(choice.file))) !== null) continue;
    // not awaited, because the program couldn't be run again until the notification is closed
    offerOtherHelper(extension, { uri, name }, role, shownFileName(Uri.parse(choice.file)), again).catch(
      (error: unknown) => extension.log.error(errorStack(error)),
    );
    return true;
  }
  return false;
}

/** `lost`: name of the file that can't be read */
async function offerOtherHelper(
  extension: Pick<Core, 'context'>,
  { uri, name }: Pick<SourceToSubmit, 'uri' | 'name'>,
  role: HelperRole,
  lost: string,
  again: () => Promise<void>,
): Promise<void> {
  const message =
    role === 'checker'
      ? l10n.t('{0} wasn’t run: its checker {1} can’t be read.', name, lost)
      : l10n.t('{0} wasn’t run: its interactor {1} can’t be read.', name, lost);
  const choose = l10n.t('Choose Another File…');
  const stop = l10n.t('Stop Using {0}', lost);
  const pressed = await window.showWarningMessage(message, choose, stop);
  if (pressed === stop) await storeHelper(extension.context, uri, role, undefined);
  const isSolved = pressed === choose ? await chooseHelper(extension, uri, role) : pressed === stop;
  if (isSolved) await again();
}
