import { isObject } from '../../results';
import { judgeTypeNames, judgeTypes, type JudgeTypeName } from '.';
import { at } from './described/dottedPaths';
import { siteCheck, type Site } from './judgeType';
import { entryOfReady, readyJudges, siteOfPage, type ReadyJudge } from './ready';
import { bodyOf } from './shared/responseBody';

/** A site that the URL of a page may belong to, if its host doesn't show that. */
interface SearchedSite {
  readonly type: JudgeTypeName;
  readonly site: Site;
  /** further fields of its entry in the settings */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** All kinds of sites, in the order in which they are searched for. Those of a ready description need one request each. */
export const searchedSites: readonly SearchedSite[] = [
  ...readyJudges.flatMap((ready): readonly SearchedSite[] => {
    const fields = entryOfReady(ready, null);
    return ready.publicList ? [{ type: 'json', site: siteOfReady(ready, ready.publicList), fields }] : [];
  }),
  ...judgeTypeNames.flatMap((type): readonly SearchedSite[] => {
    const site = judgeTypes[type].site ?? judgeTypes[type].searchedSite;
    return site ? [{ type, site, fields: {} }] : [];
  }),
];

function siteOfReady(ready: ReadyJudge, { path, list, names }: NonNullable<ReadyJudge['publicList']>): Site {
  return {
    siteIn: (text) => ({ url: siteOfPage(ready, text) ?? text.trim() }),
    checkSite: siteCheck(async (http) => {
      const answer = await http.send({ method: 'GET', path });
      const items = answer.status === 200 ? at(bodyOf(answer), list) : null;
      const hasNames = (item: unknown): boolean =>
        isObject(item) && names.every((name) => typeof item[name] === 'string');
      return Array.isArray(items) && items.length > 0 && items.every(hasNames);
    }),
    mayBeUnencrypted: false,
  };
}
