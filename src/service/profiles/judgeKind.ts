import type { JudgeSemantics } from '../../judge';
import type { JudgeAdapter } from '../adapter';
import { serviceId } from '../address';
import type { Authentication } from '../authentication';
import type { FieldReader, ServiceAddress } from '../fields';
import type { Judge } from '../judge';
import { makeJudge, type AskedField, type FieldOffer, type ServiceKind } from './kind';

/** A type of judge: how it is described in the settings, and its adapter. `Fields`: its own fields of a description. */
interface JudgeKind<Fields> {
  /** The meaning of its codes. `rules.profile` is the name of the type. */
  readonly rules: JudgeSemantics;
  /** Fields that the user is asked for when the judge is added, in this order. */
  readonly asks: readonly AskedField[];
  /** A file of the user with the address of a judge and the credentials. Absent: there is none. */
  readonly file?: ServiceKind['file'];
  readonly authentication: Authentication;
  /** Returns all parts of a secret that must not be displayed. Absent: the whole secret, and the password in it. */
  readonly secretParts?: (secret: string) => readonly string[];
  /** Address of the judge if the description has none. Absent: it must have one. */
  readonly publicUrl?: string;
  /** Returns what else a pasted address contains, as fields of a description with its `url`; null if nothing. */
  readonly fieldsIn?: (text: string) => Readonly<Record<string, string>> | null;
  /** Reads its own fields of a description. Absent: it has none. */
  readonly readFields?: (fields: FieldReader) => Fields;
  /** A field whose values the judge lists without credentials. Absent: there is none. */
  readonly offers?: FieldOffer;
  /** Text that is different for two judges of this type. Absent: their address. */
  readonly identityOf?: (site: ServiceAddress & Fields) => string;
  readonly adapterFor: (site: ServiceAddress & Fields) => JudgeAdapter;
}

/** Makes a type of judge whose codes are built in. */
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
      // a kind without fields of its own adds nothing to the address
      const own = kind.readFields?.(fields) ?? ({} as Fields);
      const address = fields.address(authentication, kind.publicUrl ?? null);
      if (!address || fields.problems.length > 0) return null;
      const site = { ...address, ...own };
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
