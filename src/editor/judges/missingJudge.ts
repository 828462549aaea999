import { l10n, window, type Uri } from 'vscode';
import { judgeOfUrl, pastedUrl, pathBelow, type Judge } from '../../judges';
import { nameOfJudge } from '../labels/judgeLabels';
import { siteNameAt } from '../labels/siteName';
import { shownFileName } from '../labels/recordLabels';
import type { Choice } from '../shared/judges';
import { judgeDescription } from '../shared/settings/judgeSettings';
import { addFound } from './editJudges';
import type { JudgeAtUrl } from './judgeAtUrl';
import type { Core } from '../shared/core';

/** Hosts whose judge the user didn't want to add in this window. */
const declined = new Set<string>();

/**
 * If the problem of a file belongs to a known judge that isn't among the user's judges, offers to add that judge, or to
 * use the chosen one. `pages`: the URLs that are stored with the file, which no judge of the user has. Returns `continue`
 * if there is nothing to offer, or the user wants another judge; the added judge, signed in; or null if the user
 * canceled.
 */
export async function offerMissingJudge(
  extension: Core,
  file: Uri,
  pages: readonly string[],
  choice: Choice,
): Promise<Judge | 'continue' | null> {
  const missing = await missingJudge(extension, pages);
  if (!missing || declined.has(missing.host)) return 'continue';
  const add = l10n.t('Add {0}', missing.name);
  const other =
    choice.kind === 'chosen' && !choice.judge.runsHere
      ? l10n.t('Use {0}', nameOfJudge(choice.judge))
      : l10n.t('Choose Online Judge');
  const pressed = await window.showInformationMessage(
    l10n.t('{0} is for a problem on {1}, which you haven’t added.', shownFileName(file), missing.name),
    add,
    other,
  );
  if (pressed === other) {
    declined.add(missing.host);
    return 'continue';
  }
  if (pressed !== add) return null;
  const judge = await addFound(extension, missing.judge);
  if (!judge || (await extension.judges.isSignedOut(judge))) return null;
  return judge;
}

interface MissingJudge {
  readonly judge: JudgeAtUrl;
  readonly name: string;
  readonly host: string;
}

/** Returns the judge of one of these URLs; null: none, or one of the user's judges is on its site. */
async function missingJudge({ judges }: Core, pages: readonly string[]): Promise<MissingJudge | null> {
  const own = await judges.all();
  return pages.map((page) => missingJudgeAt(own, page)).find((missing) => missing !== null) ?? null;
}

/**
 * Returns the judge that the URL of a page identifies; null: none, or one of the user's judges is on its site. `own`: the
 * user's judges
 */
export function missingJudgeAt(own: readonly Judge[], page: string): MissingJudge | null {
  const judge = judgeOfUrl(page);
  const { host } = pastedUrl(page) ?? {};
  if (!judge || host === undefined || judge.kind === 'unsupported') return null;
  if (own.some((one) => pathBelow(one.baseUrl, page) !== null || isSameKind(one, judge))) return null;
  return { judge, name: siteNameAt(page) ?? host, host };
}

/** Returns whether a judge of the user is of the site, although it doesn't recognize the URL. */
function isSameKind(own: Judge, judge: JudgeAtUrl): boolean {
  if (judge.kind === 'ready') return judgeDescription(own.name)?.['basedOn'] === judge.ready.id;
  return judge.fields['url'] === undefined && own.type === judge.type;
}
