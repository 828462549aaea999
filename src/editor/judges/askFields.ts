import { l10n, window, type QuickPickItem } from 'vscode';
import {
  builtInService,
  isCredentialHeaderName,
  isPrivate,
  parseServiceUrl,
  type PromptedField,
  type Credential,
  type FieldOffer,
  type OfferedValue,
  isInPrivateNetwork,
  isLoopback,
  judgeNamed,
  ServiceFailed,
  type Judge,
  type ServiceType,
  type Site,
} from '../../service';
import { addressProblemWords } from '../shared/settingsProblems';
import type { ExtensionServices } from '../shared/extensionServices';
import { askChecked, type Checked, back } from '../shared/quickPick';
import { confirms } from '../shared/dialogs';
import { failureWords, orFailure } from '../shared/showFailure';
import { sanitizeForUi } from '../labels/text';
import { typeWords } from '../labels/serviceLabels';
import { askCredential } from './signIn/signIn';

/** A judge's entry in the settings. */
export type Description = Readonly<Record<string, unknown>>;

/** Returns the URL; empty if there is none, or if it isn't text. */
export function urlOf({ url }: Description): string {
  return typeof url === 'string' ? url : '';
}

/** Returns the entry without one of its fields. */
export function without(described: Description, field: string): Description {
  return Object.fromEntries(Object.entries(described).filter(([name]) => name !== field));
}

/** Adds `https://` if the URL has no scheme. */
function withScheme(address: string): string {
  return address === '' || /^[a-z][a-z\d+.-]*:\/\//i.test(address) ? address : `https://${address}`;
}

/**
 * Asks for one field. Undefined: the user canceled; null: left out. `before`: current value. `prompts`: texts for
 * fields that only this type of judge has. `fieldsIn`: returns the fields that a pasted URL contains; null: none. If
 * there are some, the URL is accepted unchecked, also instead of the value of another field.
 */
export async function askField(
  title: string,
  { field, defaultValue }: PromptedField,
  soFar: Description,
  before: unknown,
  prompts: Readonly<Record<string, string>> = {},
  fieldsIn: (text: string) => unknown = () => null,
): Promise<unknown> {
  if (field === 'authentication') return askAuthentication(title, urlOf(soFar));
  if (field === 'statusCodes') return askStatusCodes(title);
  const known = typeof before === 'string' ? before : (defaultValue ?? '');
  const problemWith = (value: string): string | undefined =>
    (value === '' && defaultValue !== null) || containsFields(field, value, fieldsIn)
      ? undefined
      : problemOf(field, value);
  const text = await window.showInputBox({
    title,
    prompt: prompts[field] ?? promptOf(field),
    placeHolder: placeHolders[field] ?? '',
    value: known,
    ignoreFocusOut: true,
    validateInput: (typed) => problemWith(typed.trim()),
  });
  const value = text?.trim();
  if (value === undefined || problemWith(value) !== undefined) return undefined;
  if (value === '' || value === defaultValue) return null;
  const parsed = field === 'url' ? parseServiceUrl(withScheme(value)) : null;
  return parsed?.ok ? parsed.baseUrl : value;
}

/** Returns whether a typed value is a URL that contains fields of the judge. */
export function containsFields(field: string, value: string, fieldsIn: (text: string) => unknown): boolean {
  return (field === 'url' || value.includes('://')) && fieldsIn(value) !== null;
}

function promptOf(field: string): string {
  return field === 'headerName' ? l10n.t('Name of the token header') : l10n.t('Service URL');
}

const placeHolders: Readonly<Record<string, string>> = {
  url: 'https://judge.example.com',
  headerName: 'X-Api-Key',
};

/** Returns why a typed value is invalid; undefined if it is valid. */
function problemOf(field: string, value: string): string | undefined {
  switch (field) {
    case 'url': {
      const parsed = parseServiceUrl(withScheme(value));
      return parsed.ok ? undefined : addressProblemWords(parsed.problem);
    }
    case 'headerName':
      return isCredentialHeaderName(value)
        ? undefined
        : l10n.t('Expected a header name, for example X-Api-Key');
    default:
      return /^[\w.-]{1,64}$/.test(value) ? undefined : l10n.t('Use letters, digits, “-”, “_”, and “.”');
  }
}

/** Returned if the user chose to sign in instead of a value. */
const signInFirst = Symbol('sign in first');

/**
 * Asks for one of the values that the judge lists for a field; calls `ask` if the user wants another one. Some values
 * are only listed for signed-in users, so the user can sign in first. In that case, the result also contains the
 * secret. The value is undefined if the user canceled.
 */
