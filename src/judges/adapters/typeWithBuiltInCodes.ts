import type { JudgeSemantics } from '../../results';
import type { JudgeAdapter } from '../adapter';
import { judgeIdOf } from '../address';
import type { Authentication } from '../signIn/authentication';
import { yesOrNo, type FieldReader, type JudgeAddress } from '../settingFields';
import type { Judge } from '../judge';
import { makeJudge, type JudgeType } from './judgeType';

/** A type of judge with built-in status codes. `Fields`: its specific fields in the settings. */
interface KindWithBuiltInCodes<Fields> extends Pick<
  JudgeType,
  | 'promptedFields'
  | 'site'
  | 'searchedSite'
  | 'file'
  | 'secretParts'
  | 'fieldsIn'
  | 'isOwnPage'
  | 'listedField'
> {
  /** Meaning of its status codes. `rules.profile` is the name of the type. */
  readonly rules: JudgeSemantics;
  readonly authentication: Authentication;
  /** The user can allow plain HTTP in private networks (`allowPlainHttp`). Absent: no. */
  readonly mayBeUnencrypted?: true;
  /** Default URL. Absent: the user must enter one. */
  readonly publicUrl?: string;
  /** Reads the type's specific fields. Absent: none. */
  readonly readFields?: (fields: FieldReader) => Fields;
  /** Returns a text that identifies a judge of this type. Absent: its base URL. */
  readonly identityOf?: (site: JudgeAddress & Fields) => string;
  readonly adapterFor: (site: JudgeAddress & Fields) => JudgeAdapter;
}

export function typeWithBuiltInCodes<Fields extends object = object>(
  kind: KindWithBuiltInCodes<Fields>,
): JudgeType {
  const { rules, promptedFields, authentication, site, file, secretParts, fieldsIn, listedField } = kind;
  return {
    rules,
    promptedFields,
    ...(site ? { site } : {}),
    ...(kind.searchedSite ? { searchedSite: kind.searchedSite } : {}),
    ...(kind.mayBeUnencrypted ? { mayBeUnencrypted: true } : {}),
    isOwnPage: kind.isOwnPage,
    followsSpecification: false,
    file,
    secretParts,
    fieldsIn,
    listedField,
    describe(name, fields): Judge | null {
      // without specific fields, `Fields` is an empty object
      const specificFields = kind.readFields?.(fields) ?? ({} as Fields);
      const allowsPlainHttp = kind.mayBeUnencrypted === true && fields.read('allowPlainHttp', yesOrNo, false);
      const address = fields.address(authentication, kind.publicUrl ?? null, allowsPlainHttp);
      if (!address || fields.problems.length > 0) return null;
      const described = { ...address, ...specificFields };
      const identity = kind.identityOf?.(described) ?? address.baseUrl;
      return makeJudge(
        {
          id: judgeIdOf({ type: rules.profile, address: identity, name }),
          name,
          baseUrl: address.baseUrl,
          authentication,
          rules,
          allowsPlainHttp,
        },
        kind.adapterFor(described),
      );
    },
  };
}
