// A mock of PC² that behaves like version 9, and accepts submissions like its source code of 2025.
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { isObject } from '../../src/results';
import type { Reply } from '../../tools/service/http/reply';
import { StandIn } from '../../tools/standIn/standIn';

interface Submission {
  readonly id: string;
  readonly team_id: string;
  readonly problem_id: string;
  readonly language_id: string;
  readonly files: readonly { readonly filename: string; readonly text: string }[];
  /** null: it is being judged; undefined: it waits. */
  verdict?: string | null;
}

const contestId = 'Default-5783785100365409099';
const contest = {
  id: contestId,
  name: 'SumH',
  formal_name: 'Sumit Hello Sample',
  start_time: '2026-11-25T19:17:21.522Z',
  duration: '5:00:00',
};
const languages = [
  { id: 'Java-7986431667816154448', name: 'Java', entry_point_required: false, extensions: ['java'] },
  {
    id: 'GNU_C++--5172418418639561769',
    name: 'GNU C++',
    entry_point_required: false,
    extensions: ['cpp', 'cc', 'C', 'c++'],
  },
];
const problems = [
  { id: 'hello', label: 'A', name: 'Hello', ordinal: 1 },
  { id: 'sumit', label: 'B', name: 'Sumit', ordinal: 2 },
];
const teams = [
  { id: '1', name: 'team1' },
  { id: '2', name: 'team2' },
];
const types = [
  { id: 'AC', name: 'Accepted', penalty: false, solved: true },
  { id: 'CE', name: 'Compilation Error', penalty: false, solved: false },
  { id: 'WA', name: 'Wrong Answer', penalty: true, solved: false },
  { id: 'OFE', name: 'Output Format Error', penalty: true, solved: false },
];

const json = (body: unknown): Reply => ({ status: 200, body });
const plain = (status: number, words: string): Reply => ({
  status,
  body: words,
  headers: { 'Content-Type': 'text/plain' },
});

/** A page of Jetty. The reason is the phrase of the status if PC² gives none. */
function page(status: number, reason: string, headers = {}): Reply {
  return {
    status,
    body: `<html>\n<head><title>Error ${status} </title></head>\n<body>\n<h2>HTTP ERROR: ${status}</h2>\n<p>Problem accessing /. Reason:\n<pre>    ${reason}</pre></p>\n<hr /><i><small>Powered by Jetty://</small></i>\n</body>\n</html>\n`,
    headers: { 'Content-Type': 'text/html; charset=ISO-8859-1', ...headers },
  };
}

/** Serves one contest to the accounts `team1`, `team2`, and `judge1`, whose passwords equal their names. */
export class LocalPc2 extends StandIn {
  readonly submissions: Submission[] = [];
  /** `missing`: the build of 2025-01 doesn't support `POST`. */
  submitting: 'open' | 'closed' | 'missing' = 'open';

  constructor() {
    super('pc2', 0, { compilers: false });
  }

  get description(): Readonly<Record<string, unknown>> {
    return { type: 'clics', url: this.url, contest: contestId };
  }

  submit(more: Partial<Submission>): Submission {
    const submission = {
      id: String(this.submissions.length + 1),
      team_id: '1',
      problem_id: 'hello',
      language_id: 'GNU_C++--5172418418639561769',
      files: [],
      ...more,
    };
    this.submissions.push(submission);
    return submission;
  }

  protected override letsIn(request: IncomingMessage): boolean {
    return this.userOf(request) !== null;
  }

  protected async answer(request: IncomingMessage, { pathname }: URL): Promise<Reply> {
    const user = this.userOf(request);
    if (user === null) return page(401, 'Unauthorized', { 'WWW-Authenticate': 'basic realm="null"' });
    if (pathname === '/')
      return json({
        version: '2023-06',
        version_url: 'https://ccs-specs.icpc.io/2023-06/contest_api',
        provider: { name: 'pc2', version: '9 () build ' },
      });
    if (pathname === '/contests') return json([contest]);
    const path = pathname === `/contests/${contestId}` ? '' : this.pathInContest(pathname);
    if (request.method === 'POST' && path === 'submissions') {
      return this.take(user, request.headers['content-type'] ?? '', await text(request));
    }
    return (path === null ? null : this.read(user, path)) ?? page(404, 'Not Found');
  }

