import * as v from 'valibot';
import type { AddressProblem } from './address';
import { hasUserInformation, isPrivate, parseServiceUrl, parseUrl } from './address';
import { isCredentialHeaderName } from './credentials';
import type {
  Authentication,
  PushAuthentication,
  PushLimits,
  ServiceProfile,
  WebSocketPush,
} from './profile';
import { customProfile } from './profiles/custom';
import { luogu } from './profiles/luogu';

/** The services that need no description. Adding one is adding its profile here. */
export const builtInProfiles: readonly ServiceProfile[] = [luogu];

/** Settings by name, without the `judgeResults.` before it. */
export type SettingValues = Readonly<Record<string, unknown>>;

/** One setting that cannot be used. */
export interface SettingProblem {
  /** `statusCodes`, `push.webSocketUrl`, … */
  readonly setting: string;
  /** where inside the value (`12.kind`); empty for all of it */
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
  /** a status code is a whole number */
  | { readonly kind: 'statusCode' }
  /** a whole number from 1024 to 65535 */
  | { readonly kind: 'port' }
  /** `none`, `header` or `query:<name>` */
  | { readonly kind: 'pushAuthentication' };

export type ProfileFromSettings =
  | { readonly ok: true; readonly profile: ServiceProfile }
  | { readonly ok: false; readonly problems: readonly SettingProblem[] };

/** The profile that the settings describe, or everything that is wrong with them. */
export function profileFromSettings(values: SettingValues): ProfileFromSettings {
  if (values.service === null || values.service === undefined || values.service === '') {
    return { ok: false, problems: [{ setting: 'service', at: '', what: { kind: 'notChosen' } }] };
  }
  const problems: SettingProblem[] = [];
  const read = new SettingsReader(values, problems);
  const profile = read.profile();
  return profile && problems.length === 0 ? { ok: true, profile } : { ok: false, problems };
}

const schemes = ['basic', 'bearer', 'header', 'none'] as const;
const framings = ['plain', 'channel'] as const;
const kinds = ['pending', 'accepted', 'partial', 'failed', 'error'] as const;

const text = v.nullish(v.string(), '');
const oneOf = <const T extends readonly string[]>(options: T) => v.picklist(options, options.join(' '));
const nonEmptyText = v.pipe(v.string(), v.trim(), v.minLength(1));
const statusCode = v.pipe(v.string(), v.regex(/^(?:0|-?[1-9]\d{0,8})$/));
const noList = v.custom<Record<string, unknown>>(
  (value) => typeof value === 'object' && !Array.isArray(value),
);
const statusCodes = v.nullish(
  v.pipe(noList, v.record(statusCode, v.object({ name: nonEmptyText, kind: oneOf(kinds), short: text }))),
  {},
);
const units = v.nullish(v.object({ time: text, memory: text, score: text }), {});

class SettingsReader {
  constructor(
    private readonly values: SettingValues,
    private readonly problems: SettingProblem[],
  ) {}

  profile(): ServiceProfile | null {
    const names = [...builtInProfiles.map(({ id }) => id), 'custom'];
    const service = this.read('service', oneOf(names), '');
    const builtIn = builtInProfiles.find(({ id }) => id === service);
    if (builtIn) return this.overridden(builtIn);
    return service === 'custom' ? this.custom() : null;
  }

  /** Another address of the same service. Its own push address goes with its own address only. */
  private overridden(profile: ServiceProfile): ServiceProfile | null {
    const webSocket = this.webSocket(profile.webSocket?.limits ?? null);
    if (this.read('baseUrl', text, '').trim() === '') {
      return webSocket ? { ...profile, webSocket } : profile;
    }
    const address = this.baseUrl(profile.authentication);
    return address && { ...profile, ...address, webSocket };
  }

  private custom(): ServiceProfile | null {
    const authentication = this.authentication();
    const address = this.baseUrl(authentication);
    const codes = this.read('statusCodes', statusCodes, {});
    const counted = this.read('units', units, { time: '', memory: '', score: '' });
    const webSocket = this.webSocket(null);
    return (
      address && customProfile({ ...address, authentication, statusCodes: codes, units: counted, webSocket })
    );
  }

