import { answerNotices, quickPicks, recordQuickPicks, speak } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { commands, env } from 'vscode';
import type { Extension } from '../../../../src/editor/extension';
import { pasteInList } from '../../../../src/editor/fetch/pasteInList';
import { RequestFailed, type Judge } from '../../../../src/judges';
import { clics } from '../../../../src/judges/adapters/clics';
import { hydro } from '../../../../src/judges/adapters/hydro';
import { described, specifiedJudge } from '../../../support/profiles';
import { settle } from '../../support/fakeClock';
import { standIn } from '../../support/standIn';

const school = described(hydro, 'school', { url: 'https://oj.example.edu' });
const finals = described(clics, 'finals', { url: 'https://dj.example.org/api', contest: 'finals' });
/** most words can be its IDs */
const own = specifiedJudge({ url: 'https://own.example.org' }, 'own');
const id = '0123456789abcdef01234567';

describe('A paste in the list of results', () => {
  let judges: readonly Judge[];
  let fetched: string[];
  let extension: Extension;
  let shown: ReturnType<typeof answerNotices>;
  const { clipboard } = env;
  const { getCommands } = commands;

  beforeEach(() => {
    speak('en');
    recordQuickPicks();
    quickPicks.length = 0;
    shown = answerNotices();
    judges = [school, finals];
    fetched = [];
    Object.assign(commands, { getCommands: async () => [] });
    extension = standIn<Extension>({
      store: standIn({ records: () => [] }),
      context: standIn({ globalState: standIn({ get: (_key: string, none: unknown) => none }) }),
      judges: standIn({
        all: async () => judges,
        chosen: async () => judges[0] ?? null,
        names: async () => judges.map(({ name }) => name),
        named: async (name: string) => ({
          kind: 'chosen' as const,
          judge: judges.find((judge) => judge.name === name) ?? assert.fail(),
        }),
        recentSubmissions: async () => [],
        submissionsInContests: async () => [],
        credentials: standIn({
          redaction: standIn({
            complete: async () => undefined,
            isSecret: (text: string) => text === 'a'.repeat(24),
            text: (text: string) => text,
          }),
        }),
      }),
      tracking: standIn({
        requestedHere: new Set<string>(),
        fetch: async (judge: Judge, requestId: string) => {
          fetched.push(`${judge.name} ${requestId}`);
          throw new RequestFailed({ kind: 'cancelled' });
        },
      }),
    });
  });
  afterEach(() => {
    Object.assign(env, { clipboard });
    Object.assign(commands, { getCommands });
  });

  /** Pastes a text, and closes the box that opens. Returns the text in the box; null: none opened. */
  const paste = async (text: string): Promise<string | null> => {
    Object.assign(env, { clipboard: { readText: async () => text } });
    const opened = quickPicks.length;
    const pasting = pasteInList(extension);
    await settle();
    await settle();
    const pick = quickPicks[opened];
    const typed = pick ? `${pick.title}: ${pick.value}` : null;
    pick?.hide();
    await pasting;
    return typed;
  };

  it('fetches the result with that URL or ID', async () => {
    for (const text of [
      id,
      ` https://oj.example.edu/record/${id}\n`,
      'https://dj.example.org/team/submission/7',
    ])
      assert.equal(await paste(text), null);
    assert.deepEqual(fetched, [`school ${id}`, `school ${id}`, 'finals 7']);
  });

  it('opens the list of judges with the URL of another page, also without a judge', async () => {
    const box = 'Choose an online judge: ';
    assert.equal(
      await paste(' https://new.example.org/problems\n'),
      `${box}https://new.example.org/problems`,
    );
    assert.equal(await paste('https://oj.example.edu/p/P1001'), `${box}https://oj.example.edu/p/P1001`);
    assert.deepEqual(
      quickPicks.at(-1)?.shown.map(({ label }) => label),
      ['school', '$(add) Add oj.example.edu'],
    );
    judges = [];
    assert.equal(await paste('oj.example.edu/record/1'), `${box}oj.example.edu/record/1`);
    assert.deepEqual(fetched, []);
  });

  it('opens the box for IDs with several of them', async () => {
    const two = `${id}, ${'b'.repeat(24)}`;
    assert.equal(await paste(two), `Fetch Judge Result from school: ${two}`);
    assert.deepEqual(fetched, []);
  });

  it('explains what can be pasted after any other text', async () => {
    for (const text of ['', 'hello', 'two words', 'int main() { return 0; }', `${'x/'.repeat(3000)}`])
      assert.equal(await paste(text), null);
    judges = [own];
    for (const text of ['hello', 'two words']) assert.equal(await paste(text), null);
    judges = [];
    assert.equal(await paste(id), null);
    assert.deepEqual(
      shown.map(({ message }) => message),
      Array.from(
        { length: 8 },
        () => 'The clipboard contains neither the URL of an online judge nor a submission ID.',
      ),
    );
    assert.deepEqual(fetched, []);
  });
});
