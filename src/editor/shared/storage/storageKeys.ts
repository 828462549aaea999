import type { JudgeId } from '../../../judges';

/**
 * Keys of the data that VS Code stores for the extension. If the format of a value changes, use a new key and keep the
 * old value, because several versions share the storage.
 */
export const mementos = {
  /** workspace: arrangement of the list; absent: default */
  arrangement: 'judgeResults.arrangement',
  /** requests that were stopped because their judge was removed; absent: none */
  stoppedWithService: 'judgeResults.stoppedWithService',
  /** workspace: judge to which its programs may be sent */
  submitsTo: 'submitsTo',
  /** workspace: its samples may be sent to this judge */
  samplesGoTo: (service: string) => `samples ${service}`,
  /** true if the user has run samples */
  ranSamples: 'ranSamples',
  /** samples are run on this computer although this judge could run them */
  samplesRunHere: (service: string) => `samples run here ${service}`,
  /** choices of recent submissions */
  recents: 'submissions.3',
  /** older formats, newest first: entries with a space as separator, then problems by ID only */
  recentsBefore: ['submissions.2', 'submissions'],
  /** data about each followed judge */
  followed: 'followed',
  /** announced and unread clarifications of each contest */
  clarifications: 'clarifications',
  /** judges for which following was offered */
  followOffered: 'followOffered',
  /** workspace: last typed input of a self-test */
  selfTestInput: 'selfTestInput',
  /** workspace: other files of programs that consist of several, by the URI of the main file */
  otherFiles: 'otherFiles',
  /** workspace: chosen checkers and interactors, by the URI of the program without its extension */
  helpers: 'helpers',
  /** workspace: judges of files that belong to another one than the chosen one, by the URI of the file */
  otherJudges: 'otherJudges',
  /** workspace: how outputs are compared, by the URI of the program without its extension; absent: as the judge does */
  comparisons: 'comparisons',
  /** workspace: the comparison rule that a judge or a statement contained, by the same keys */
  sentComparisons: 'sentComparisons',
  /** last chosen language for samples, by judge and VS Code language */
  sampleLanguages: 'sampleLanguages.2',
  /** older format: entries with a space as separator */
  sampleLanguagesBefore: 'sampleLanguages',
  /** true if the user receives problems from the browser, by the name of the remote computer; empty: this one */
  receivesProblems: (remote: string) => (remote === '' ? 'receivesProblems' : `receivesProblems ${remote}`),
  /** extension of the program that was received last, and when */
  lastReceived: 'lastReceived',
  /** problems that a window without a folder received, and when */
  receivedWithoutFolder: 'receivedWithoutFolder',
  /** origins that may receive credentials although their certificates aren't verified */
  uncheckedCertificates: 'uncheckedCertificates',
} as const;

/**
 * Returns the name of an entry in a stored table, for data about a judge. Neither part contains a line break. So the
 * entries of a judge are exactly those that begin with `entryName(service, '')`.
 */
export function entryName(service: JudgeId, name: string): string {
  return `${service}\n${name}`;
}

/**
 * Converts entries of earlier versions. These used a space as separator. A judge's name can contain spaces, but the
 * second part can't.
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
