import { fromBase64 } from '../../../base/base64';
import type { Case } from '../../../results';
import type { JudgeHttp } from '../../adapter';
import type { OutgoingRequest } from '../../http/judgeHttp';
import { caseOf } from '../shared/makeResult';
import { throwIfBusy } from '../shared/refusals';
import { type Raw, encoded, milliseconds, numberOf, textOf, wholeOf } from '../shared/jsonValues';
import type { Constants } from './constants';
import { codeOf, pointsOf, type Judged } from './judgement';
import { below, listIfAny, objectIfAny, refusalIn, siteOf } from './requests';

/** The runs of a judgement, and data of another team. */
interface RunDetails {
  readonly runs: readonly Raw[];
  /** This account may not see the runs. */
  readonly hidesRuns: boolean;
  /** name of another team; null: it is the account's own team */
  readonly user: string | null;
  /** program of another team; null: this account may not see it */
  readonly code: string | null;
}

/** Fetches the runs, and the name and the program of another team. */
export async function fetchRunDetails(
  http: JudgeHttp,
  { address, requestId, account }: Judged,
  judgement: Raw,
  team: string | null,
): Promise<RunDetails> {
  const { contest, baseUrl } = address;
  const id = encoded(textOf(judgement.id) ?? '');
  const canRead = account?.canReadRuns !== false;
  // older versions use another name for the parameter
  const runsPath = below(contest, `runs?judgement_id=${id}&judging_id=${id}`);
  // only DOMjudge has this path
  const hasCode = team !== null && account?.isJury === true && siteOf(baseUrl) !== null;
  const paths = [
    ...(canRead ? [runsPath] : []),
    ...(team === null ? [] : [below(contest, `teams/${encoded(team)}`)]),
    ...(hasCode ? [below(contest, `submissions/${encoded(requestId)}/source-code`)] : []),
  ];
  if (paths.length === 0) return { runs: [], hidesRuns: !canRead, user: null, code: null };
  const answers = await http.sendAll(paths.map((path): OutgoingRequest => ({ method: 'GET', path })));
  for (const answer of answers) throwIfBusy(refusalIn(answer));
  const ofRuns = canRead ? answers[0] : undefined;
  const ofTeam = team === null ? undefined : answers[canRead ? 1 : 0];
  const ofCode = hasCode ? answers.at(-1) : undefined;
  const { display_name: displayName, name } = ofTeam ? objectIfAny(ofTeam) : {};
  return {
    // servers that ignore the parameter send the runs of all judgements
    runs: (ofRuns ? listIfAny(ofRuns) : []).filter(
      ({ judgement_id: judgementId }) => judgementId === undefined || judgementId === judgement.id,
    ),
    hidesRuns: !ofRuns || ofRuns.status >= 400,
    user: team === null ? null : (textOf(displayName) ?? textOf(name) ?? team),
    code: ofCode ? programIn(listIfAny(ofCode)) : null,
  };
}

/** Returns the program of a submission. Several files are joined, each below its name. Null: there is none. */
function programIn(files: readonly Raw[]): string | null {
  const sources = files.flatMap(({ filename, source }) => {
    const text = fromBase64(textOf(source) ?? '');
    return text === null ? [] : [{ name: textOf(filename) ?? '', text }];
  });
  const [first, ...others] = sources;
  if (!first || others.length === 0) return first?.text ?? null;
  return sources.map(({ name, text }) => `===== ${name} =====\n${text}`).join('\n');
}

/** Reads a run as a case. `index`: 0-based, for servers that don't number the runs */
export function caseIn(run: Raw, index: number, { types, contest }: Constants): Case {
  const { code, name } = codeOf(run, types);
  return caseOf({
    id: wholeOf(run.ordinal) ?? index + 1,
    status: code,
    score: pointsOf(run, contest),
    time: milliseconds(numberOf(run.run_time)),
    description: name,
  });
}
