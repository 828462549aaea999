import * as v from 'valibot';
import {
  hasUserInformation,
  mayBeInPrivateNetwork,
  isPrivate,
  parseJudgeUrl,
  parseUrl,
  type AddressProblem,
  parseBaseUrl,
} from './address';
import type { Authentication } from './signIn/authentication';

export interface SettingProblem {
  /** without the prefix `judgeResults.`: `services`, `push.callback.port`, … */
  readonly setting: string;
  /** path inside the value (`school.statusCodes.12.kind`); empty: the whole value */
  readonly at: string;
  readonly what: SettingFault;
}

/** Why a setting is invalid. `src/editor` has the messages. */
export type SettingFault =
  | { readonly kind: 'notChosen' }
  | { readonly kind: 'expected'; readonly expected: 'text' | 'an object' }
  | { readonly kind: 'oneOf'; readonly options: readonly string[] }
  | { readonly kind: 'address'; readonly problem: AddressProblem | 'webSocketScheme' }
  /** a credential would be sent unencrypted to another computer */
  | { readonly kind: 'plainHttp' }
  /** not a valid header name, or one with a standard meaning */
  | { readonly kind: 'headerName' }
  /** the field doesn't exist */
  | { readonly kind: 'unknownField' }
  /** a status code must be a whole number, or a displayable text of at most 64 characters */
  | { readonly kind: 'statusCode' }
  /** must be a whole number from 1024 to 65535 */
  | { readonly kind: 'port' }
  /** must be `none`, `header` or `query:<name>` */
  | { readonly kind: 'pushAuthentication' }
  /** a placeholder in a path or a field, without braces, that has no value there */
  | { readonly kind: 'placeholder'; readonly name: string }
  /** the name of a constant must have letters, digits and `_`, and must differ from all other placeholders */
  | { readonly kind: 'constantName' }
  /** the dotted name of a field has an empty part, or another field is below this one */
  | { readonly kind: 'nestedField' }
  /** must be a number of seconds from 1 to 600 */
  | { readonly kind: 'pollInterval' }
  /** reserved by the built-in judge, or not displayable */
  | { readonly kind: 'serviceName' }
  /** must be a list: a program's name or absolute path, then its arguments, with known placeholders only */
  | { readonly kind: 'command' }
  /** additional arguments of a command on this computer */
  | { readonly kind: 'flags' };

export interface JudgeAddress {
  /** Without a trailing slash, user information or query. */
  readonly baseUrl: string;
}

export const optionalText = v.nullish(v.string(), '');

/** Optional switch, off by default. */
export const yesOrNo = v.nullish(v.boolean(), false);

/** Name of a user, a domain, or a contest, or an empty text. The schema of the settings also has this pattern. */
export const namePattern = /^[\w.-]{0,64}$/;
export const requiredNamePattern = /^[\w.-]{1,64}$/;

/** Optional name of a user or a domain. */
export const shortName = v.nullish(
  v.pipe(
    v.string(),
    v.trim(),
    v.check((text) => namePattern.test(text)),
  ),
  '',
);

/** Like `shortName`, but required. */
export const requiredName = v.pipe(
  v.string(),
  v.trim(),
  v.check((text) => requiredNamePattern.test(text)),
);

export const oneOf = <const T extends readonly string[]>(options: T) =>
  v.picklist(options, options.join(' '));

/** Reads the fields of one judge from the setting `services`, and collects problems. */
export class FieldReader {
  readonly problems: SettingProblem[] = [];
  private readonly readFields = new Set<string>();

  /** `unknownFields`: whether a field inside of another one that no judge reads is ignored, or is a problem */
  constructor(
    private readonly name: string,
    private readonly fields: Readonly<Record<string, unknown>>,
    private readonly unknownFields: 'ignored' | 'rejected' = 'ignored',
  ) {}

  /** Returns whether the field was read, so this type of judge has it. */
  hasRead(field: string): boolean {
    return this.readFields.has(field);
  }

  /** Returns the field's value. If it is invalid, notes the problem and returns `instead`. */
  read<T>(field: string, schema: v.GenericSchema<unknown, T>, instead: T): T {
    this.readFields.add(field);
    const result = v.safeParse(schema, this.fields[field]);
    if (result.success) {
      const dropped =
        this.unknownFields === 'rejected' ? droppedField(this.fields[field], result.output) : null;
      if (dropped !== null) this.note(joined(field, dropped), { kind: 'unknownField' });
      return result.output;
    }
    for (const issue of result.issues) {
      this.note(joined(field, v.getDotPath(issue) ?? ''), faultOf(issue));
    }
    return instead;
  }

  /**
   * Reads the judge's base URL, or `otherwise` if the user entered none. Null: the URL is invalid, and the problem is
   * noted. `allowsPlainHttp`: the user allows unencrypted credentials. This only applies to private networks, and to host
   * names, which are looked up before each request.
   */
  address(
    authentication: Authentication,
    otherwise: string | null = null,
    allowsPlainHttp = false,
  ): JudgeAddress | null {
    const given = this.read('url', optionalText, '').trim();
    const address = parseJudgeUrl(given === '' && otherwise !== null ? otherwise : given);
    if (!address.ok) return this.fault('url', { kind: 'address', problem: address.problem });
    const url = new URL(address.baseUrl);
    const isAllowed = isPrivate(url) || (allowsPlainHttp && mayBeInPrivateNetwork(url));
    if (authentication.scheme !== 'none' && !isAllowed) {
      return this.fault('url', { kind: 'plainHttp' });
    }
    return { baseUrl: address.baseUrl };
  }

