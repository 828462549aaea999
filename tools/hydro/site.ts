import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Oddities } from './oddities';
import type { HydroRecord } from './records';

export interface HydroUser {
  readonly uid: number;
  readonly uname: string;
  readonly password: string;
}

/** The fields of a submission. */
export interface HydroSubmission {
  readonly domain?: string;
  readonly pid: string;
  readonly lang: string;
  readonly code: string;
  readonly contest?: string | null;
  readonly input?: readonly string[] | null;
}

/** The part of the stand-in that the request handlers use. */
export interface HydroSite {
  /** Whether the titles of problems are in English; false: in Chinese. */
  readonly isEnglish: boolean;
  readonly users: readonly HydroUser[];
  readonly oddities: Oddities;
  /** Users by session ID. */
  readonly sessions: ReadonlyMap<string, HydroUser>;
  readonly records: ReadonlyMap<string, HydroRecord>;
  readonly sockets: {
    accept(request: IncomingMessage, stream: Duplex, head: Buffer, user: HydroUser | null, url: URL): void;
  };
  signIn(user: HydroUser): string;
  /** Ends a session. */
  signOut(sid: string): void;
  /** Adds a program to the queue. */
  submit(user: HydroUser, submission: HydroSubmission): HydroRecord;
}

/** Display name and language of the local judge, by Hydro's language ID (`lang`). */
export const languages: Readonly<Record<string, readonly [name: string, judgedAs: string]>> = {
  c: ['C', 'c/99/gcc'],
  cc: ['C++', 'cxx/14/gcc'],
  'cc.cc17': ['C++17', 'cxx/17/gcc'],
  'cc.cc17o2': ['C++17(O2)', 'cxx/17/gcc'],
  js: ['NodeJS', 'js/node/lts'],
};
