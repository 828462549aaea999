import { isObject } from '../../../results';
import { pastedUrl, trimmedPath } from '../../address';
import { files } from './files';

type Fields = Readonly<Record<string, unknown>>;

/** A program that solves a problem of a judge. */
export interface TrialProgram {
  /** ID that the judge uses */
  readonly language: string;
  /** VS Code’s ID of the language */
  readonly editorLanguage: string;
  readonly fileName: string;
  readonly code: string;
}

interface Trial {
  readonly problem: string;
  readonly title: string;
  /** at least one; the first is used for other languages */
  readonly programs: readonly TrialProgram[];
}

/** A judge description that ships with the extension. */
export interface ReadyJudge {
  /** name of its file, which `basedOn` contains in the settings */
  readonly id: string;
  /** its own name, which isn't translated */
  readonly name: string;
  /** one line for a list, by VS Code’s ID of its language; at least in English */
  readonly detail: { readonly en: string } & Readonly<Record<string, string>>;
  /** absent: the judge needs an account */
  readonly trial?: Trial;
  /**
   * A list that every site sends to guests, by which a site is recognized. `list`: dotted path in the response; `names`:
   * texts that each item has. Absent: there is one site, or no such list.
   */
  readonly publicList?: { readonly path: string; readonly list: string; readonly names: readonly string[] };
  /** fields of the settings; without `url` if there are many sites */
  readonly description: Fields;
}

export const readyJudges: readonly ReadyJudge[] = Object.entries(files)
  .map(([id, file]): ReadyJudge => ({ id, ...file }))
  .toSorted((a, b) => (a.name < b.name ? -1 : 1));

/** Type of the judges that have a description. */
const TYPE = 'json';

/** Fields with named entries. The user's entries are added to those of the description. */
const MERGED_FIELDS = ['statusCodes', 'constants'];

/** Returns the entry of a judge in the settings. `url`: of the site; null: the description contains it. */
export function entryOfReady({ id }: ReadyJudge, url: string | null): Fields {
  return { type: TYPE, basedOn: id, ...(url === null ? {} : { url }) };
}

/** Returns the description that an entry in the settings is based on; null: none, or an unknown one. */
export function readyJudgeOf({ type, basedOn }: Fields): ReadyJudge | null {
  return (type === TYPE && readyJudges.find(({ id }) => id === basedOn)) || null;
}

/** Adds the fields of the description that an entry is based on. Fields of the entry replace them. */
export function withReadyFields(entry: Fields): Fields {
  const ready = readyJudgeOf(entry);
  if (!ready) return entry;
  const merged = MERGED_FIELDS.flatMap((field) => {
    const [before, own] = [ready.description[field], entry[field]];
    return isObject(before) && isObject(own) ? [[field, { ...before, ...own }] as const] : [];
  });
  return { ...ready.description, ...entry, ...Object.fromEntries(merged) };
}

/**
 * Returns the base URL of the site from the URL of one of its pages, by the beginnings of their paths in the description.
 * Null: not the URL of a page. The URL of a page has a query, or a path below the site.
 */
export function siteOfPage({ description }: Pick<ReadyJudge, 'description'>, text: string): string | null {
  const url = pastedUrl(text.trim());
  if (!url) return null;
  const fields = ['page', 'problemPage', 'contestProblemPage', 'submitPage'];
  const templates = fields.map((field) => description[field]).filter((path) => typeof path === 'string');
  const starts = templates.map((template) => /^\/?([^/?{]+)/.exec(template)?.[1] ?? '');
  const steps = trimmedPath(url).split('/');
  const page = steps.findIndex((step, index) => index > 0 && step !== '' && starts.includes(step));
  const base = page < 0 ? steps : steps.slice(0, page);
  return page < 0 && url.search === '' && url.hash === '' ? null : url.origin + base.join('/');
}
