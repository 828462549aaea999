import { parseBaseUrl } from './address';
import type { SettingProblem } from './fields';

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
