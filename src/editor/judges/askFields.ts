import { l10n, window } from 'vscode';
import {
  builtInJudge,
  isCredentialHeaderName,
  isPrivate,
  parseJudgeUrl,
  type PromptedField,
} from '../../judges';
import { addressProblemWords } from '../shared/settings/settingsProblems';
import { urlOf, withScheme, type Description } from './settingsEntry';

/**
 * Prompts for one field. Undefined: the user canceled; null: left out. `before`: current value. `prompts`: texts for
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
    prompt: promptFor(field, prompts),
    placeHolder: placeHolders[field] ?? '',
    value: known,
    ignoreFocusOut: true,
    validateInput: (typed) => problemWith(typed.trim()),
  });
  const value = text?.trim();
  if (value === undefined || problemWith(value) !== undefined) return undefined;
  if (value === '' || value === defaultValue) return null;
  const parsed = field === 'url' ? parseJudgeUrl(withScheme(value)) : null;
  return parsed?.ok ? parsed.baseUrl : value;
}

/** Returns whether a typed value is a URL that contains fields of the judge. */
export function containsFields(field: string, value: string, fieldsIn: (text: string) => unknown): boolean {
  return (field === 'url' || value.includes('://')) && fieldsIn(value) !== null;
}

/** Returns the prompt of a field. `prompts`: texts for fields that only this type of judge has */
export function promptFor(field: string, prompts: Readonly<Record<string, string>> = {}): string {
  const own = prompts[field];
  if (own !== undefined) return own;
  return field === 'headerName' ? l10n.t('Name of the token header') : l10n.t('Judge’s URL');
}

const placeHolders: Readonly<Record<string, string>> = {
  url: 'https://judge.example.com',
  headerName: 'X-Api-Key',
};

/** Returns why a typed value is invalid; undefined if it is valid. */
function problemOf(field: string, value: string): string | undefined {
  switch (field) {
    case 'url': {
      const parsed = parseJudgeUrl(withScheme(value));
      return parsed.ok ? undefined : addressProblemWords(parsed.problem);
    }
    case 'headerName':
      return isCredentialHeaderName(value)
        ? undefined
        : l10n.t('Expected a header name, for example X-Api-Key');
    default:
      if (value === '') return l10n.t('Required');
      return isFieldText(value) ? undefined : fieldTextProblem();
  }
}

/** Returns whether a text can be the value of a field that identifies something at the judge, such as a contest. */
export function isFieldText(value: string): boolean {
  return /^[\w.-]{1,64}$/.test(value);
}

export function fieldTextProblem(): string {
  return l10n.t('Use letters, digits, “-”, “_”, and “.”');
}

/** Lets the user choose how requests are authenticated. */
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

/** Prompts for the meaning of the status codes, because the specification doesn't define them. */
async function askStatusCodes(title: string): Promise<unknown> {
  const same = {
    label: l10n.t('Same as Luogu Open Platform'),
    detail: l10n.t('The status codes of the Luogu Open Platform'),
    value: builtInJudge.name,
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
