import type { JudgeSemantics, StatusTable } from '../../judge';
import type { JudgeAdapter } from '../adapter';
import type { FieldReader } from '../fields';
import type { Judge } from '../judge';
import type { Operation } from '../judgeHttp';
import { refusalByStatus } from './toolkit';

/** What a person is asked when a service is added; each is a field of its description. */
export interface AskedField {
  /** `url`, `headerName`, `authentication` and `statusCodes` are asked for alike everywhere; others are names */
  readonly field: string;
  /** what it is where nothing is entered; null: something has to be */
  readonly otherwise: string | null;
  /** not asked while a service is added: it has a good default */
  readonly whileEditing?: true;
}

/** Fields in which something has to be entered. */
export function required(...fields: readonly string[]): readonly AskedField[] {
  return fields.map((field) => ({ field, otherwise: null }));
}

/** What the address of a site says of it, as the fields of a description. */
export interface SiteFields {
  readonly url: string;
  readonly domain?: string;
}

/** Sites that people know by the addresses of their pages. */
export interface Site {
  /** the site in a typed address or that of one of its pages; as it is where it is no address */
  readonly siteIn: (text: string) => SiteFields;
  /** whether the site at that address is one of this type; asked without a credential */
  readonly isOne: Operation<boolean>;
  /** in a private network it may be asked over plain http, where its user has chosen that */
  readonly mayBeUnencrypted: boolean;
}

/** A file of the person's own that says where a service is and who they are. */
interface SignInFile {
  /** `.kattisrc` */
  readonly name: string;
  /** the address of the service, and what else of its description the file says; null: it isn't such a file */
  readonly fieldsIn: (text: string) => SiteFields | null;
}

/** A value that a field may have, as a service lists it. */
export interface OfferedValue {
  readonly value: string;
  /** what people call it */
  readonly name: string;
}

/** The judge itself lists the values of a field, without credentials. */
export interface FieldOffer {
  readonly field: string;
  readonly fetchValues: Operation<readonly OfferedValue[]>;
}

/** A type of judge: how it is added, and how its description is read. */
export interface ServiceKind {
  /** asked in this order; what is not asked can be set in the settings */
  readonly asks: readonly AskedField[];
  /** fields that can't be asked for, as they may be written first; absent: there are none */
  readonly toWrite?: Readonly<Record<string, unknown>>;
  /** absent: its address is taken as it is typed, and its name is asked for */
  readonly site?: Site;
  /** absent: it has none */
  readonly file?: SignInFile;
  /** what else a pasted address says of the service, with its address; null: nothing. Absent: it never does. */
  readonly fieldsIn?: (text: string) => Readonly<Record<string, string>> | null;
  /** Absent: it lists no values of a field. */
  readonly offers?: FieldOffer;
  /** the secret parts of a credential, which are never shown either; absent: none but a password behind a colon */
  readonly secretParts?: (secret: string) => readonly string[];
  /** results come in the form of the specification, and are kept as they came */
  readonly speaksSpecification: boolean;
  /** what the codes of every service of this type mean; null: its description says that */
  readonly rules: JudgeSemantics | null;
  /** Makes the judge that a description describes. Null if the description is wrong: `fields` has the problems. */
  readonly describe: (name: string, fields: FieldReader) => Judge | null;
}

const MEBIBYTE = 1024 * 1024;

/** Maximum sizes of a response after decompression, bytes. */
export const bodyLimits = {
  /** one record, or a list of the newest ones */
  usual: 16 * MEBIBYTE,
  /** all submissions of a contest, or the inputs and outputs of all cases */
  long: 32 * MEBIBYTE,
  /** an envelope, whose compiler output alone may have 16 Mi characters, or the outputs of 20 programs in base 64 */
  longest: 64 * MEBIBYTE,
} as const;

/** What a judge has besides its adapter. */
type Identity = Pick<Judge, 'id' | 'type' | 'name' | 'baseUrl' | 'origin' | 'authentication' | 'rules'> &
  Partial<Pick<Judge, 'chineseName' | 'definesCodes' | 'allowsPlainHttp'>>;

/** Makes a judge of its adapter, with the usual refusals and limit if the adapter has none. */
export function makeJudge(identity: Identity, adapter: JudgeAdapter): Judge {
  return {
    chineseName: null,
    definesCodes: false,
    allowsPlainHttp: false,
    ...identity,
    ...adapter,
    refusalIn: adapter.refusalIn ?? refusalByStatus,
    bodyLimit: adapter.bodyLimit ?? bodyLimits.usual,
  };
}

/** Makes the semantics of a judge with built-in codes. A finished submission may be rejudged. */
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
