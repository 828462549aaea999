import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Oddities } from './oddities';
import type { HydroRecord } from './records';

export interface HydroUser {
  readonly uid: number;
  readonly uname: string;
  readonly password: string;
}

/** What a person hands in. */
export interface HydroSubmission {
  readonly domain?: string;
  readonly pid: string;
  readonly lang: string;
  readonly code: string;
  readonly contest?: string | null;
  readonly input?: readonly string[] | null;
}

/** The site as what answers for it sees it. */
export interface HydroSite {
  readonly users: readonly HydroUser[];
  readonly oddities: Oddities;
  /** session → user */
  readonly sessions: ReadonlyMap<string, HydroUser>;
  readonly records: ReadonlyMap<string, HydroRecord>;
  readonly sockets: {
    accept(request: IncomingMessage, stream: Duplex, head: Buffer, user: HydroUser | null, url: URL): void;
  };
  signIn(user: HydroUser): string;
  /** Ends a session. */
  signOut(sid: string): void;
  /** Takes a program and has it judged. */
  submit(user: HydroUser, submission: HydroSubmission): HydroRecord;
}

/** `lang` → its name for people, and what judges it here. */
export const languages: Readonly<Record<string, readonly [name: string, judgedAs: string]>> = {
  c: ['C', 'c/99/gcc'],
  cc: ['C++', 'cxx/14/gcc'],
  'cc.cc17': ['C++17', 'cxx/17/gcc'],
  'cc.cc17o2': ['C++17(O2)', 'cxx/17/gcc'],
  js: ['NodeJS', 'js/node/lts'],
};
