import { l10n, ProgressLocation, window } from 'vscode';
import {
  isServiceName,
  serviceKinds,
  ServiceFailed,
  serviceTypes,
  type ServiceProfile,
  type ServiceType,
} from '../../service';
import type { Uses } from '../extensionServices';
import { behindChinese } from '../words/chinese';
import { serviceDescriptions, writeChosenService, writeServiceDescriptions } from '../settings';
import { showSettingsProblems } from '../prompts/settingsProblems';
import { serviceName, typeWords } from '../words/serviceWords';
import { orFailure, showFailure } from '../prompts/showFailure';
import { askField, urlOf, without, type Description } from './fieldQuestions';
import { signIn } from './signIn';
import { askSite } from './siteQuestion';

/**
 * Type → its fields → name → sign-in → one check → done. Null: the person changed their mind, or it is wrong. `url`: where
 * the service is, as far as that is known.
 */
export async function addService(
  extension: Uses<'log' | 'services'>,
  url?: string,
): Promise<ServiceProfile | null> {
  const title = l10n.t('Add Service');
  const items = serviceTypes.map((type) => ({ type, ...typeWords(type) }));
  const chosen = await window.showQuickPick(items, {
    title,
    placeHolder: l10n.t('Select the type of service'),
    matchOnDetail: true,
    ignoreFocusOut: true,
  });
  if (!chosen) return null;
  const described = await askDescription(
    extension,
    chosen.type,
    l10n.t('Add {0}', behindChinese(chosen.label)),
    null,
    url === undefined ? {} : { url },
  );
  if (!described) return null;
  const suggestion = suggestedName(described, chosen.label);
  const name = serviceKinds[chosen.type].site ? suggestion : await askName(title, suggestion);
  if (name === undefined) return null;
  await writeServiceDescriptions({ ...serviceDescriptions(), [name]: described });
  await writeChosenService(name);

  const choice = await extension.services.named(name);
  if (choice.kind === 'wrong') {
    await showSettingsProblems(choice.problems);
    return null;
  }
  const { profile } = choice;
  if (profile.signIn.kind !== 'none') await signIn(extension, profile);
  else await check(extension, profile);
  return profile;
}

/**
 * All that is asked of a service of this type, with what is `suggested` to begin with. `before`: what it was; null: it is
 * new. Null: the person changed their mind.
 */
export async function askDescription(
  extension: Uses<'log' | 'services'>,
  type: ServiceType,
  title: string,
  before: Description | null,
  suggested: Description = before ?? {},
): Promise<Description | null> {
  const { asks, site, toWrite = {} } = serviceKinds[type];
  // what is not asked stays as it was
  let described: Description = { ...toWrite, ...before, type };
  for (const asked of asks) {
    if (asked.whileEditing && before === null) continue;
    if (asked.field === 'url' && site) {
      const there = await askSite(extension, type, site, title, described, urlOf(suggested));
      if (!there) return null;
      described = there;
      continue;
    }
    const known = described[asked.field] ?? suggested[asked.field];
    const value = await askField(title, asked, described, known, typeWords(type).prompts);
    if (value === undefined) return null;
    const others = without(described, asked.field);
    described = value === null ? others : { ...others, [asked.field]: value };
  }
  return described;
}

/** A name of the person's own; what is shown wherever the service is meant. */
export async function askName(title: string, suggestion: string): Promise<string | undefined> {
  const taken = serviceDescriptions();
  const isTaken = (typed: string): boolean => typed !== suggestion && Object.hasOwn(taken, typed);
  const name = await window.showInputBox({
    title,
    prompt: l10n.t('Name of the service, as shown in lists'),
    value: suggestion,
    ignoreFocusOut: true,
    validateInput: (text) => {
      const typed = text.trim();
      if (isTaken(typed)) return l10n.t('A service with this name already exists');
      if (typed === '') return l10n.t('Enter a name for the service');
      return isServiceName(typed) ? undefined : l10n.t('This name can’t be used for a service');
    },
  });
  const typed = name?.trim() ?? '';
  return isServiceName(typed) && !isTaken(typed) ? typed : undefined;
}

/** The host of its address, with its domain, else what the type is called; with a number where that is taken. */
function suggestedName(described: Description, label: string): string {
  const url = urlOf(described);
  const { domain } = described;
  const host = URL.canParse(url) ? new URL(url).host.replace(/^www\./, '') : label;
  const name = typeof domain === 'string' && domain !== '' ? `${host} ${domain}` : host;
  const taken = serviceDescriptions();
  let free = name.slice(0, 60);
  for (let number = 2; Object.hasOwn(taken, free) || !isServiceName(free); number += 1) {
    free = `${name.slice(0, 60)} ${number}`;
  }
  return free;
}

/** Where nobody signs in: whether it answers at all. */
async function check(extension: Uses<'log' | 'services'>, profile: ServiceProfile): Promise<void> {
  const name = serviceName(profile);
  const answer = await window.withProgress(
    { location: ProgressLocation.Notification, title: l10n.t('Connecting to {0}…', name) },
    () => orFailure(extension.services.ask(profile, profile.check)),
  );
  const isKnown = answer instanceof ServiceFailed && answer.failure.kind === 'status';
  // in its own words it says that it is there, and has no such result
  const isThere =
    !(answer instanceof ServiceFailed) ||
    (isKnown && answer.failure.error !== null && answer.failure.status === 404);
  if (isThere) void window.showInformationMessage(l10n.t('Connected to {0}.', name));
  else await showFailure(extension, answer, profile, () => check(extension, profile), 'credentials');
}
