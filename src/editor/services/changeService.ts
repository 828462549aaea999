import { l10n } from 'vscode';
import { isPending, type KnownRecord } from '../../records';
import { isServiceType, type ServiceProfile } from '../../service';
import { confirms } from '../prompts/dialogs';
import type { Uses } from '../extensionServices';
import { rememberStopped } from '../pending/stoppedWithService';
import { joined } from '../words/recordWords';
import { sanitizeForUi } from '../words/sanitizeForUi';
import {
  chosenServiceNames,
  serviceDescriptions,
  writeChosenService,
  writeServiceDescriptions,
} from '../settings';
import { showSettingsProblems } from '../prompts/settingsProblems';
import { askDescription, askName } from './addService';
import { without, type Description } from './fieldQuestions';
import { signIn } from './signIn';
import { showsVerdict } from '../../records/verdict';

type ChangeServices = Uses<'context' | 'log' | 'services' | 'store' | 'tracking' | 'tree'>;

/** Asks for the fields of a service again, with what they are. */
export async function editService(extension: ChangeServices, name: string): Promise<void> {
  const before = descriptionOf(name);
  const { type } = before;
  if (!isServiceType(type)) return showWrong(extension, name);
  const described = await askDescription(
    extension,
    type,
    l10n.t('Edit {0}', sanitizeForUi(name, 60)),
    before,
  );
  if (!described) return;
  await writeServiceDescriptions({ ...serviceDescriptions(), [name]: described });
  const read = await extension.services.named(name);
  if (read.kind === 'wrong') return showSettingsProblems(read.problems);
  // another address is another service: its credentials are asked for anew
  if (await extension.services.isSignedOut(read.profile)) await signIn(extension, read.profile);
}

/** Another name; its records and credentials go with it. */
export async function renameService(extension: ChangeServices, name: string): Promise<void> {
  const before = await extension.services.named(name);
  const renamed = await askName(l10n.t('Rename {0}', sanitizeForUi(name, 60)), name);
  if (renamed === undefined || renamed === name) return;
  const { [name]: described, ...others } = serviceDescriptions();
  await writeServiceDescriptions({ ...others, [renamed]: described });
  if (chosenServiceNames().present === name) await writeChosenService(renamed);
  const after = await extension.services.named(renamed);
  if (before.kind === 'chosen' && after.kind === 'chosen') {
    await moveToService(extension, before.profile, after.profile);
  }
}

/**
 * The description goes, with its credentials; what was fetched stays in the list, and what is pending is stopped until
 * the service is set up again.
 */
export async function removeService(extension: ChangeServices, name: string): Promise<void> {
  const { context, services, store, tracking } = extension;
  const read = await services.named(name);
  const profile = read.kind === 'chosen' ? read.profile : null;
  const pending = (): KnownRecord[] =>
    store.records().filter((record) => record.service === profile?.id && isPending(record));
  const isWanted = await confirms(
    l10n.t('Remove the service {0}?', sanitizeForUi(name, 60)),
    l10n.t('Remove'),
    joined(
      ' ',
      l10n.t('Its credentials are removed. Fetched records stay in the list.'),
      unfetchedWords(pending().filter((record) => !showsVerdict(record)).length),
    ),
  );
  if (!isWanted) return;
  const stopped = pending().map(({ key }) => key);
  await tracking.stop(stopped);
  const others = without(serviceDescriptions(), name);
  if (chosenServiceNames().present === name) await writeChosenService(undefined);
  await writeServiceDescriptions(others);
  await rememberStopped(context.globalState, stopped);
  if (profile) await services.credentials.remove(profile.id);
}

function unfetchedWords(count: number): string {
  if (count === 0) return '';
  return count === 1
    ? l10n.t('1 pending result won’t be fetched until the service is added again.')
    : l10n.t('{0} pending results won’t be fetched until the service is added again.', count);
}

/** The same records and the same credential under the new name; what is pending is still followed. */
export async function moveToService(
  { services, store, tracking, tree }: Uses<'services' | 'store' | 'tracking' | 'tree'>,
  from: ServiceProfile,
  to: ServiceProfile,
): Promise<void> {
  const { credentials } = services;
  const credential = await credentials.get(from);
  if (credential) await credentials.save(to.id, credential);
  await credentials.remove(from.id);
  const moved = store.records().filter(({ service }) => service === from.id);
  await tracking.stop(moved.filter(isPending).map(({ key }) => key));
  tree.renameService(from.id, to.id);
  // the oldest first, so that their order stays
  for (const record of [...moved].reverse()) {
    await store.move(record.key, to.id);
    if (isPending(record)) await tracking.track(to, record.requestId);
  }
}

async function showWrong(extension: ChangeServices, name: string): Promise<void> {
  const read = await extension.services.named(name);
  if (read.kind === 'wrong') await showSettingsProblems(read.problems);
}

function descriptionOf(name: string): Description {
  const described = serviceDescriptions()[name];
  return typeof described === 'object' && described !== null ? (described as Description) : {};
}