  /**
   * Reads the URL of a WebSocket. `secret`: credentials will be sent to it. Null: the URL is invalid, and the problem
   * is noted.
   */
  webSocketAddress(field: string, text: string, secret: boolean): URL | null {
    const url = parseUrl(text);
    if (!url || url.hostname === '') return this.fault(field, { kind: 'address', problem: 'notAnAddress' });
    if (url.protocol !== 'ws:' && url.protocol !== 'wss:') {
      return this.fault(field, { kind: 'address', problem: 'webSocketScheme' });
    }
    if (hasUserInformation(url)) return this.fault(field, { kind: 'address', problem: 'userInformation' });
    if (secret && !isPrivate(url)) return this.fault(field, { kind: 'plainHttp' });
    url.hash = '';
    return url;
  }

  /** Reads the URL of server-sent events. Like `webSocketAddress`. */
  eventsAddress(field: string, text: string, secret: boolean): URL | null {
    const url = parseUrl(text);
    if (!url || url.hostname === '') return this.fault(field, { kind: 'address', problem: 'notAnAddress' });
    if (url.protocol !== 'http:' && url.protocol !== 'https:') {
      return this.fault(field, { kind: 'address', problem: 'scheme' });
    }
    if (hasUserInformation(url)) return this.fault(field, { kind: 'address', problem: 'userInformation' });
    if (secret && !isPrivate(url)) return this.fault(field, { kind: 'plainHttp' });
    url.hash = '';
    return url;
  }

  fault(field: string, what: SettingFault): null {
    const at = joined(this.name, field);
    if (!this.problems.some((problem) => problem.at === at)) this.note(field, what);
    return null;
  }

  private note(field: string, what: SettingFault): void {
    this.problems.push({ setting: 'services', at: joined(this.name, field), what });
  }
}

/** Returns the dotted path of the first field that reading has dropped; null: none was dropped. */
function droppedField(given: unknown, read: unknown): string | null {
  if (typeof given !== 'object' || given === null || typeof read !== 'object' || read === null) return null;
  const values = read as Readonly<Record<string, unknown>>;
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(values, name)) return name;
    const dropped = droppedField(value, values[name]);
    if (dropped !== null) return joined(name, dropped);
  }
  return null;
}

function joined(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('.');
}

function faultOf(issue: v.BaseIssue<unknown>): SettingFault {
  switch (issue.type) {
    case 'boolean':
      return { kind: 'oneOf', options: ['true', 'false'] };
    case 'picklist':
      return { kind: 'oneOf', options: issue.message.split(' ') };
    case 'regex':
      return { kind: 'statusCode' };
    case 'custom':
    case 'record':
      return { kind: 'expected', expected: 'an object' };
    case 'strict_object':
      if (issue.expected === 'never') return { kind: 'unknownField' };
      return issue.expected === 'Object' ? { kind: 'expected', expected: 'an object' } : missing(issue);
    case 'object':
      // a missing field is reported as an issue of its object
      return issue.expected?.startsWith('"') === true
        ? missing(issue)
        : { kind: 'expected', expected: 'an object' };
    default:
      return { kind: 'expected', expected: 'text' };
  }
}

/** Returns the fault for a missing field. Only the field `kind` has a list of options. */
function missing(issue: v.BaseIssue<unknown>): SettingFault {
  return issue.expected === '"kind"'
    ? { kind: 'oneOf', options: statusKinds }
    : { kind: 'expected', expected: 'text' };
}

export const statusKinds = ['pending', 'accepted', 'partial', 'failed', 'error'] as const;

/** Whether HTTP callbacks are accepted, and where. */
export type CallbackSettings =
  | { readonly kind: 'off' }
  | { readonly kind: 'wrong'; readonly problems: readonly SettingProblem[] }
  | {
      readonly kind: 'on';
      readonly port: number;
      /** URL of the user's tunnel to the port, without a trailing slash; empty: none */
      readonly publicUrl: string;
    };

/** Bounds of the interval between two polls of a described judge, seconds. */
export const pollIntervals = { shortest: 1, longest: 600 } as const;

/** The lowest port that needs no privileges, and the highest possible port. */
export const callbackPorts = { lowest: 1024, highest: 65_535 } as const;

/** Reads `push.callback.port` and `push.callback.publicUrl`, or returns all of their problems. */
export function callbackSettings(port: unknown, tunnel: unknown): CallbackSettings {
  if (port === null || port === undefined) return { kind: 'off' };
  const problems: SettingProblem[] = [];
  const { lowest, highest } = callbackPorts;
  const isPort = Number.isInteger(port) && lowest <= Number(port) && Number(port) <= highest;
  if (!isPort) problems.push({ setting: 'push.callback.port', at: '', what: { kind: 'port' } });
  const publicUrl = publicUrlOf(tunnel ?? '', problems);
  return problems.length > 0 ? { kind: 'wrong', problems } : { kind: 'on', port: Number(port), publicUrl };
}

function publicUrlOf(value: unknown, problems: SettingProblem[]): string {
  const setting = 'push.callback.publicUrl';
  if (typeof value !== 'string') {
    problems.push({ setting, at: '', what: { kind: 'expected', expected: 'text' } });
    return '';
  }
  if (value.trim() === '') return '';
  const address = parseBaseUrl(value);
  if (address.ok) return address.baseUrl;
  problems.push({ setting, at: '', what: { kind: 'address', problem: address.problem } });
  return '';
}

/** Generates 128 random bits for the path of the callback URL. Created once and stored as a secret. */
export function newCallbackSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function callbackPath(secret: string): string {
  return `/callback/${secret}`;
}
