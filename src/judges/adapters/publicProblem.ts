import { judgeNamed, judgeTypeNames, judgeTypes } from '.';
import type { ProblemName } from '../submission';
import { entryOfReady, readyJudges } from './ready';

type Entry = Readonly<Record<string, unknown>>;

/** Sites that many people use, of types without a fixed site. */
const knownSites: readonly Entry[] = [
  { type: 'hydro', url: 'https://hydro.ac' },
  { type: 'kattis', url: 'https://open.kattis.com' },
];

/**
 * Returns the problem that a URL of a public judge refers to, even if the user never added that judge. Null: another
 * page, or a judge with a fixed site.
 */
export function problemAtPublicJudge(address: string): ProblemName | null {
  for (const entry of publicEntries(address)) {
    const read = judgeNamed('x', { x: entry });
    if (!read.ok) continue;
    const { submission, browserSubmission } = read.judge;
    const problem = (browserSubmission?.problemAt ?? submission?.problemAt)?.(address) ?? null;
    if (problem) return problem;
  }
  return null;
}

/** Returns entries for the settings with which the public judges can be read. Some depend on the URL of the problem. */
function publicEntries(address: string): readonly Entry[] {
  const withOwnSite = judgeTypeNames.map((type): Entry => {
    const { promptedFields, fieldsIn } = judgeTypes[type];
    const required = promptedFields.filter(
      ({ field, defaultValue }) => field !== 'url' && defaultValue === null,
    );
    const onPage = Object.entries(fieldsIn?.(address) ?? {}).filter(([field]) => field !== 'url');
    const missing = required.map(({ field }) => [field, 'x'] as const);
    return { type, ...Object.fromEntries([...missing, ...onPage]) };
  });
  const ready = readyJudges
    .filter(({ description }) => typeof description['url'] === 'string')
    .map((judge) => entryOfReady(judge, null));
  return [...withOwnSite, ...knownSites, ...ready];
}

/**
 * Returns the URL of the problem itself if a browser extension sent another one: that of a page with all problems of a
 * contest, or of an old site. `title`: as on that page
 */
export function addressOfProblem(address: string, title: string): string {
  const [, contest] =
    /^(https:\/\/(?:[a-z\d-]{1,20}\.)?codeforces\.com\/(?:contest|gym)\/\d{1,9})\/problems\/?(?:[?#]|$)/.exec(
      address,
    ) ?? [];
  const letter = /^([A-Z]\d?)\./.exec(title)?.[1];
  if (contest !== undefined && letter !== undefined) return `${contest}/problem/${letter}`;
  return address.replace(/^https:\/\/old\.yosupo\.jp\//, 'https://judge.yosupo.jp/');
}
