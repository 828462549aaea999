import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import type { Reply } from '../../../../support/playedJudge';
import { resultFrom } from '../../../../support/profiles';

const folder = path.join('test', 'fixtures', 'services', 'ejudge');
const settings = { type: 'ejudge', url: 'https://ejudge.example.org/ej/client', contest: '7' };

/** Results of a real server by the names of their files: status, score, own count, groups, and tests. */
const rows: Readonly<Record<string, string>> = {
  'c10-ce': '1 -:',
  'c2-tle2': '3 -: 1=0 2=3',
  'c5-accepting-ok': '8 -: 1=0 2=0',
  'c5-judged-1': '7 80: 1=0/20 2=0/20 3=0/20 4=5/0 5=0/20',
  'c5-judged-2': '5 -: 1=5',
  'c6-ce': '1 -:',
  'c6-wa1': '5 0: 1=5',
  'c6-wa3': '5 1: 1=0 2=0 3=5',
  'c8-part': '7 80: 1=0/20 2=0/20 3=5/0 4=0/20 5=0/20',
  'run-1-groups': '7 17 passed 4: [1 0 20] 1=0 2=0 [2 hidden 0] 3=0 4=0 5=hidden 6=hidden [3 hidden 0]',
  'run-empty-expected': '7 0: 1=5/0 2=5/0',
  'run-groups-all': '0 97: [0 0 0] 1=0 2=0 [1 0 40] 3=0 4=0 5=0 6=0 [2 0 60] 7=0 8=0 9=0 10=0',
  'run-groups-fail1': '7 0: [0 0 0] 1=0 2=0 [1 5 0] 3=0 4=5 5=18 6=18 [2 18 0] 7=18 8=18 9=18 10=18',
  'run-pas': '0 93: 1=0/20 2=0/20 3=0/20 4=0/20 5=0/20',
  'run-pas-ce': '1 -:',
  'run-partly': '7 80 passed 4: 1=0/20 2=0/20 3=hidden',
  'run-text-answer': '0 100: 1=0/20',
  'run-visibility-W-allwrong': '7 0 passed 0: 1=hidden 2=hidden 3=hidden 4=hidden 5=hidden',
};

const REFUSED =
  '{"ok":false,"error":{"num":25,"symbol":"ERR_CONTEST_ALREADY_FINISHED","message":"Finished"}}';

function server(name: string): Reply {
  const run = fs.readFileSync(path.join(folder, `${name}.json`), 'utf8');
  return ({ path: requested }) => ({
    status: 200,
    contentType: 'application/json',
    text: requested.includes('action=run-status-json') ? run : REFUSED,
  });
}

/** Prints `7 80 passed 4: 1=0/20 2=5/0`, with the groups in brackets. */
async function shown(name: string): Promise<string> {
  const result = await resultFrom(settings, { requestId: '1' }, server(name));
  assert.ok(result.kind === 'result');
  const { judge } = result.envelope.data ?? {};
  assert.ok(judge);
  const subtasks = judge.subtasks.map(({ id, status, score, cases }) => {
    const tests = cases.map((one) =>
      [`${one.id ?? '-'}=${one.status ?? 'hidden'}`, one.score].filter((part) => part !== null).join('/'),
    );
    return (id === null ? tests : [`[${id} ${status ?? 'hidden'} ${score ?? '-'}]`, ...tests]).join(' ');
  });
  const passed = judge.passed === undefined ? '' : ` passed ${judge.passed}`;
  return `${judge.status ?? '-'} ${judge.score ?? '-'}${passed}: ${subtasks.join(' ')}`.trim();
}

describe('Results of a real ejudge', () => {
  for (const [name, expected] of Object.entries(rows)) {
    it(`${name} is read as its page shows it`, async () => {
      assert.equal(await shown(name), expected);
    });
  }

  it('cover all files', () => {
    const names = fs.readdirSync(folder).map((name) => name.replace('.json', ''));
    assert.deepEqual(names.sort(), Object.keys(rows).sort());
  });

  it('have the compiler’s output, without the banner of Free Pascal alone', async () => {
    for (const [name, output] of [
      ['c10-ce', null],
      ['run-pas', null],
      ['run-pas-ce', /Error: Identifier not found/],
      ['c6-ce', /error: 'x' was not declared/],
    ] as const) {
      const result = await resultFrom(settings, { requestId: '1' }, server(name));
      const message = result.kind === 'result' ? (result.envelope.data?.compile?.message ?? null) : '';
      if (output === null) assert.equal(message, null, name);
      else assert.match(message ?? '', output, name);
    }
  });

  it('have an empty expected output if the judge sends only its size', async () => {
    const result = await resultFrom(settings, { requestId: '1' }, server('run-empty-expected'));
    assert.ok(result.kind === 'result');
    const [first] = result.envelope.data?.judge?.subtasks[0]?.cases ?? [];
    assert.equal(first?.extra?.['expected'], '');
    assert.ok(first.extra['stdout']);
  });
});
