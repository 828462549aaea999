import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { meaningOf, type Case, type JudgeSemantics, type StatusCode } from '../../../../src/results';
import {
  entryOfReady,
  readyJudges,
  type Judge,
  type ReadyJudge,
  type ResultAnswer,
} from '../../../../src/judges';
import type { OutgoingRequest } from '../../../../src/judges/http/judgeHttp';
import { judgeNamed } from '../../../../src/judges/adapters';
import {
  checkOf,
  failing,
  on,
  recentOf,
  resultAt,
  run,
  type BoundOperation,
} from '../../../support/operations';
import { currentReadyFiles, READY_FILES } from '../../../../tools/docs/readyFiles';

const root = path.join(__dirname, '../../../..');
const fixtures = path.join(root, 'test/fixtures/ready');

/** One operation, with the requests that it sends and the responses of the judge. */
interface Fixture {
  /** where the form of the responses comes from */
  readonly origin: string;
  readonly operation: 'result' | 'submit' | 'recent' | 'check';
  /** additional fields of the settings */
  readonly settings?: object;
  /** of a result */
  readonly id?: string;
  /** of a submission */
  readonly problem?: string;
  readonly contest?: string;
  readonly language?: string;
  readonly code?: string;
  readonly exchanges: readonly {
    /** GET if absent */
    readonly method?: string;
    readonly path: string;
    /** JSON of the request */
    readonly sent?: unknown;
    /** form of the request */
    readonly form?: unknown;
    /** 200 if absent */
    readonly status?: number;
    readonly contentType?: string;
    /** JSON of the response */
    readonly answer?: unknown;
    /** text of the response, instead of `answer` */
    readonly body?: string;
  }[];
  /** what is read from the responses */
  readonly expected?: unknown;
  /** HTTP status and message of the failure, instead of `expected` */
  readonly failure?: string;
}

const SITE = 'https://oj.example.edu';

function judgeOf(ready: ReadyJudge, settings: object = {}): Judge {
  const url = ready.description['url'] === undefined ? SITE : null;
  const read = judgeNamed('test', { test: { ...entryOfReady(ready, url), ...settings } });
  assert.ok(read.ok, JSON.stringify(read));
  return read.judge;
}

function fixturesOf({ id }: ReadyJudge): readonly (readonly [name: string, fixture: Fixture])[] {
  const folder = path.join(fixtures, id);
  return fs.readdirSync(folder).map((file) => {
    const text = fs.readFileSync(path.join(folder, file), 'utf8');
    return [path.basename(file, '.json'), JSON.parse(text) as Fixture] as const;
  });
}

/** Returns the verdict of a code as in a fixture. A code without a meaning is returned as `status`. */
function verdictIn(code: StatusCode | null, { statuses }: JudgeSemantics): object {
  if (code === null) return {};
  const meaning = meaningOf(statuses, code);
  if (!meaning) return { status: code };
  if (meaning.kind !== 'pending') return { verdict: meaning.short };
  const verdict = { Queued: 'QUEUED', Compiling: 'COMPILING', Judging: 'JUDGING' }[meaning.name];
  return { verdict: verdict ?? meaning.name, isPending: true };
}

/** Removes fields without a value. */
function known(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && value !== undefined),
  );
}

function caseIn(one: Case, rules: JudgeSemantics, hasIds: boolean): object {
  const { id, status, score, time, memory, exitCode, signal, description, extra } = one;
  const figures = { score, time, memory, exitCode, signal, description, stderr: extra?.['stderr'] };
  return { ...known({ id: hasIds ? id : null }), ...verdictIn(status, rules), ...known(figures) };
}

function resultIn(answer: ResultAnswer, rules: JudgeSemantics): object {
  assert.ok(answer.kind === 'result');
  const { data } = answer.envelope;
  const { about } = answer;
  assert.ok(data?.judge);
  const { status, score, time, memory, passed, total, description, subtasks } = data.judge;
  const cases = subtasks.flatMap((subtask) => subtask.cases);
  // a case with a name has a number that the judge didn’t send
  const hasIds = cases.every((one) => one.description === null);
  return {
    ...verdictIn(status, rules),
    ...known({
      progress: passed === undefined ? null : `${passed}/${total}`,
      score,
      time,
      memory,
      problem: about?.problem?.id,
      problemTitle: about?.problem?.title,
      language: about?.language,
      code: about?.code,
      compileMessage: data.compile?.message,
      message: description,
    }),
    cases: cases.map((one) => caseIn(one, rules, hasIds)),
  };
}

/** Returns the operation of a fixture, and how its value is compared. */
function operationOf(judge: Judge, fixture: Fixture): BoundOperation<unknown> {
  const { id = '', problem = '', contest = null, language = '', code = '' } = fixture;
  switch (fixture.operation) {
    case 'check':
      return checkOf(judge);
    case 'result':
      return resultAt(judge, { requestId: id, hint: null });
    case 'recent':
      return recentOf(judge, null);
    case 'submit': {
      const program = { problemId: problem, place: contest, language, code, trackId: 't' };
      return on(judge, (http) =>
        judge.submission!.submit(http, { ...program, optimise: false, inputs: null }),
      );
    }
  }
}

function readValue(judge: Judge, { operation }: Fixture, value: unknown): unknown {
  switch (operation) {
    case 'check':
      return value;
    case 'result':
      return resultIn(value as ResultAnswer, judge.rules);
    case 'recent':
      return (value as Awaited<ReturnType<NonNullable<Judge['listing']>['fetchRecent']>>).map(
        ({ requestId, problem, status, score, at }) => ({
          requestId,
          ...known({ problem, score, at: at === null ? null : new Date(at).toISOString() }),
          ...verdictIn(status, judge.rules),
        }),
      );
    case 'submit': {
      const submitted = value as Awaited<ReturnType<NonNullable<Judge['submission']>['submit']>>;
      assert.ok(submitted.kind === 'accepted');
      return { requestId: submitted.requestId };
    }
  }
}

