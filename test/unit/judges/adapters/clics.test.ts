import { crc32 } from 'node:zlib';
import assert from 'node:assert/strict';
import { clics } from '../../../../src/judges/adapters/clics';
import { described } from '../../../support/profiles';
import {
  failing,
  failureOf as failureIn,
  on,
  recentOf,
  resultAt,
  run,
  statesAt,
} from '../../../support/operations';
import { answer, page } from './answers';
import { capturedFromPc2 } from './captures';
import type { OutgoingRequest } from '../../../../src/judges/http/judgeHttp';
import type { PlainAnswer } from '../../../../src/judges/adapters/shared/makeResult';
import { listingOf } from '../../../../src/judges/judge';

/** Returns the single stored file of an archive, after checking its header. */
function unzipped(zip: Buffer): string {
  const [checksum, size, length] = [zip.readUInt32LE(14), zip.readUInt32LE(22), zip.readUInt16LE(26)];
  const [name, content] = [zip.subarray(30, 30 + length), zip.subarray(30 + length, 30 + length + size)];
  assert.deepEqual([zip.readUInt32LE(0), checksum], [0x0403_4b50, crc32(content)]);
  const end = zip.length - 22;
  assert.deepEqual([zip.readUInt32LE(end), zip.readUInt32LE(end + 16)], [0x0605_4b50, 30 + length + size]);
  assert.equal(zip.readUInt32LE(zip.readUInt32LE(end + 16)), 0x0201_4b50);
  return `${name.toString()}: ${content.toString()}`;
}

const site = described(clics, 'finals', {
  url: 'https://judge.example.edu/domjudge/api/v4',
  contest: 'nwerc',
});
const name = (requestId: string, hint: string | null = null) => ({ requestId, hint });

const submission = {
  id: '9',
  problem_id: 'hello',
  language_id: 'cpp',
  team_id: '3',
  entry_point: null,
  files: [],
  time: '2026-11-23T22:33:52.327+01:00',
  contest_time: '1:02:03.000',
};
const judgement = (more: object) => ({
  valid: true,
  id: '71',
  submission_id: '9',
  judgement_type_id: 'WA',
  start_time: submission.time,
  start_contest_time: '1:02:04.000',
  end_time: submission.time,
  end_contest_time: '1:02:05.000',
  max_run_time: 0.057,
  score: null,
  ...more,
});
const types = [
  { id: 'AC', name: 'correct', penalty: false, solved: true },
  { id: 'WA', name: 'wrong answer', penalty: true, solved: false },
  { id: 'RND', name: 'rounding error', penalty: true, solved: false },
  { id: 'OKA', name: 'okay after all', penalty: false, solved: true },
];
const error = (code: number, message: string) => answer({ code, message }, code);
const forbidden = error(403, 'Forbidden');

