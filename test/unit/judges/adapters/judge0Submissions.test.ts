import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { resultFrom } from '../../../support/profiles';

const settings = { type: 'judge0', url: 'https://judge0.example.org' };

/** A submission as a real host returned it, with Base64 texts. */
interface RecordedSubmission {
  readonly status: { readonly id: number };
  readonly time: string | null;
  readonly memory: number | null;
  readonly exit_code: number | null;
  readonly stdin: string | null;
  readonly stdout: string | null;
  readonly stderr: string | null;
  readonly expected_output: string | null;
  readonly compile_output: string | null;
}

const recorded = JSON.parse(readFileSync('test/fixtures/judge0Submissions.json', 'utf8')) as readonly {
  readonly name: string;
  readonly submission: RecordedSubmission;
}[];

/** Signals, null if none, of the programs that the shell reported. */
const signals: ReadonlyMap<string, number | null> = new Map([
  ['sigsegv', 11],
  ['sigkill-self', 9],
  ['mle', null],
  ['mle-java', null],
  ['fixes: bash itself signalled', 8],
  ['fixes: bash itself aborted', 6],
  ['fixes: bash itself XFSZ', 25],
  ['fixes: bash itself killed', 9],
]);

const decoded = (text: string | null) => (text === null ? null : Buffer.from(text, 'base64').toString());

describe('Recorded submissions of a Judge0 host', () => {
  it('contain every kind of verdict', () => {
    const verdicts = new Set(recorded.map(({ submission }) => submission.status.id));
    for (const id of [1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 13]) assert.ok(verdicts.has(id), `${id}`);
  });

  for (const { name, submission } of recorded) {
    it(`are shown as in their JSON: ${name}`, async () => {
      const result = await resultFrom(settings, { requestId: 'x' }, ({ path }) => {
        const fields = (new URL(path, settings.url).searchParams.get('fields') ?? '').split(',');
        const sent = Object.entries(submission).filter(([field]) => fields.includes(field));
        return {
          status: 200,
          contentType: 'application/json',
          text: JSON.stringify(Object.fromEntries(sent)),
        };
      });
      assert.ok(result.kind === 'result');
      const { compile, judge } = result.envelope.data ?? assert.fail('no data');
      const [one] = judge?.subtasks[0]?.cases ?? [];
      const status = submission.status.id;
      assert.deepEqual([judge?.status, one?.status], [status, status]);
      assert.equal(
        one?.time,
        submission.time === null ? null : Math.round(Number(submission.time) * 1e6) / 1e3,
      );
      assert.equal(one.memory, submission.memory);
      assert.equal(one.exitCode, submission.exit_code);
      if (signals.has(name)) assert.equal(one.signal, signals.get(name));
      assert.equal(compile?.message ?? null, decoded(submission.compile_output));
      const hasRun = status >= 3 && status <= 12 && status !== 6;
      const expected = hasRun ? decoded(submission.expected_output) : null;
      const output = hasRun ? decoded(submission.stdout) : null;
      // while a submission is pending, its texts aren't requested
      const isPending = status === 1 || status === 2;
      assert.equal(one.extra?.['stdin'] ?? null, isPending ? null : decoded(submission.stdin));
      assert.equal(one.extra?.['expected'] ?? null, expected);
      assert.equal(one.extra?.['stdout'] ?? null, expected === null ? output : (output ?? ''));
      assert.equal(one.extra?.['stderr'] ?? null, decoded(submission.stderr) || null);
    });
  }
});
