import {
  commands,
  ConfigurationTarget,
  l10n,
  QuickPickItemKind,
  window,
  workspace,
  type QuickPickItem,
  type WorkspaceConfiguration,
} from 'vscode';
import {
  builtInProfiles,
  displayAddress,
  isCredentialHeaderName,
  isPrivate,
  parseServiceUrl,
  type ServiceProfile,
} from '../../service';
import { sanitizeForUi } from '../sanitizeForUi';
import { serviceName, serviceNeeds } from '../serviceWords';
import type { Uses } from '../extensionServices';
import { addressProblemWords, showSettingsProblems } from '../settingsProblems';
import { setCredentials } from './credentials';

interface ServiceItem extends QuickPickItem {
  /** the ID of a built-in profile, or one of these */
  readonly choice?: 'custom' | 'samples' | (string & {});
}

const samplesCommand = 'judgeResults.openSample';

/** Asks which service is used and what is needed to reach it. Null when the person changed their mind. */
export async function chooseService(extension: Uses<'log' | 'services'>): Promise<ServiceProfile | null> {
  const item = await window.showQuickPick<ServiceItem>(await serviceItems(extension), {
    title: l10n.t('Select a judging service'),
    matchOnDetail: true,
    ignoreFocusOut: true,
  });
  if (!item?.choice) return null;
  if (item.choice === 'samples') {
    await commands.executeCommand(samplesCommand);
    return null;
  }
  if (item.choice === 'custom') {
    if (!(await describeCustom())) return null;
  } else if (currentService() === 'custom') {
    // the address and the push address of another service are none of a built-in one
    await write('baseUrl', undefined);
    await forgetPush();
  }
  await write('service', item.choice);

  const choice = await extension.services.choice();
  if (choice.kind === 'wrong') await showSettingsProblems(choice.problems);
  if (choice.kind !== 'chosen') return null;
  if (await extension.services.isSignedOut(choice.profile)) await setCredentials(extension);
  return choice.profile;
}

async function serviceItems(extension: Uses<'services'>): Promise<ServiceItem[]> {
  const chosen = await extension.services.chosen();
  const current = (id: string): string =>
    chosen?.id === id ? `$(check) ${sanitizeForUi(displayAddress(chosen.baseUrl), 100)}` : '';
  const override = currentService() === 'custom' ? '' : settings().get<string>('baseUrl', '');
  const items: ServiceItem[] = builtInProfiles.map((profile) => ({
    choice: profile.id,
    label: serviceName(profile),
    description: current(profile.id) || sanitizeForUi(displayAddress(override), 100),
    detail: serviceNeeds(profile),
  }));
  items.push({
    choice: 'custom',
    label: l10n.t('Another service…'),
    description: current('custom'),
    detail: l10n.t('Any service with the same API. You enter its URL next.'),
  });
  if ((await commands.getCommands(true)).includes(samplesCommand)) {
    items.push(
      { label: '', kind: QuickPickItemKind.Separator },
      {
        choice: 'samples',
        label: l10n.t('Try with samples'),
        detail: l10n.t('Open sample results. No service or account needed; nothing is sent.'),
      },
    );
  }
  return items;
}

/** Address and authentication of a custom service; false when the person changed their mind. */
async function describeCustom(): Promise<boolean> {
  const title = l10n.t('Another judging service');
  const address = await window.showInputBox({
    title,
    prompt: l10n.t('Service URL. Results are read from <URL>/judge/result.'),
    placeHolder: 'https://judge.example.com',
    value: currentService() === 'custom' ? settings().get<string>('baseUrl', '') : '',
    ignoreFocusOut: true,
    validateInput: (text) => {
      const parsed = parseServiceUrl(text);
      return parsed.ok || text.trim() === '' ? undefined : addressProblemWords(parsed.problem);
    },
  });
  if (address === undefined) return false;
  const parsed = parseServiceUrl(address);
  if (!parsed.ok) return false;

  const authentication = await askAuthentication(title, isPrivate(new URL(parsed.baseUrl)));
  if (!authentication) return false;
  const before = parseServiceUrl(settings().get<string>('baseUrl', ''));
  const isSame = currentService() === 'custom' && before.ok && before.origin === parsed.origin;
  // the token of this service must not go to the push address of the one before
  if (!isSame) await forgetPush();
  await write('authentication.headerName', authentication.headerName);
  await write('authentication.scheme', authentication.scheme);
  await write('baseUrl', parsed.baseUrl);
  return true;
}

interface AuthenticationChoice {
  readonly scheme: string;
  readonly headerName: string | undefined;
}

/** How the service is told who asks; null when the person changed their mind. */
async function askAuthentication(
  title: string,
  isPrivateAddress: boolean,
): Promise<AuthenticationChoice | null> {
  const none = {
    scheme: 'none',
    label: l10n.t('No authentication'),
    detail: isPrivateAddress
      ? l10n.t('The service requires no sign-in')
      : l10n.t('The URL isn’t encrypted. Credentials can’t be sent to it.'),
  };
  const withSecret = [
    { scheme: 'basic', label: 'HTTP Basic', detail: l10n.t('Sign in with a user name and password') },
    {
      scheme: 'bearer',
      label: l10n.t('Bearer token'),
      detail: l10n.t('Token sent as “Authorization: Bearer”'),
    },
    {
      scheme: 'header',
      label: l10n.t('Custom header'),
      detail: l10n.t('Token in a custom header'),
    },
  ];
  const chosen = await window.showQuickPick(isPrivateAddress ? [none, ...withSecret] : [none], {
    title: l10n.t('Select an authentication method'),
    ignoreFocusOut: true,
  });
  if (!chosen) return null;
  if (chosen.scheme !== 'header') return { scheme: chosen.scheme, headerName: undefined };
  const name = await window.showInputBox({
    title,
    prompt: l10n.t('Name of the token header'),
    placeHolder: 'X-Api-Key',
    ignoreFocusOut: true,
    validateInput: (text) =>
      text.trim() === '' || isCredentialHeaderName(text.trim())
        ? undefined
        : l10n.t('Expected a header name, for example X-Api-Key'),
  });
  const headerName = name?.trim() ?? '';
  return isCredentialHeaderName(headerName) ? { scheme: 'header', headerName } : null;
}

async function forgetPush(): Promise<void> {
  for (const name of ['push.webSocketUrl', 'push.webSocketFraming', 'push.authentication']) {
    await write(name, undefined);
  }
}

function currentService(): unknown {
  return settings().get<unknown>('service');
}

function settings(): WorkspaceConfiguration {
  return workspace.getConfiguration('judgeResults');
}

async function write(name: string, value: unknown): Promise<void> {
  await settings().update(name, value, ConfigurationTarget.Global);
}