/** A contest with these responses to the paths below `contests/nwerc/`. */
const contest = (answers: Readonly<Record<string, PlainAnswer>>) => {
  const asked: string[] = [];
  const reply = ({ path }: OutgoingRequest): PlainAnswer => {
    const what = path.replace(/^\/contests\/nwerc\//, '').replace(/\?.*/, '');
    asked.push(what);
    return answers[what] ?? error(404, 'Object not found');
  };
  return { asked, reply };
};
const contestOf = (answers: Readonly<Record<string, PlainAnswer>>) =>
  contest({ 'submissions/9': answer(submission), 'judgement-types': answer(types), ...answers });
const read = async (answers: Readonly<Record<string, PlainAnswer>>) => {
  const { asked, reply } = contestOf(answers);
  const result = await run(resultAt(site, name('9')), reply);
  assert.ok(result.kind === 'result');
  return {
    judge: result.envelope.data!.judge!,
    compile: result.envelope.data!.compile,
    about: result.about,
    asked,
  };
};

/** Data that the client reuses. */
const constants = ['/user', 'judgement-types', '/contests/nwerc', 'languages', 'problems', '/config'];

describe('A submission in a CLICS contest', () => {
  it('is pending until the team may read its judgement', async () => {
    const { judge, about, asked } = await read({ judgements: answer([]) });
    assert.deepEqual([judge.status, judge.subtasks], ['QUEUED', []]);
    assert.deepEqual(asked, ['submissions/9', 'judgements', ...constants]);
    assert.deepEqual([about?.problem?.id, about?.language, about?.hint], ['hello', 'cpp', 'nwerc']);
    assert.equal(about?.at, Date.parse(submission.time));
    const unjudged = [judgement({ judgement_type_id: null, end_time: null, max_run_time: undefined })];
    assert.equal((await read({ judgements: answer(unjudged) })).judge.status, 'JUDGING');
  });

  it('has verdict and time, and cases only if the account may see them', async () => {
    const { judge, asked } = await read({ judgements: answer([judgement({})]), runs: forbidden });
    assert.deepEqual([judge.status, judge.time, judge.score, judge.subtasks], ['WA', 57, null, []]);
    assert.deepEqual(asked, ['submissions/9', 'judgements', ...constants, 'runs']);
    assert.equal(judge.hidesCases, true);
    const runs = [
      { id: '1', judgement_id: '71', ordinal: 1, judgement_type_id: 'AC', run_time: 0.01 },
      { id: '2', judgement_id: '71', ordinal: 2, judgement_type_id: 'RND', run_time: 0.057 },
      { id: '3', judgement_id: '70', ordinal: 1, judgement_type_id: 'AC', run_time: 0.01 },
    ];
    const { judge: ofJury } = await read({ judgements: answer([judgement({})]), runs: answer(runs) });
    assert.equal(ofJury.hidesCases, undefined);
    assert.deepEqual(
      ofJury.subtasks[0]!.cases.map(({ id, status, time, description }) => [id, status, time, description]),
      [
        [1, 'AC', 10, null],
        [2, 'REJ', 57, 'rounding error'],
      ],
    );
  });

  it('ignores judgements of other submissions and replaced judgements', async () => {
    const others = [
      judgement({ submission_id: '8', judgement_type_id: 'AC' }),
      judgement({ id: 'Run--190', judgement_type_id: 'CE', valid: false }),
    ];
    assert.equal((await read({ judgements: answer(others) })).judge.status, 'QUEUED');
    const rejudged = [...others, judgement({ id: '72', judgement_type_id: 'AC', valid: undefined })];
    assert.equal((await read({ judgements: answer(rejudged) })).judge.status, 'AC');
  });

  it('maps the site’s own verdicts to accepted or rejected, with the site’s name', async () => {
    const own = async (judgement_type_id: string) => {
      const { judge } = await read({ judgements: answer([judgement({ judgement_type_id })]) });
      return [judge.status, judge.description];
    };
    assert.deepEqual(await own('RND'), ['REJ', 'rounding error']);
    assert.deepEqual(await own('OKA'), ['AC', 'okay after all']);
    // Judgements contain these codes, although the site doesn't list them.
    for (const code of ['JE', 'IE', 'XX']) assert.equal((await own(code))[0], code);
    assert.equal(
      (await read({ judgements: answer([judgement({ judgement_type_id: 'CE' })]) })).compile?.success,
      false,
    );
  });

  it('is rejected if it belongs to another team, whose judgements a team can’t read', async () => {
    const user = { username: 'team4', type: 'team', roles: ['team'], team_id: '4' };
    const reading = (account: object, judgements: readonly object[] = []) =>
      read({ judgements: answer(judgements), '/user': answer(account) });
    const { failure } = await failureIn(
      resultAt(site, name('9')),
      contestOf({ judgements: answer([]), '/user': answer(user) }).reply,
    );
    assert.ok(failure.kind === 'status');
    assert.deepEqual(
      [failure.status, failure.cause, failure.error],
      [403, { kind: 'notOwn', whose: 'team' }, null],
    );
    // The team's own submission, and a submission that the jury reads.
    assert.equal((await reading({ ...user, team_id: '3' })).judge.status, 'QUEUED');
    assert.equal((await reading({ ...user, roles: ['jury', 'team'] })).judge.status, 'QUEUED');
    assert.equal((await reading({ ...user, type: 'judge', team_id: null })).judge.status, 'QUEUED');
  });

  it('contains the other team’s name if the account may read its judgement', async () => {
    const account = { username: 'judge', type: 'judge', roles: ['jury'], team_id: null };
    const others = { judgements: answer([judgement({})]), '/user': answer(account), runs: forbidden };
    assert.equal(
      (await read({ ...others, 'teams/3': answer({ id: '3', name: 'Alpha' }) })).about?.user,
      'Alpha',
    );
    assert.equal((await read(others)).about?.user, '3');
    const own = { ...others, '/user': answer({ ...account, team_id: '3' }) };
    assert.equal((await read(own)).about?.user, undefined);
    assert.equal((await read({ ...others, '/user': forbidden })).about?.user, undefined);
  });

  it('is rejected with the site’s message', async () => {
    const refusal = (of: PlainAnswer) => failing(resultAt(site, name('9')), () => of);
    assert.equal(
      await refusal(error(404, "Object with ID '9' not found")),
      "404 Object with ID '9' not found",
    );
    assert.equal(await refusal({ status: 401, contentType: null, text: '' }), '401');
    assert.equal(await refusal(page('<html>', 502)), '502');
    assert.equal(await refusal(page('<html>')), 'notJson');
    assert.equal(
      await refusal({ ...error(429, 'Too Many Requests'), retryAfter: '9' }),
      '429 Too Many Requests',
    );
  });
});

describe('A CLICS contest', () => {
  it('polls all pending submissions with a single list of judgements', async () => {
    const question = statesAt(site, [name('9'), name('10', 'nwerc'), name('11')], 'team3');
    const judgements = answer([judgement({}), judgement({ submission_id: '10', judgement_type_id: null })]);
    const { asked, reply } = contest({ judgements, 'judgement-types': answer(types) });
    const seen = await run(question, reply);
    assert.deepEqual(asked, ['/user', 'judgements', 'judgement-types', '/contests/nwerc']);
    assert.deepEqual(
      [...seen].map(([id, { kind }]) => [id, kind]),
      [
        ['9', 'ended'],
        ['10', 'notReady'],
        ['11', 'notReady'],
      ],
    );
    assert.equal(site.batch?.covers([name('9'), name('10', 'other')], 'team3'), false);
  });

  it('lists the team’s newest submissions in a list of all teams’ submissions', async () => {
    const submissions = [submission, { ...submission, id: '10', team_id: '4' }, { ...submission, id: '11' }];
    const { reply } = contest({
      '/user': answer({ username: 'team3', team_id: '3' }),
      submissions: answer(submissions),
      judgements: answer([judgement({})]),
    });
    const recent = await run(recentOf(site, 'team3'), reply);
    assert.deepEqual(
      recent.map(({ requestId, status, hint }) => [requestId, status, hint]),
      [
        ['9', 'WA', 'nwerc'],
        ['11', 'QUEUED', 'nwerc'],
      ],
    );
    assert.equal(listingOf(site, null), null);
  });

  it('lists languages and problems', async () => {
    const problem = { problemId: 'hello', place: null };
    const languages = [{ id: 'cpp', name: 'C++', extensions: ['cpp', 'cc'], entry_point_required: false }];
    const form = await run(
      on(site, (http) => site.submission!.fetchForm!(http, problem)),
      contest({ languages: answer(languages) }).reply,
    );
    assert.deepEqual(form.languages, [
      {
        id: 'cpp',
        name: 'C++',
        editorLanguages: ['cpp'],
        extensions: ['.cpp', '.cc', '.cxx', '.c++', '.cp'],
        acceptedExtensions: ['.cpp', '.cc'],
      },
    ]);
  });

  describe('for a program', () => {
    const languages = [
      { id: '7', name: 'Java', extensions: ['java'], entry_point_required: true },
      { id: 'cpp', name: 'C++', extensions: ['cpp'], entry_point_required: false },
    ];
    const large = 'Submission file(s) are larger than 256 kB.';
    const java = 'public class Foo {}';
    const submission = (at: typeof site, language: string, code: string) =>
      on(at, (http) =>
        at.submission!.submit(http, {
          problemId: 'hello',
          place: null,
          optimise: false,
          trackId: 't',
          inputs: null,
          language,
          code,
        }),
      );
    /** Responds as a server with this information about itself. */
    const responseTo = (
      { method, path }: OutgoingRequest,
      info: PlainAnswer,
      reply: PlainAnswer,
      listed: readonly object[] = languages,
    ) => {
      if (method === 'POST') return reply;
      return path.endsWith('/languages') ? answer(listed) : info;
    };
    /** Returns the submission sent to a server with this information about itself. */
    const submitted = async (
      info: PlainAnswer,
      {
        at = site,
        language = '7',
        code = java,
        reply = answer({ id: '9' }),
        listed = languages,
      }: {
        readonly listed?: readonly object[];
        readonly at?: typeof site;
        readonly language?: string;
        readonly code?: string;
        readonly reply?: PlainAnswer;
      } = {},
    ) => {
      const sent: OutgoingRequest[] = [];
      const taken = await run(submission(at, language, code), (request) => {
        sent.push(request);
        return responseTo(request, info, reply, listed);
      });
      assert.deepEqual(taken, { kind: 'accepted', requestId: '9', hint: 'nwerc' });
      return { paths: sent.map(({ path }) => path), sent: sent.at(-1)! };
    };
    const domjudge = answer({ version: '2023-06', name: 'DOMjudge', domjudge: { apiversion: 4 } });

    it('submits a form at any version of DOMjudge', async () => {
      const { paths, sent } = await submitted(domjudge);
      assert.deepEqual(paths, ['/contests/nwerc/languages', '/info', '/contests/nwerc/submissions']);
      const form = {
        problem: 'hello',
        language: '7',
        entry_point: 'Foo',
        'code[]': [{ fileName: 'Foo.java', text: java }],
      };
      assert.deepEqual(sent.form, form);
      const old = answer({ api_version: 4, domjudge_version: '7.3.4', environment: 'prod' });
      assert.deepEqual((await submitted(old)).sent.form, form);
      assert.deepEqual((await submitted(domjudge, { language: 'cpp', code: 'int x;' })).sent.form, {
        problem: 'hello',
        language: 'cpp',
        'code[]': [{ fileName: 'main.cpp', text: 'int x;' }],
      });
    });

    it('submits the source file in JSON at PC²', async () => {
      const at = described(clics, 'pc2', { url: 'https://pc2.test:50443', contest: 'nwerc' });
      const { paths, sent } = await submitted(capturedFromPc2('team1: information'), {
        at,
        language: 'cpp',
        code: 'int 和;',
      });
      assert.deepEqual(paths, ['/contests/nwerc/languages', '', '/contests/nwerc/submissions']);
      assert.deepEqual(sent.body, {
        problem_id: 'hello',
        language_id: 'cpp',
        files: [{ filename: 'main.cpp', data: Buffer.from('int 和;').toString('base64') }],
      });
    });

    it('submits an archive at other servers, as the specification requires', async () => {
      for (const info of [answer({ version: '2023-06', name: 'Contest Data Server' }), forbidden]) {
        const { sent } = await submitted(info);
        const body = sent.body as { readonly files: readonly { readonly data: string }[] };
        assert.deepEqual(
          { ...body, files: body.files.length },
          { problem_id: 'hello', language_id: '7', entry_point: 'Foo', files: 1 },
        );
        assert.equal(unzipped(Buffer.from(body.files[0]!.data, 'base64')), `Foo.java: ${java}`);
      }
    });

    it('names a Java file after its public type also if no entry point is required', async () => {
      const listed = [{ id: '7', name: 'Java', extensions: ['java'], entry_point_required: false }];
      const code = 'public record Sum(int a) { public static void main(String[] a) {} }';
      const { form } = (await submitted(domjudge, { code, listed })).sent;
      assert.deepEqual(form, {
        problem: 'hello',
        language: '7',
        'code[]': [{ fileName: 'Sum.java', text: code }],
      });
    });

    it('sends the entry point under the name and the field of each version', async () => {
      const java = 'package a; class B { public static void main(String[] a) {} }';
      const sentFor = async (code: string, fields: object) => {
        const listed = [{ id: '7', name: 'X', ...fields }];
        const { form } = (await submitted(domjudge, { code, listed })).sent;
        return form?.entry_point;
      };
      const javaFields = { extensions: ['java'], entry_point_name: 'Main class' };
      assert.equal(await sentFor(java, { ...javaFields, entry_point_required: true }), 'a.B');
      assert.equal(await sentFor(java, { ...javaFields, entry_point_required: false }), undefined);
      const old = { extensions: ['java'], require_entry_point: true, entry_point_description: 'Start' };
      assert.equal(await sentFor(java, old), 'a.B');
      const python = { extensions: ['py'], entry_point_required: true, entry_point_name: 'Main file' };
      assert.equal(await sentFor('print(1)', python), 'main.py');
      assert.equal(
        await sentFor(java, { ...javaFields, entry_point_required: true, entry_point_name: 'Main file' }),
        'B.java',
      );
    });

    it('submits no main class if the program doesn’t contain one', async () => {
      const { form } = (await submitted(domjudge, { code: 'class A {}' })).sent;
      assert.deepEqual(form, {
        problem: 'hello',
        language: '7',
        'code[]': [{ fileName: 'main.java', text: 'class A {}' }],
      });
    });

    it('reads the ID in an object, or a bare number, as old versions send it', async () => {
      const idFrom = async (body: unknown): Promise<unknown> => {
        const reply = answer(body);
        return run(submission(site, 'cpp', 'int x;'), (request) => responseTo(request, domjudge, reply));
      };
      const accepted = { kind: 'accepted', requestId: '9', hint: 'nwerc' };
      for (const body of [{ id: '9' }, { id: 9 }, 9, '9']) assert.deepEqual(await idFrom(body), accepted);
    });

    it('may have been submitted if a response that isn’t an error has no ID', async () => {
      const bodies = [answer({ id: null }), answer({}), answer([]), page('<html>ok'), answer('')];
      for (const reply of bodies) {
        const program = submission(site, 'cpp', 'int x;');
        const failure = await failureIn(program, (request) => responseTo(request, domjudge, reply));
        assert.equal(failure.sent, 'maybe', reply.text);
      }
      const closed = error(400, large);
      const program = submission(site, 'cpp', 'int x;');
      const refused = await failureIn(program, (request) => responseTo(request, domjudge, closed));
      assert.equal(refused.sent, 'no');
    });

    it('returns the server’s message after a rejection', async () => {
      const program = submission(site, '7', java);
      const refusal = (reply: PlainAnswer) =>
        failureIn(program, (request) => responseTo(request, domjudge, reply));
      const words = (reply: PlainAnswer) =>
        failing(program, (request) => responseTo(request, domjudge, reply));
      assert.equal(await words(error(400, large)), `400 ${large}`);
      assert.equal(
        await words({ status: 400, contentType: 'text/plain', text: 'bad problem_id' }),
        '400 bad problem_id',
      );
      assert.equal(await words(capturedFromPc2('team1: submit')), '405');
      const language = (await refusal(error(400, "Language 'py3' not allowed for problem [p4]."))).failure;
      assert.deepEqual(language.kind === 'status' && language.cause, { kind: 'language' });
      const other = (await refusal(error(400, large))).failure;
      assert.equal(other.kind === 'status' && other.cause, undefined);
      const closed = (await refusal(error(403, 'The contest is closed, no submissions accepted. [c1]')))
        .failure;
      assert.equal(closed.kind === 'status' && closed.refusesAnybody, true);
      for (const message of [
        'You need to have the Team Member role to add a submission',
        'Access Denied by controller annotation @IsGranted("ROLE_JURY")',
      ]) {
        const role = (await refusal(error(403, message))).failure;
        assert.equal(role.kind === 'status' && role.refusesAnybody, undefined);
      }
      // A page of PC² isn't mistaken for that of a firewall.
      const jetty = capturedFromPc2('team1: submission 77').text.replaceAll('404', '403');
      const own = await refusal(page(jetty.replace('Not Found', 'Contest is not running'), 403));
      assert.ok(own.failure.kind === 'status');
      assert.equal(own.failure.error?.errorMessage, 'Contest is not running');
      const bare = (await refusal(page(jetty.replace('Not Found', 'Forbidden'), 403))).failure;
      assert.equal(bare.kind === 'status' && (bare.refusesAnybody ?? bare.error), null);
      const firewall = (await refusal(page('<html>Blocked', 403))).failure;
      assert.equal(firewall.kind === 'status' && firewall.refusesAnybody, true);
    });
  });

  it('links to the site’s pages if the API URL belongs to a site with a known interface', () => {
    assert.equal(site.pages!.record!(name('9')), 'https://judge.example.edu/domjudge/team/submission/9');
    assert.deepEqual(site.pages!.readAddress!('https://judge.example.edu/domjudge/team/submission/9'), {
      kind: 'requestId',
      id: '9',
    });
    assert.equal(
      described(clics, 'pc2', { url: 'https://pc2.test:50443', contest: '1' }).pages?.record,
      undefined,
    );
  });
});
