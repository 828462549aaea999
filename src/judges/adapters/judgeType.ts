import type { JudgeSemantics, StatusTable } from '../../results';
import type { JudgeAdapter } from '../adapter';
import type { FieldReader } from '../settingFields';
import type { Judge } from '../judge';
import type { Operation } from '../http/judgeHttp';
import { bodyLimits } from './limits';
import { refusalByStatus } from './shared/refusals';

/** A field of the settings that the user enters when adding a judge. */
export interface PromptedField {
  /** `url`, `headerName`, `authentication` and `statusCodes` have their own input boxes; any other field is a name */
  readonly field: string;
  /** default; null: required */
  readonly defaultValue: string | null;
  /** only requested when the judge is edited, because the default usually fits */
  readonly whileEditing?: true;
}

export function required(...fields: readonly string[]): readonly PromptedField[] {
  return fields.map((field) => ({ field, defaultValue: null }));
}

/** Fields of the settings that the URL of a site contains. */
export interface SiteFields {
  readonly url: string;
  readonly domain?: string;
  readonly contest?: string;
}

/** Outcome of a check without credentials. `closed`: the site refuses guests, so its type is unknown. */
export type SiteCheck = 'isThisType' | 'another' | 'closed';

/** A type of judge with many independent sites. */
export interface Site {
  /**
   * extracts the site from a typed URL, or from the URL of one of its pages; returns the text unchanged if it isn't a
   * URL
   */
  readonly siteIn: (text: string) => SiteFields;
  /** returns all sites to which a typed URL may lead, the likeliest first; absent: only that of `siteIn` */
  readonly sitesIn?: (text: string) => readonly SiteFields[];
  /** checks without credentials whether the site is of this type */
  readonly checkSite: Operation<SiteCheck>;
  /** whether the user may allow plain http in a private network */
  readonly mayBeUnencrypted: boolean;
}

/** Creates a check that never returns `closed`. */
export function siteCheck(isThisType: Operation<boolean>): Operation<SiteCheck> {
  return async (http) => ((await isThisType(http)) ? 'isThisType' : 'another');
}

/** A configuration file of the user that contains a judge's URL and the credentials. */
interface SignInFile {
  /** for example `.kattisrc` */
  readonly name: string;
  /** reads the judge's URL and other fields of the settings from the file; null: the text has another format */
  readonly fieldsIn: (text: string) => SiteFields | null;
}

/** A possible value of a field, listed by the judge. */
export interface OfferedValue {
  readonly value: string;
  readonly name: string;
  /** other texts that users may type for it, in any letter case, the best known first; absent: none */
  readonly otherNames?: readonly string[];
  /** start and end of a contest, ms since 1970; null: unknown; absent: not a contest, or both are unknown */
  readonly times?: { readonly startsAt: number | null; readonly endsAt: number | null };
}

/** A field whose possible values the judge lists without credentials. */
export interface FieldOffer {
  readonly field: string;
  readonly fetchValues: Operation<readonly OfferedValue[]>;
}

/** A type of judge: how users add it, and how its settings are read. */
export interface JudgeType {
  /** fields that the user enters, in this order; other fields can only be changed in the settings */
  readonly promptedFields: readonly PromptedField[];
  /** an example of fields that can only be edited as JSON; absent: none */
  readonly jsonExample?: Readonly<Record<string, unknown>>;
  /** how to find the site of a typed URL; absent: the URL is used as typed, and the user enters a name */
  readonly site?: Site;
  /**
   * how to find the site of a pasted URL, if only the URL is needed to add such a judge; absent: `site`, or the judge
   * isn't found
   */
  readonly searchedSite?: Site;
  /** whether the user may allow plain http in a private network (`allowPlainHttp`); absent: only if `site` permits it */
  readonly mayBeUnencrypted?: true;
  /** configuration file with which users can sign in; absent: none */
  readonly file?: SignInFile | undefined;
  /**
   * Returns the fields that a pasted URL contains, including `url` unless it is the default; null: only `url`. Absent: no
   * URL contains fields.
   */
  readonly fieldsIn?: ((text: string) => Readonly<Record<string, string>> | null) | undefined;
  /** returns whether only a site of this type has the URL, by its host or its form; absent: URLs don’t show that */
  readonly isOwnPage?: ((url: URL) => boolean) | undefined;
  /** The field whose values the judge lists. Absent: the judge lists no values. */
  readonly listedField?: FieldOffer | undefined;
  /**
   * returns the parts of a credential to redact in addition to the whole credential; absent: only the part after a
   * colon
   */
  readonly secretParts?: ((secret: string) => readonly string[]) | undefined;
  /** whether results have the specified form and are stored unchanged */
  readonly followsSpecification: boolean;
  /** meaning of the status codes; null: from the settings */
  readonly rules: JudgeSemantics | null;
  /** Creates the judge from its settings. Null: they are invalid, and `fields` contains the problems. */
  readonly describe: (name: string, fields: FieldReader) => Judge | null;
}

/** Data of a judge that isn't part of its adapter. */
type Identity = Pick<Judge, 'id' | 'name' | 'baseUrl' | 'authentication' | 'rules'> &
  Partial<Pick<Judge, 'chineseName' | 'definesCodes' | 'allowsPlainHttp'>>;

/**
 * Creates a judge from its adapter, with default values for refusals and size limit. `rules.profile` is the name of its
 * type.
 */
export function makeJudge(identity: Identity, adapter: JudgeAdapter): Judge {
  return {
    chineseName: null,
    definesCodes: false,
    allowsPlainHttp: false,
    ...identity,
    type: identity.rules.profile,
    origin: new URL(identity.baseUrl).origin,
    ...adapter,
    refusalIn: adapter.refusalIn ?? refusalByStatus,
    bodyLimit: adapter.bodyLimit ?? bodyLimits.usual,
  };
}

/**
 * Creates the semantics of a judge with built-in status codes. Submissions can be rejudged after they have finished.
 */
export function builtInRules(type: string, statuses: StatusTable): JudgeSemantics {
  return {
    profile: type,
    statuses,
    units: { time: 'ms', memory: 'KiB', score: 'points' },
    compileFailureIsFinal: true,
    unknownStatusIsFinal: true,
    canRejudge: true,
  };
}
