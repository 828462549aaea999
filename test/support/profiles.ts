import { FieldReader } from '../../src/service/fields';
import type { ServiceProfile } from '../../src/service';
import { hydro } from '../../src/service/profiles/hydro';
import { judge } from '../../src/service/profiles/judge';
import { luogu as luoguKind } from '../../src/service/profiles/luogu';
import type { ServiceKind } from '../../src/service/profiles/kind';

type Fields = Readonly<Record<string, unknown>>;

/** The profile of a service with this description, which has to be right. */
export function described(kind: ServiceKind, name: string, fields: Fields): ServiceProfile {
  const reader = new FieldReader(name, fields);
  const profile = kind.describe(name, reader);
  if (!profile || reader.problems.length > 0) throw new Error(JSON.stringify(reader.problems));
  return profile;
}

/** The built-in service. */
export const luogu = described(luoguKind, 'luogu', {});

export function judgeService(fields: Fields, name = 'test'): ServiceProfile {
  return described(judge, name, fields);
}

export function hydroSite(url: string, fields: Fields = {}, name = 'school'): ServiceProfile {
  return described(hydro, name, { url, ...fields });
}
