import { commands, type Disposable } from 'vscode';
import type { KnownRecord, RecordStore } from '../../records';
import type { ServiceId } from '../../service';
import type { Capabilities } from './capabilities';

/**
 * What VS Code keeps for the extension, by its key. Another form of a value gets another key, and what was kept under the
 * old one stays: versions share it.
 */
export const mementos = {
  /** of a workspace: how its list is arranged; nothing there: it is plain */
  arrangement: 'judgeResults.arrangement',
  /** which requests were stopped because their service was removed; nothing there: none */
  stoppedWithService: 'judgeResults.stoppedWithService',
  /** of a workspace: the service that its programs may go to */
  submitsTo: 'submitsTo',
  /** of a workspace: its samples may go to this service */
  samplesGoTo: (service: string) => `samples ${service}`,
  /** choices of submissions */
  recents: 'submissions.3',
  /** the same in earlier forms, newest first: a space between the parts of an entry's name, then problems by their IDs alone */
  recentsBefore: ['submissions.2', 'submissions'],
  /** what is remembered of each service that is followed */
  followed: 'followed',
  /** the services at which following was offered */
  followOffered: 'followOffered',
  /** of a workspace: the input that was typed last for a self-test */
  selfTestInput: 'selfTestInput',
  /** the language that was chosen for samples, by service and language of the editor */
  sampleLanguages: 'sampleLanguages.2',
  /** the same with a space between the parts of an entry's name */
  sampleLanguagesBefore: 'sampleLanguages',
  /** addresses that may be sent credentials although nobody checks their certificates */
  uncheckedCertificates: 'uncheckedCertificates',
} as const;

/**
 * Name of an entry about something of a service in a stored table. Neither part contains a line break, so the entries of
 * one service begin with `entryName(service, '')` and those of no other service do, however their names begin.
 */
export function entryName(service: ServiceId, name: string): string {
  return `${service}\n${name}`;
}

/**
 * A stored table of earlier versions with the names of today. They separated the parts by a space, which names of services
 * may contain, and the second part doesn't.
 */
export function withEntryNames<Value>(
  table: Readonly<Record<string, Value>>,
): Readonly<Record<string, Value>> {
  return Object.fromEntries(
    Object.entries(table).map(([name, value]) => {
      const space = name.lastIndexOf(' ');
      return [entryName(name.slice(0, Math.max(0, space)), name.slice(space + 1)), value];
    }),
  );
}

/** What the menus and views know: `judgeResults.<name>` in a `when` of the manifest. */
export type ContextKey =
  | keyof Capabilities
  | 'filtered'
  | 'follows'
  | 'hasCredentials'
  | 'hasPending'
  | 'hasRecords'
  | 'hasSamples'
  | 'inputEditors'
  | 'offline'
  | 'service'
  | 'submittedFiles';

export function setContext(key: ContextKey, value: unknown): Thenable<unknown> {
  return commands.executeCommand('setContext', `judgeResults.${key}`, value);
}

/** `key` says whether there are such records, however they come or go. */
export function setContextWhere(
  key: ContextKey,
  store: Pick<RecordStore, 'records' | 'onDidChange'>,
  isMeant: (record: KnownRecord) => boolean = () => true,
): Disposable {
  let isAny: boolean | undefined;
  const update = (): void => {
    const now = store.records().some(isMeant);
    if (now === isAny) return;
    isAny = now;
    void setContext(key, now);
  };
  update();
  return store.onDidChange(({ added, removed }) => {
    if (added.size + removed.size > 0) update();
  });
}
