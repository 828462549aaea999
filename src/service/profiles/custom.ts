import type { StatusKind, StatusLook, StatusMeaning, StatusTable, Units } from '../../judge';
import type { Authentication, ServiceProfile, WebSocketPush } from '../profile';
import { isRequestId } from '../requestIdInput';

/** What a person says about a service, checked. */
export interface CustomService {
  /** as `parseServiceUrl` gives it */
  readonly baseUrl: string;
  readonly origin: string;
  readonly authentication: Authentication;
  readonly statusCodes: Readonly<Record<string, StatusSetting>>;
  readonly units: Partial<Units>;
  readonly webSocket: WebSocketPush | null;
}

export interface StatusSetting {
  readonly name: string;
  readonly kind: StatusKind;
  readonly short: string;
}

/** A service that its user describes. Whatever is not said is not assumed. */
export function customProfile(service: CustomService): ServiceProfile {
  const { baseUrl, origin, authentication, units, webSocket } = service;
  return {
    id: 'custom',
    name: new URL(baseUrl).host,
    chineseName: null,
    baseUrl,
    origin,
    authentication,
    rules: {
      profile: 'custom',
      statuses: statusTable(service.statusCodes),
      units: { time: units.time || null, memory: units.memory || null, score: units.score || null },
      compileFailureIsFinal: false,
    },
    resultLifetime: null,
    webSocket,
    callbackSignatureHeader: null,
    submission: null,
    quotaPath: null,
    problemPage: null,
    problemIdIn: null,
    isWebsiteRecord: null,
    // long enough, and not a word
    looksLikeRequestId: (text) => isRequestId(text) && text.length >= 16 && /\d/.test(text),
  };
}

function statusTable(codes: Readonly<Record<string, StatusSetting>>): StatusTable {
  const pending = Object.keys(codes).filter((key) => codes[key]?.kind === 'pending');
  // where the service tells “judging” from “waiting”, it is the highest of its pending codes
  const running = pending.length > 1 ? Math.max(...pending.map(Number)) : null;
  return Object.fromEntries(
    Object.entries(codes).map(([key, { name, kind, short }]): [string, StatusMeaning] => [
      key,
      {
        code: Number(key),
        kind,
        ...(Number(key) === running ? { running: true } : {}),
        look: lookOf(kind, short),
        name,
        chineseName: null,
        short: short || name,
      },
    ]),
  );
}

/** The look goes by what the person wrote; only a failed verdict has several. */
function lookOf(kind: StatusKind, short: string): StatusLook {
  switch (kind) {
    case 'pending':
      return 'pending';
    case 'accepted':
      return 'accepted';
    case 'error':
      return 'serviceError';
    case 'partial':
    case 'failed': {
      const upper = short.toUpperCase();
      if (/^(?:RE|RTE)$/.test(upper)) return 'runtimeError';
      if (/^[A-Z]LE$/.test(upper)) return 'limitExceeded';
      return upper === 'CE' ? 'compileError' : 'wrongAnswer';
    }
  }
}