export async function askOffered(
  extension: ExtensionServices,
  title: string,
  described: Description,
  { field, fetchValues }: FieldOffer,
  ask: () => Promise<unknown>,
): Promise<{ readonly value: unknown; readonly secret?: string }> {
  const before = described[field];
  const name = URL.canParse(urlOf(described)) ? new URL(urlOf(described)).host : 'x';
  // the field is required, but doesn't affect this request
  const read = judgeNamed(name, { [name]: { ...described, [field]: before ?? 'x' } });
  if (!read.ok) return { value: await ask() };
  const { judge } = read;
  const offeredTo = (credential: Credential | null) =>
    orFailure(extension.services.clientWith(judge, credential).then((it) => it.ask(fetchValues)));
  const open = await offeredTo(null);
  const takesPassword = judge.signIn.kind === 'secret' && judge.signIn.secret === 'userAndPassword';
  const canSignIn = takesPassword && !(open instanceof ServiceFailed && !isRefusal(open));
  const chosen = await chooseOffered(title, valuesIn(open), before, canSignIn, ask);
  if (chosen !== signInFirst) return { value: chosen };
  const credential = await askCredential(extension, judge);
  if (!credential) return { value: undefined };
  const own = valuesIn(await offeredTo(credential));
  return { value: await chooseOffered(title, own, before, false, ask), secret: credential.secret };
}

function isRefusal({ failure }: ServiceFailed): boolean {
  return failure.kind === 'status' && (failure.status === 401 || failure.status === 403);
}

function valuesIn(answer: readonly OfferedValue[] | ServiceFailed): readonly OfferedValue[] {
  return answer instanceof ServiceFailed ? [] : answer.slice(0, 200);
}

/** Returns one of the values, the result of `ask`, or `signInFirst`; undefined: the user canceled. */
async function chooseOffered(
  title: string,
  offered: readonly OfferedValue[],
  before: unknown,
  canSignIn: boolean,
  ask: () => Promise<unknown>,
): Promise<unknown> {
  if (offered.length === 0 && !canSignIn) return ask();
  type Item = QuickPickItem & { readonly value?: string; readonly run?: () => unknown };
  const items = offered.map(({ value, name }) => ({
    label: sanitizeForUi(name, 200),
    ...(value === name ? {} : { description: value }),
    picked: value === before,
    value,
  }));
  const signIn = {
    label: l10n.t('Sign In…'),
    detail: l10n.t('Some contests are visible only after you sign in'),
    run: () => signInFirst,
  };
  const others: readonly Item[] = [...(canSignIn ? [signIn] : []), { label: l10n.t('Another…'), run: ask }];
  const chosen = await window.showQuickPick<Item>([...items, ...others], {
    title,
    matchOnDescription: true,
    ignoreFocusOut: true,
  });
  return chosen?.run ? chosen.run() : chosen?.value;
}

/** Asks how requests are authenticated. */
async function askAuthentication(title: string, url: string): Promise<unknown> {
  const isPrivateAddress = URL.canParse(url) && isPrivate(new URL(url));
  const none = {
    scheme: 'none',
    label: l10n.t('No authentication'),
    detail: isPrivateAddress
      ? l10n.t('This judge requires no sign-in')
      : l10n.t('The URL isn’t encrypted. Credentials can’t be sent to it.'),
  };
  const withSecret = [
    { scheme: 'basic', label: 'HTTP Basic', detail: l10n.t('Sign in with a user name and password') },
    {
      scheme: 'bearer',
      label: l10n.t('Bearer token'),
      detail: l10n.t('Token sent as “Authorization: Bearer”'),
    },
    { scheme: 'header', label: l10n.t('Custom header'), detail: l10n.t('Token in a custom header') },
  ];
  const chosen = await window.showQuickPick(isPrivateAddress ? [none, ...withSecret] : [none], {
    title,
    placeHolder: l10n.t('Select an authentication method'),
    ignoreFocusOut: true,
  });
  if (!chosen) return undefined;
  if (chosen.scheme === 'none') return null;
  if (chosen.scheme !== 'header') return { scheme: chosen.scheme };
  const headerName = await askField(title, { field: 'headerName', defaultValue: null }, {}, undefined);
  return headerName === undefined ? undefined : { scheme: 'header', headerName };
}

