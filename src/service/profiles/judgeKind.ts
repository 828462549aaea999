import type { JudgeSemantics } from '../../judge';
import type { JudgeAdapter } from '../adapter';
import { serviceId } from '../address';
import type { Authentication } from '../authentication';
import type { FieldReader, ServiceAddress } from '../fields';
import type { Judge } from '../judge';
import { makeJudge, type AskedField, type FieldOffer, type ServiceKind } from './kind';

/** A type of judge with built-in status codes. `Fields`: its specific fields in the settings. */
interface JudgeKind<Fields> {
  /** Meaning of its status codes. `rules.profile` is the name of the type. */
  readonly rules: JudgeSemantics;
  /** Fields that the user enters when adding the judge, in this order. */
  readonly asks: readonly AskedField[];
  /** A configuration file of the user with the judge's URL and the credentials. Absent: none. */
  readonly file?: ServiceKind['file'];
  readonly authentication: Authentication;
  /** Returns all parts of a secret that must not be displayed. Absent: the whole secret, and the password in it. */
  readonly secretParts?: (secret: string) => readonly string[];
  /** Default URL. Absent: the user must enter one. */
  readonly publicUrl?: string;
  /** Returns the fields that a pasted URL contains, including `url`; null if it contains no others. */
  readonly fieldsIn?: (text: string) => Readonly<Record<string, string>> | null;
  /** Reads the type's specific fields. Absent: none. */
  readonly readFields?: (fields: FieldReader) => Fields;
  /** A field whose possible values the judge lists without credentials. Absent: none. */
  readonly offers?: FieldOffer;
  /** Returns a text that identifies a judge of this type. Absent: its base URL. */
  readonly identityOf?: (site: ServiceAddress & Fields) => string;
  readonly adapterFor: (site: ServiceAddress & Fields) => JudgeAdapter;
}

export function judgeKind<Fields extends object = object>(kind: JudgeKind<Fields>): ServiceKind {
  const { rules, asks, authentication, file, secretParts, fieldsIn, offers } = kind;
  return {
    rules,
    asks,
    speaksSpecification: false,
    ...(file ? { file } : {}),
    ...(secretParts ? { secretParts } : {}),
    ...(fieldsIn ? { fieldsIn } : {}),
    ...(offers ? { offers } : {}),
    describe(name, fields): Judge | null {
      // without specific fields, `Fields` is an empty object
      const specificFields = kind.readFields?.(fields) ?? ({} as Fields);
      const address = fields.address(authentication, kind.publicUrl ?? null);
      if (!address || fields.problems.length > 0) return null;
      const site = { ...address, ...specificFields };
      const identity = kind.identityOf?.(site) ?? address.baseUrl;
      return makeJudge(
        {
          id: serviceId({ type: rules.profile, address: identity, name }),
          type: rules.profile,
          name,
          baseUrl: address.baseUrl,
          origin: address.origin,
          authentication,
          rules,
        },
        kind.adapterFor(site),
      );
    },
  };
}
