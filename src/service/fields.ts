import * as v from 'valibot';
import {
  hasUserInformation,
  isInPrivateNetwork,
  isPrivate,
  parseServiceUrl,
  parseUrl,
  type AddressProblem,
  parseBaseUrl,
} from './address';
import type { Authentication } from './authentication';

/** One setting that cannot be used. */
export interface SettingProblem {
  /** without the `judgeResults.` before it: `services`, `push.callback.port`, … */
  readonly setting: string;
  /** where inside the value (`school.statusCodes.12.kind`); empty for all of it */
  readonly at: string;
  readonly what: SettingFault;
}

/** What is wrong with a setting; its words are made where they are shown. */
export type SettingFault =
  | { readonly kind: 'notChosen' }
  | { readonly kind: 'expected'; readonly expected: 'text' | 'an object' }
  | { readonly kind: 'oneOf'; readonly options: readonly string[] }
  | { readonly kind: 'address'; readonly problem: AddressProblem | 'webSocketScheme' }
  /** a credential would go over plain http to another machine */
  | { readonly kind: 'plainHttp' }
  /** no name of a header, or one that means something else */
  | { readonly kind: 'headerName' }
  /** no field that is known here */
  | { readonly kind: 'unknownField' }
  /** a status code is a whole number, or a text of at most 64 characters that can be shown */
  | { readonly kind: 'statusCode' }
  /** a whole number from 1024 to 65535 */
  | { readonly kind: 'port' }
  /** `none`, `header` or `query:<name>` */
  | { readonly kind: 'pushAuthentication' }
  /** the name of the built-in service, or one that can't be shown */
  | { readonly kind: 'serviceName' };

export interface ServiceAddress {
  readonly baseUrl: string;
  readonly origin: string;
}

/** Text that may be missing. */
export const optionalText = v.nullish(v.string(), '');

/** A switch that may be missing: then it is off. */
export const yesOrNo = v.nullish(v.boolean(), false);

/** The name of a user or a domain; may be missing. */
export const shortName = v.nullish(
  v.pipe(
    v.string(),
    v.trim(),
    v.check((text) => /^[\w.-]{0,64}$/.test(text)),
  ),
  '',
);

/** The same, which may not be missing. */
export const requiredName = v.pipe(
  v.string(),
  v.trim(),
  v.check((text) => /^[\w.-]{1,64}$/.test(text)),
);

export const oneOf = <const T extends readonly string[]>(options: T) =>
  v.picklist(options, options.join(' '));

/** Reads the fields of one service's description (an entry of the setting `services`), and notes what is wrong. */
export class FieldReader {
  readonly problems: SettingProblem[] = [];

  constructor(
    private readonly name: string,
    private readonly fields: Readonly<Record<string, unknown>>,
  ) {}

  /** The field's value, or `instead` where it is wrong, which is then noted. */
  read<T>(field: string, schema: v.GenericSchema<unknown, T>, instead: T): T {
    const result = v.safeParse(schema, this.fields[field]);
    if (result.success) return result.output;
    for (const issue of result.issues) {
      this.note(joined(field, v.getDotPath(issue) ?? ''), faultOf(issue));
    }
    return instead;
  }

  /**
   * The service's address; `otherwise` where none is given. Null: it is wrong, which is noted. `allowsPlainHttp`: its user
   * has chosen that credentials go unencrypted, which counts in a private network only.
   */
  address(
    authentication: Authentication,
    otherwise: string | null = null,
    allowsPlainHttp = false,
  ): ServiceAddress | null {
    const given = this.read('url', optionalText, '').trim();
    const address = parseServiceUrl(given === '' && otherwise !== null ? otherwise : given);
    if (!address.ok) return this.fault('url', { kind: 'address', problem: address.problem });
    const url = new URL(address.baseUrl);
    const isAllowed = isPrivate(url) || (allowsPlainHttp && isInPrivateNetwork(url));
    if (authentication.scheme !== 'none' && !isAllowed) {
      return this.fault('url', { kind: 'plainHttp' });
    }
    return { baseUrl: address.baseUrl, origin: address.origin };
  }

  /** The address of a WebSocket; `secret`: a credential goes there. Null: it is wrong, which is noted. */
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

  fault(field: string, what: SettingFault): null {
    const at = joined(this.name, field);
    if (!this.problems.some((problem) => problem.at === at)) this.note(field, what);
    return null;
  }

  private note(field: string, what: SettingFault): void {
    this.problems.push({ setting: 'services', at: joined(this.name, field), what });
  }
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
      // a missing field is reported by its object
      return issue.expected?.startsWith('"') === true
        ? missing(issue)
        : { kind: 'expected', expected: 'an object' };
    default:
      return { kind: 'expected', expected: 'text' };
  }
}

/** A field's options, where a picklist is missing altogether, are told by its name. */
function missing(issue: v.BaseIssue<unknown>): SettingFault {
  return issue.expected === '"kind"'
    ? { kind: 'oneOf', options: statusKinds }
    : { kind: 'expected', expected: 'text' };
}

export const statusKinds = ['pending', 'accepted', 'partial', 'failed', 'error'] as const;

/** Whether and where HTTP callbacks are taken. */
export type CallbackSettings =
  | { readonly kind: 'off' }
  | { readonly kind: 'wrong'; readonly problems: readonly SettingProblem[] }
  | {
      readonly kind: 'on';
      readonly port: number;
      /** the person's tunnel to it, without a trailing slash; empty: none */
      readonly publicUrl: string;
    };

/** The lowest port that needs no special rights, and the highest there is. */
export const callbackPorts = { lowest: 1024, highest: 65_535 } as const;

/** What `push.callback.port` and `push.callback.publicUrl` say, or everything that is wrong with them. */
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

/** 128 random bits for the path of the callback address: made once, kept as a secret. */
export function newCallbackSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The path at which callbacks are taken. */
export function callbackPath(secret: string): string {
  return `/callback/${secret}`;
}