  private baseUrl(authentication: Authentication): { baseUrl: string; origin: string } | null {
    const address = parseServiceUrl(this.read('baseUrl', text, ''));
    if (!address.ok) return this.fault('baseUrl', { kind: 'address', problem: address.problem });
    if (authentication.scheme !== 'none' && !isPrivate(new URL(address.baseUrl))) {
      return this.fault('baseUrl', { kind: 'plainHttp' });
    }
    return { baseUrl: address.baseUrl, origin: address.origin };
  }

  private authentication(): Authentication {
    const scheme = this.read('authentication.scheme', v.nullish(oneOf(schemes), 'none'), 'none');
    if (scheme !== 'header') return { scheme };
    const headerName = this.read('authentication.headerName', text, '').trim();
    if (!isCredentialHeaderName(headerName)) this.fault('authentication.headerName', { kind: 'headerName' });
    return { scheme, headerName };
  }

  private webSocket(limits: PushLimits | null): WebSocketPush | null {
    const setting = 'push.webSocketUrl';
    const address = this.read(setting, text, '').trim();
    const framing = this.read('push.webSocketFraming', v.nullish(oneOf(framings), 'plain'), 'plain');
    const authentication = this.pushAuthentication();
    if (address === '') return null;
    const url = parseUrl(address);
    if (!url || url.hostname === '') return this.fault(setting, { kind: 'address', problem: 'notAnAddress' });
    if (url.protocol !== 'ws:' && url.protocol !== 'wss:') {
      return this.fault(setting, { kind: 'address', problem: 'webSocketScheme' });
    }
    if (hasUserInformation(url)) {
      return this.fault(setting, { kind: 'address', problem: 'userInformation' });
    }
    if (authentication.kind !== 'none' && !isPrivate(url)) return this.fault(setting, { kind: 'plainHttp' });
    url.hash = '';
    // one channel asked for: its name is what a frame must begin with
    const asked = framing === 'channel' ? url.searchParams.get('channel') : null;
    const channel = asked === null || asked === '' || asked.includes(',') ? null : asked;
    return { url: url.href, framing, authentication, channel, limits };
  }

  private pushAuthentication(): PushAuthentication {
    const value = this.read('push.authentication', text, '').trim();
    if (value === 'header') return { kind: 'header' };
    const parameter = /^query:([\w.~-]{1,64})$/.exec(value)?.[1];
    if (parameter !== undefined) return { kind: 'query', parameter };
    if (value !== '' && value !== 'none') this.fault('push.authentication', { kind: 'pushAuthentication' });
    return { kind: 'none' };
  }

  /** The setting's value, or `instead` where it is wrong, which is then noted. */
  private read<T>(setting: string, schema: v.GenericSchema<unknown, T>, instead: T): T {
    const result = v.safeParse(schema, this.values[setting]);
    if (result.success) return result.output;
    for (const issue of result.issues) {
      this.problems.push({ setting, at: v.getDotPath(issue) ?? '', what: faultOf(issue) });
    }
    return instead;
  }

  private fault(setting: string, what: SettingFault): null {
    const known = this.problems.some((problem) => problem.setting === setting);
    if (!known) this.problems.push({ setting, at: '', what });
    return null;
  }
}

function faultOf(issue: v.BaseIssue<unknown>): SettingFault {
  switch (issue.type) {
    case 'picklist':
      return { kind: 'oneOf', options: issue.message.split(' ') };
    case 'regex':
      return { kind: 'statusCode' };
    case 'custom':
    case 'record':
      return { kind: 'expected', expected: 'an object' };
    case 'object':
      // a missing field is reported by its object
      return missingField(issue) ? missing(issue) : { kind: 'expected', expected: 'an object' };
    default:
      return { kind: 'expected', expected: 'text' };
  }
}

function missingField(issue: v.BaseIssue<unknown>): boolean {
  return issue.expected?.startsWith('"') === true;
}

function missing(issue: v.BaseIssue<unknown>): SettingFault {
  return issue.expected === '"kind"'
    ? { kind: 'oneOf', options: kinds }
    : { kind: 'expected', expected: 'text' };
}