  private userOf({ headers }: IncomingMessage): string | null {
    const shown = /^Basic (.*)$/.exec(headers.authorization ?? '')?.[1] ?? '';
    const [user, password] = Buffer.from(shown, 'base64').toString().split(':');
    return user !== undefined && user === password && /^(?:team[12]|judge1)$/.test(user) ? user : null;
  }

  private pathInContest(pathname: string): string | null {
    const before = `/contests/${contestId}/`;
    return pathname.startsWith(before) ? pathname.slice(before.length) : null;
  }

  private read(user: string, path: string): Reply | null {
    const judged = this.submissions.filter(({ verdict }) => verdict !== undefined);
    switch (path) {
      case '':
        return json(contest);
      case 'account':
        return json(
          user === 'judge1'
            ? { id: user, username: user, name: user, type: 'judge' }
            : { id: user, username: user, name: user, type: 'team', team_id: user },
        );
      case 'languages':
        return json(languages);
      case 'problems':
        return json(problems);
      case 'judgement-types':
        return json(types);
      case 'submissions':
        return json(this.submissions.map((one) => shown(one)));
      // Of all teams, whatever the parameters.
      case 'judgements':
        return json(judged.map(judgementOf));
      case 'runs':
        return json(judged.filter(({ verdict }) => typeof verdict === 'string').map(runOf));
      default: {
        const [list, id] = path.split('/');
        if (list === 'teams') return found(teams.find((one) => one.id === id));
        const submission = this.submissions.find((one) => one.id === id);
        return list === 'submissions' && submission ? json(shown(submission)) : null;
      }
    }
  }

  private take(user: string, type: string, body: string): Reply {
    if (this.submitting === 'missing') return page(405, 'Method Not Allowed', { Allow: 'GET,OPTIONS' });
    if (this.submitting === 'closed') return page(403, 'Forbidden');
    if (!type.startsWith('application/json')) return page(415, 'Unsupported Media Type');
    const sent: unknown = JSON.parse(body);
    const known = ['problem_id', 'language_id', 'entry_point', 'files'];
    if (!isObject(sent) || Object.keys(sent).some((field) => !known.includes(field)))
      return plain(400, 'invalid json supplied');
    const { problem_id: problem, language_id: language, files } = sent;
    if (!problems.some(({ id }) => id === problem)) return plain(400, 'bad problem_id');
    if (!languages.some(({ id }) => id === language)) return plain(400, 'bad language id');
    const list = Array.isArray(files) ? files.filter(isObject) : [];
    if (list.length === 0) return plain(400, 'no file specified');
    if (list.some(({ filename }) => typeof filename !== 'string'))
      return plain(400, 'no file name specified');
    const submission = this.submit({
      team_id: user.replace(/\D/g, ''),
      problem_id: String(problem),
      language_id: String(language),
      files: list.map(({ filename, data }) => ({
        filename: String(filename),
        text: Buffer.from(String(data), 'base64').toString(),
      })),
    });
    return json(shown(submission));
  }
}

function found(one: unknown): Reply | null {
  return one === undefined ? null : json(one);
}

function shown({ id, team_id, problem_id, language_id }: Submission): object {
  return { id, team_id, problem_id, language_id, time: '2026-11-25T19:32:10.325Z', entry_point: null };
}

function judgementOf({ id, verdict }: Submission): object {
  const begun = { id: `Run--${id}`, submission_id: id, start_time: '2026-11-25T19:32:11.080Z' };
  return typeof verdict === 'string'
    ? { ...begun, judgement_type_id: verdict, end_time: '2026-11-25T19:32:12.321Z', max_run_time: 0.023 }
    : { ...begun, max_run_time: 0 };
}

function runOf({ id, verdict }: Submission): object {
  return {
    id: `TestCase-${id}`,
    judgement_id: `Run--${id}`,
    ordinal: 1,
    judgement_type_id: verdict,
    run_time: 0.023,
  };
}

/** Starts a mock, which runs until `stop`. */
export async function startLocalPc2(): Promise<LocalPc2> {
  const site = new LocalPc2();
  await site.start();
  return site;
}