for (const ready of readyJudges) {
  describe(`The description of ${ready.name}`, () => {
    for (const [name, fixture] of fixturesOf(ready)) {
      it(`has the expected requests and values: ${name}`, async () => {
        const judge = judgeOf(ready, fixture.settings);
        const sent: OutgoingRequest[] = [];
        const reply = (request: OutgoingRequest) => {
          const exchange = fixture.exchanges[sent.length];
          sent.push(request);
          assert.ok(exchange, `one request too many: ${request.path}`);
          const { status = 200, contentType = 'application/json', answer, body } = exchange;
          return { status, contentType, text: body ?? JSON.stringify(answer) };
        };
        const operation = operationOf(judge, fixture);
        if (fixture.failure === undefined)
          assert.deepEqual(readValue(judge, fixture, await run(operation, reply)), fixture.expected);
        else assert.equal(await failing(operation, reply), fixture.failure);
        assert.deepEqual(
          sent,
          fixture.exchanges.map(({ method = 'GET', path, sent: body, form }) => ({
            method,
            path,
            ...(body === undefined ? {} : { body }),
            ...(form === undefined ? {} : { form }),
          })),
        );
      });
    }

    it('has fixtures of a final, a pending, and a submitted program', () => {
      const all = fixturesOf(ready).map(([, fixture]) => fixture);
      const isPending = ({ expected }: Fixture) => (expected as { isPending?: true } | undefined)?.isPending;
      const results = all.filter(({ operation, failure }) => operation === 'result' && failure === undefined);
      assert.ok(results.some((fixture) => isPending(fixture)));
      assert.ok(results.some((fixture) => !isPending(fixture)));
      assert.ok(all.some(({ operation }) => operation === 'submit') || !judgeOf(ready).submission);
      for (const { origin } of all) assert.match(origin, /^https:\/\//);
    });

    it('links to pages, and reads their addresses', () => {
      const { pages, submission } = judgeOf(ready);
      const page = pages?.record?.({ requestId: '7', hint: null }) ?? '';
      assert.match(page, /^https:\/\/.*\b7\b/);
      assert.deepEqual(pages?.readAddress?.(page), { kind: 'requestId', id: '7' });
      const problem = { problemId: '41', place: null };
      assert.deepEqual(submission?.problemAt?.(pages?.problem?.(problem) ?? ''), problem);
    });

    it('names the secret with which users sign in', () => {
      const { signIn } = judgeOf(ready);
      assert.ok(signIn.kind === 'none' || (signIn.kind === 'secret' && signIn.name !== undefined));
    });

    it('has a text in the languages of the extension, and a page', () => {
      assert.match(ready.id, /^[a-z\d]+(?:-[a-z\d]+)*$/);
      assert.ok(ready.detail.en);
      for (const language of Object.keys(ready.detail))
        assert.match(language, /^(?:en|zh-cn|ru|es|ja|pt-br)$/);
      const page = fs.readFileSync(path.join(root, `docs/judges/${ready.id}.md`), 'utf8');
      assert.ok(page.startsWith(`# ${ready.name}\n`));
      assert.ok(page.includes(`"basedOn": "${ready.id}"`));
      const overview = fs.readFileSync(path.join(root, 'docs/judges/README.md'), 'utf8');
      assert.ok(overview.includes(`[${ready.name}](${ready.id}.md)`));
    });
  });
}

describe('The ready descriptions', () => {
  it('are all listed (npm run docs writes the list)', async () => {
    assert.equal(fs.readFileSync(path.join(root, READY_FILES), 'utf8'), await currentReadyFiles());
  });

  it('have different names', () => {
    assert.equal(new Set(readyJudges.map(({ name }) => name)).size, readyJudges.length);
  });

  const library = readyJudges.find(({ id }) => id === 'library-checker') ?? assert.fail();

  it('can be completed and changed in the settings', () => {
    const changed = judgeOf(library, { url: SITE, statusCodes: { WJ: 'JE', new: 'AC' } });
    assert.equal(changed.baseUrl, SITE);
    assert.equal(meaningOf(changed.rules.statuses, 'WJ')?.short, 'JE');
    assert.equal(meaningOf(changed.rules.statuses, 'new')?.short, 'AC');
    assert.equal(meaningOf(changed.rules.statuses, 'Fail')?.short, 'JE');
  });

  it('list no submissions while the constant for the user is empty', () => {
    const judge = judgeOf(library);
    assert.deepEqual(
      [judge.listing, judge.batch, judge.problemSubmissions],
      [undefined, undefined, undefined],
    );
    assert.ok(judgeOf(library, { constants: { user: 'ann' } }).listing);
  });

  it('are stored in the settings without their fields', () => {
    assert.deepEqual(entryOfReady(library, null), { type: 'json', basedOn: 'library-checker' });
    assert.deepEqual(entryOfReady(library, SITE), { ...entryOfReady(library, null), url: SITE });
  });

  it('must exist', () => {
    const read = judgeNamed('test', { test: { type: 'json', url: SITE, basedOn: 'other' } });
    assert.ok(!read.ok);
    const options = readyJudges.map(({ id }) => id).sort();
    const { what } = read.problems.find(({ at }) => at === 'test.basedOn') ?? assert.fail();
    assert.deepEqual(what.kind === 'oneOf' && [...what.options].sort(), options);
  });
});
