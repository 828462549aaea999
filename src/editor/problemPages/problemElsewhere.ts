import {
  judgeOfUrl,
  looksLikeUrl,
  pastedUrl,
  pathBelow,
  type Judge,
  type ProblemName,
  type UnsupportedWebsite,
} from '../../judges';
import { addFound, addJudge, missingJudgeAt, signedIn, type JudgeAtUrl } from '../judges';
import { sanitizeForUi } from '../labels/sanitizeText';
import { problemAt } from '../sourceFiles';
import type { ChosenProblem } from './typedProblem';
import type { Core } from '../shared/core';

/** The judge of a pasted URL, if that isn't the judge whose problem is requested. */
export type ProblemElsewhere =
  | { readonly kind: 'own'; readonly judge: Judge; readonly problem: ProblemName }
  /** The judge isn't among the user's judges. `found`: null if its site is unknown, so that it has to be searched. */
  | {
      readonly kind: 'missing';
      readonly page: string;
      readonly name: string;
      readonly found: JudgeAtUrl | null;
    }
  | { readonly kind: 'unsupported'; readonly website: UnsupportedWebsite };

/** The judge of a pasted URL that can be used. */
export type UsableElsewhere = Exclude<ProblemElsewhere, { readonly kind: 'unsupported' }>;

/** A problem of a judge. `problem`: null if the user still has to choose it. */
export interface ProblemAtJudge {
  readonly judge: Judge;
  readonly problem: ChosenProblem | null;
}

/**
 * Returns the judge of a pasted URL. Null: the text isn't a URL, or the judge is `judge`, or one of the user's that has
 * no such problem. `own`: all judges of the user
 */
export function problemElsewhere(judge: Judge, own: readonly Judge[], text: string): ProblemElsewhere | null {
  if (!looksLikeUrl(text) || problemAt(judge, text)) return null;
  const page = text.trim();
  for (const other of own) {
    const problem = other.id === judge.id ? null : problemAt(other, page);
    if (problem) return { kind: 'own', judge: other, problem };
  }
  const known = judgeOfUrl(page);
  if (known?.kind === 'unsupported') return known;
  const missing = missingJudgeAt(own, page);
  if (missing) return { kind: 'missing', page, name: missing.name, found: missing.judge };
  const host = pastedUrl(page)?.host;
  const isUnknown = known === null && /^https?:\/\//i.test(page) && host !== undefined;
  if (!isUnknown || own.some(({ baseUrl }) => pathBelow(baseUrl, page) !== null)) return null;
  return { kind: 'missing', page, name: sanitizeForUi(host, 60), found: null };
}

/**
 * Returns the problem and its judge, signed in. Adds the judge if it is missing. Null: the user canceled, or the judge can't
 * be used, which was shown.
 */
export async function goElsewhere(
  extension: Core,
  elsewhere: UsableElsewhere,
): Promise<ProblemAtJudge | null> {
  switch (elsewhere.kind) {
    case 'own': {
      const judge = await signedIn(extension, elsewhere.judge);
      return judge && { judge, problem: elsewhere.problem };
    }
    case 'missing': {
      const { page, found } = elsewhere;
      const added = found
        ? await addFound(extension, found)
        : await addJudge(extension, page, new URL(page).origin);
      const judge = added && (await signedIn(extension, added));
      return judge && { judge, problem: problemAt(judge, page) };
    }
  }
}
