import * as v from 'valibot';
import { oneOf, optionalText, type FieldReader } from '../../settingFields';
import type { Authentication, SignIn } from '../../signIn/authentication';
import { isCredentialHeaderName } from '../../signIn/credentials';

const schemes = ['basic', 'bearer', 'header', 'none'] as const;
const authenticationObject = v.object({
  scheme: v.nullish(oneOf(schemes), 'none'),
  headerName: optionalText,
});
/** `"bearer"` is short for `{ "scheme": "bearer" }`. */
const authenticationFields = v.nullish(
  v.lazy((value) =>
    typeof value === 'string'
      ? v.pipe(
          oneOf(schemes),
          v.transform((scheme) => ({ scheme, headerName: '' })),
        )
      : authenticationObject,
  ),
);

/** Reads how requests are authenticated. */
export function describedAuthentication(fields: FieldReader): Authentication {
  const { scheme, headerName } = fields.read('authentication', authenticationFields, null) ?? {
    scheme: 'none',
    headerName: '',
  };
  if (scheme !== 'header') return { scheme };
  const name = headerName.trim();
  if (!isCredentialHeaderName(name)) fields.fault('authentication.headerName', { kind: 'headerName' });
  return { scheme, headerName: name };
}

/** Returns how the user signs in: with the secret that requests carry. */
export function signInBy({ scheme }: Authentication): Exclude<SignIn, { kind: 'password' }> {
  if (scheme === 'none') return { kind: 'none' };
  const secret = scheme === 'basic' ? 'userAndPassword' : 'any';
  return { kind: 'secret', secret, page: null, isOptional: false };
}
