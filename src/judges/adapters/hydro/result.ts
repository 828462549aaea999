import type { AboutResult, Envelope, JsonObject, Limits } from '../../../results';
import type { Answer } from '../../adapter';
import type { RequestName } from '../../requestName';
import { ownResult, type ReadResult } from '../shared/makeResult';
import { readObject } from '../shared/responseBody';
import { objectOf, textOf, type Raw } from '../shared/jsonValues';
import { envelopeOf } from './record';
import { withPenalty } from './penalty';
import { expectedIn, selfTest } from './samples';
import { contestIn } from './contest';
import { placeOf } from './addresses';

export function readResult(answer: Answer, { requestId, hint }: RequestName): ReadResult {
  const body = readObject(answer);
  return ownResult({ ...resultIn(body, requestId, hint), notices: body.notices() });
}

/** Reads a record (`rdoc`), its problem, and its contest. Ignores the other users in the response. */
export function resultIn(
  body: JsonObject,
  requestId: string,
  hint: string | null,
): { readonly envelope: Envelope; readonly about: AboutResult } {
  const rdoc = body.object('rdoc');
  const expected = expectedIn(hint);
  const about = aboutOf(rdoc.raw, body.raw);
  return {
    envelope: withPenalty(envelopeOf(rdoc, requestId, expected, caseCountIn(body.raw.pdoc)), body.raw.tdoc),
    // the expected outputs aren't in the response, only in the hint
    about: expected === null ? about : { ...about, hint },
  };
}

/** With this header, responses contain the signed-in user as `UserContext`. */
export const USER_CONTEXT = { 'x-hydro-inject': 'usercontext' };

function aboutOf(rdoc: Raw, { pdoc, tdoc, udoc, UserContext: asking }: Raw): AboutResult {
  const language = textOf(rdoc.lang);
  const { _id: ownId } = objectOf(asking);
  // a record that its contest hides doesn't contain its user
  const { _id: ownerId = rdoc.uid, uname } = objectOf(udoc);
  const isOwn = ownerId === ownId || ownerId === undefined;
  const user = typeof ownId === 'number' && !isOwn ? textOf(uname) : null;

  const contest = contestIn(tdoc);
  // a record that its contest hides doesn't contain its domain and contest
  const { domainId, docId: ownContest } = objectOf(tdoc);
  const where = { domainId: rdoc.domainId ?? domainId, contest: rdoc.contest ?? ownContest };
  const { pid, docId, title } = objectOf(pdoc);
  const id = textOf(pid) ?? (typeof docId === 'number' ? String(docId) : null);
  const limits = limitsIn(pdoc);
  return {
    hint: hintOf(where),
    problem: id === null ? null : { id, title: textOf(title) },
    code: textOf(rdoc.code) || null,
    language,
    ...(language === null ? {} : { languageName: languageName(language) }),
    ...(rdoc.contest === selfTest ? { isSelfTest: true } : {}),
    ...(user === null ? {} : { user }),
    ...(limits ? { limits } : {}),
    ...(contest ? { contest } : {}),
  };
}

const names: Readonly<Record<string, string>> = {
  c: 'C',
  cc: 'C++',
  pas: 'Pascal',
  java: 'Java',
  kt: 'Kotlin',
  py: 'Python',
  php: 'PHP',
  rs: 'Rust',
  hs: 'Haskell',
  js: 'JavaScript',
  ts: 'TypeScript',
  go: 'Go',
  rb: 'Ruby',
  cs: 'C#',
  r: 'R',
  lua: 'Lua',
  bash: 'Bash',
  perl: 'Perl',
  'py.py2': 'Python 2',
  'py.py3': 'Python 3',
  'py.pypy3': 'PyPy 3',
};

/**
 * Returns the usual display name of a language by its Hydro ID: `cc.cc17o2`. Only a problem's form contains the site's
 * own names.
 */
function languageName(id: string): string {
  const [, year, optimises] = /^cc\.cc(\d\d)(o2)?$/.exec(id) ?? [];
  if (year !== undefined) return `C++${year}${optimises === undefined ? '' : ' (O2)'}`;
  return (Object.hasOwn(names, id) ? names[id] : undefined) ?? id;
}

/**
 * Reads the limits of a problem. Hydro sends them in ms and MiB, as a range over all cases. If the ends of the range
 * differ, the limit of each case is unknown.
 */
export function limitsIn(pdoc: unknown): Limits | null {
  const range = objectOf(objectOf(pdoc).config);
  const same = (least: unknown, most: unknown): number | null =>
    typeof most === 'number' && most > 0 && least === most ? most : null;
  const [time, memory] = [same(range.timeMin, range.timeMax), same(range.memoryMin, range.memoryMax)];
  return time === null && memory === null ? null : { time, memory: memory === null ? null : memory * 1024 };
}

function caseCountIn(pdoc: unknown): number | null {
  const { count } = objectOf(objectOf(pdoc).config);
  return typeof count === 'number' && Number.isInteger(count) && count > 0 ? count : null;
}

/** Returns the record's domain, followed by `#` and its contest. Null: unknown. */
function hintOf({ domainId, contest }: Raw): string | null {
  const domain = textOf(domainId);
  return domain === null ? null : placeOf({ domain, contest: textOf(contest) });
}