/** Asks for the meaning of the status codes, because the specification doesn't define them. */
async function askStatusCodes(title: string): Promise<unknown> {
  const same = {
    label: l10n.t('Same as Luogu Open Platform'),
    detail: l10n.t('The status codes of the Luogu Open Platform'),
    value: builtInService.name,
  };
  const skip = {
    label: l10n.t('Skip'),
    detail: l10n.t('Statuses are shown as “Status 6” until you define them.'),
    value: null,
  };
  const chosen = await window.showQuickPick([same, skip], {
    title,
    placeHolder: l10n.t('Select the status codes of the judge'),
    ignoreFocusOut: true,
  });
  return chosen && chosen.value;
}

/**
 * Asks for the URL of a site, or of any of its pages. Checks whether the site is of that type. If the URL is
 * unencrypted but allowed, asks whether credentials may be sent to it. Undefined: the user canceled.
 */
export async function askSite(
  extension: ExtensionServices,
  type: ServiceType,
  site: Site,
  title: string,
  soFar: Description,
  suggested: string,
): Promise<Description | undefined> {
  const described = await askChecked<Description>({
    title,
    prompt: l10n.t('URL of the site, or of one of its pages'),
    placeholder: 'https://oj.school.edu',
    value: suggested,
    problemOf: (text) => (text.trim() === '' ? undefined : siteProblem(site, text)),
    attempt: (text, signal) => attempt(extension, type, site, soFar, text, signal),
  });
  return described === back ? undefined : described;
}

/** Returns why a typed URL is invalid; undefined if it is valid. */
function siteProblem({ siteIn, mayBeUnencrypted }: Site, text: string): string | undefined {
  const parsed = parseServiceUrl(withScheme(siteIn(text).url));
  if (!parsed.ok) return addressProblemWords(parsed.problem);
  const url = new URL(parsed.baseUrl);
  if (isPrivate(url) || (mayBeUnencrypted && isInPrivateNetwork(url))) return undefined;
  return l10n.t('Credentials can’t be sent to this URL because it isn’t encrypted. Use https://');
}

async function attempt(
  extension: ExtensionServices,
  type: ServiceType,
  site: Site,
  soFar: Description,
  text: string,
  signal: AbortSignal,
): Promise<Checked<Description>> {
  const { url: address, ...others } = site.siteIn(text);
  const url = withScheme(address);
  const before = urlOf(soFar);
  const isUnencrypted = !isPrivate(new URL(url));
  const described: Description = {
    ...without(soFar, 'allowPlainHttp'),
    type,
    url,
    ...others,
    ...(isUnencrypted ? { allowPlainHttp: true } : {}),
  };
  const name = new URL(url).host;
  const read = judgeNamed(name, { [name]: described });
  if (!read.ok) return { kind: 'refused', words: l10n.t('This URL can’t be used') };
  const wrong = await problemThere(extension, read.judge, type, site, signal);
  if (wrong !== null) return { kind: 'refused', words: joinedAdvice(wrong, site, text, url) };
  const isAgreed = before === url && soFar['allowPlainHttp'] === true;
  if (isUnencrypted && !isAgreed && !(await agreesToUnencrypted(url))) {
    return {
      kind: 'refused',
      words: l10n.t('Not signed in. Credentials aren’t sent to this site without encryption.'),
    };
  }
  return { kind: 'taken', value: described };
}

/** Returns why the site isn't of that type; null if it is. */
async function problemThere(
  extension: ExtensionServices,
  judge: Judge,
  type: ServiceType,
  { isThisType }: Site,
  signal: AbortSignal,
): Promise<string | null> {
  const client = extension.services.clientWith(judge, null);
  const answer = await orFailure(client.then((it) => it.ask(isThisType, signal)));
  if (answer === true) return null;
  if (answer instanceof ServiceFailed) return failureWords(extension, judge, answer, 'credentials');
  return l10n.t(
    'No {0} site found at {1}. Check the URL.',
    typeWords(type).label,
    sanitizeForUi(judge.baseUrl, 100),
  );
}

/** Adds advice for sites without https, because users often type URLs without a scheme, and https was assumed. */
function joinedAdvice(words: string, { mayBeUnencrypted }: Site, text: string, url: string): string {
  if (text.includes('://')) return words;
  const address = new URL(url);
  const canBeUnencrypted = isLoopback(address) || (mayBeUnencrypted && isInPrivateNetwork(address));
  const advice = canBeUnencrypted
    ? l10n.t('If the site has no HTTPS, enter the URL with http://')
    : l10n.t('If the site has no HTTPS, you can’t sign in to it from here.');
  return `${words} ${advice}`;
}

export function agreesToUnencrypted(url: string): Promise<boolean> {
  return confirms(
    l10n.t('Send credentials unencrypted to {0}?', sanitizeForUi(url, 100)),
    l10n.t('Send Unencrypted'),
    l10n.t('Anyone on this network can read your password.'),
  );
}
