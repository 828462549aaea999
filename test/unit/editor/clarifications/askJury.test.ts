import { answerNotices, speak } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { Uri, window } from 'vscode';
import { askJury } from '../../../../src/editor/clarifications/askJury';
import type { Extension } from '../../../../src/editor/extension';
import { notePersonAction } from '../../../../src/editor/shared/dialogs/personActions';
import { RequestFailed, type Judge, type Operation } from '../../../../src/judges';
import type { LocalDomjudge } from '../../../../tools/domjudge/domjudge';
import { useDomjudge } from '../../judges/adapters/clics/domjudgeSite';
import { standIn } from '../../support/standIn';

describe('“Ask the Jury”', function () {
  this.timeout(60_000);
  const start = useDomjudge();
  const before = { ...window };
  // the user waits, however slow this computer is
  const clock = { now: () => 0 };
  const boxes = window as unknown as {
    showInputBox: (options: {
      title: string;
      value: string;
      validateInput: (text: string) => string | null;
    }) => unknown;
    showQuickPick: (items: readonly { readonly label: string }[], options: { title: string }) => unknown;
  };
  let site: LocalDomjudge;
  let extension: Extension;
  /** titles of the boxes, and what was in them */
  let asked: string[];
  let failure: Error | null;
  /** Texts that the user enters in the boxes, one after the other. Then the user closes the box. */
  let entered: string[];
  /** Chooses another contest. */
  let useContest: (contest: string) => void;
  /** Called when the judge responds. */
  let onResponse: () => void;

  beforeEach(async () => {
    speak('en');
    asked = [];
    failure = null;
    onResponse = () => undefined;
    const played = await start('9.0');
    ({ site } = played);
    let client = played.clientFor();
    useContest = (contest) => (client = played.clientFor(site.alice, contest));
    entered = Array.from({ length: 2 }, () => 'Is <b>a</b> positive? \u202e');
    boxes.showInputBox = async ({ title, value }) => {
      asked.push(`${title} [${value}]`);
      return entered.shift();
    };
    boxes.showQuickPick = async (items, { title }) => {
      asked.push(`${title}: ${items.map(({ label }) => label).join(', ')}`);
      return items.at(-1);
    };
    extension = standIn<Extension>({
      judges: {
        choice: async () => ({ kind: 'chosen' as const, judge: client.judge }),
        all: async () => [client.judge],
        judgeOf: async (service: string) => (service === 'of the contest' ? client.judge : null),
        isSignedOut: async () => false,
        ask: async <Value>(_judge: Judge, operation: Operation<Value>) => {
          if (failure) throw failure;
          const value = await client.ask(operation);
          onResponse();
          return value;
        },
        credentials: { redaction: { text: (text: string) => text } },
      },
      store: { records: () => [] },
      context: { globalState: { get: () => undefined }, workspaceState: { get: () => undefined } },
      clarifications: async () => ({ contestsAt: () => [] }),
      log: { error: () => undefined },
    });
  });
  afterEach(() => void Object.assign(window, before));

  const file = Uri.parse('file:///folder/A.cpp');
  const sent = () => site.clarifications.map(({ problem, from, text }) => [problem?.id, from?.name, text]);

  it('sends a question about the problem of the file after a confirmation that names contest and problem', async () => {
    const shown = answerNotices('Send Question');
    await askJury(extension, [file], clock);
    assert.deepEqual(asked, ['Ask the Jury: A – Sum []']);
    assert.deepEqual(
      shown.map(({ message, detail, modal }) => [message, detail, modal]),
      [
        [
          'Send this question to the jury of School 2026?',
          'Problem: A – Sum\nJudge: finals\n\nIs <b>a</b> positive?',
          true,
        ],
        ['Your question was sent to the jury of School 2026.', undefined, undefined],
      ],
    );
    assert.deepEqual(sent(), [['sum', 'Team One', 'Is <b>a</b> positive? \u202e']]);
  });

  it('sends nothing without the confirmation', async () => {
    answerNotices(undefined);
    await askJury(extension, [file], clock);
    assert.deepEqual(sent(), []);
    boxes.showInputBox = async () => '  ';
    await askJury(extension, [file], clock);
    boxes.showInputBox = async () => undefined;
    await askJury(extension, [file], clock);
    assert.deepEqual(sent(), []);
  });

  it('asks again with the text if the confirmation or the choice of a problem is closed', async () => {
    entered = ['Why?', 'Why not?', 'Why not?'];
    boxes.showQuickPick = async () => undefined;
    answerNotices(undefined, 'Other Problem…', 'Send Question');
    await askJury(extension, [file], clock);
    assert.deepEqual(asked, [
      'Ask the Jury: A – Sum []',
      'Ask the Jury: A – Sum [Why?]',
      'Ask the Jury: A – Sum [Why not?]',
    ]);
    assert.deepEqual(sent(), [['sum', 'Team One', 'Why not?']]);
  });

  it('asks again with the text if sending is canceled', async () => {
    answerNotices('Send Question', undefined);
    boxes.showInputBox = async ({ value }) => {
      asked.push(value);
      failure = new RequestFailed({ kind: 'cancelled' }, { sent: 'no' });
      return value === '' ? 'Why?' : undefined;
    };
    await askJury(extension, [file], clock);
    assert.deepEqual(asked, ['', 'Why?']);
  });

  it('offers to ask in a notification if the user did something else meanwhile', async () => {
    onResponse = () => {
      onResponse = () => undefined;
      notePersonAction();
    };
    const shown = answerNotices(undefined);
    await askJury(extension, [file], clock);
    assert.deepEqual(
      shown.map(({ message }) => message),
      ['The problems of School 2026 were fetched.'],
    );
    assert.deepEqual(asked, []);

    onResponse = notePersonAction;
    answerNotices('Ask the Jury…');
    const opened = new Promise<string>((resolve) => {
      boxes.showInputBox = async ({ title }) => resolve(title);
    });
    await askJury(extension, [file], clock);
    assert.equal(await opened, 'Ask the Jury: A – Sum');
  });

  it('can be about another problem, or about none', async () => {
    answerNotices('Other Problem…', 'Send Question');
    await askJury(extension, [file], clock);
    assert.deepEqual(asked, [
      'Ask the Jury: A – Sum []',
      'Ask the Jury: School 2026: A – Sum, B – Maximum Subarray, C – Sorting, No Problem (General Question)',
      'Ask the Jury: General question [Is <b>a</b> positive? \u202e]',
    ]);
    assert.deepEqual(sent(), [[undefined, 'Team One', 'Is <b>a</b> positive? \u202e']]);
  });

  it('can be for another contest than that of the file', async () => {
    answerNotices(undefined);
    await askJury(extension, [file, 'none', 'later'], clock);
    assert.deepEqual(asked, [], 'the judge was removed');
    const startsAt = Date.now() + 3_600_000;
    site.addContest('later', 'Later', startsAt, startsAt + 3_600_000);
    await askJury(extension, [file, 'of the contest', 'later'], clock);
    assert.match(asked[0] ?? '', /^Ask the Jury: General question/, 'that contest has no problems yet');
  });

  describe('before the start of a contest', () => {
    beforeEach(() => {
      const startsAt = Date.now() + 3_600_000;
      site.addContest('later', 'Later', startsAt, startsAt + 3_600_000);
      useContest('later');
    });

    it('asks for a general question immediately', async () => {
      const shown = answerNotices(undefined);
      entered = ['When does it begin?'];
      await askJury(extension, [file], clock);
      const general = 'Ask the Jury: General question';
      assert.deepEqual(asked, [`${general} []`, `${general} [When does it begin?]`]);
      assert.deepEqual(shown[0]?.buttons, ['Send Question']);
    });

    it('reports that there are no problems yet', async () => {
      onResponse = notePersonAction;
      const shown = answerNotices(undefined);
      await askJury(extension, [file], clock);
      assert.deepEqual(
        shown.map(({ message, buttons }) => [message, buttons]),
        [['Later 2026 has no problems yet.', ['Ask the Jury…']]],
      );
    });
  });

  it('asks for the problem if the file doesn’t name one', async () => {
    answerNotices(undefined);
    await askJury(extension, [Uri.parse('file:///folder/main.cpp')], clock);
    assert.match(asked[0] ?? '', /^Ask the Jury: School 2026: A – Sum, /);
  });

  it('limits the length of a question', async () => {
    boxes.showInputBox = ({ validateInput }) => {
      asked.push(validateInput('x'.repeat(5_001)) ?? 'right', validateInput('x'.repeat(5_000)) ?? 'right');
    };
    await askJury(extension, [file], clock);
    assert.deepEqual(asked, ['5000 characters at most', 'right']);
  });

  it('says that nothing was sent if the judge rejected the question', async () => {
    const shown = answerNotices('Send Question');
    boxes.showInputBox = async () => {
      // the account loses its team
      site.users.forEach((user) => Object.assign(user, { team: null }));
      return 'Why?';
    };
    await askJury(extension, [file], clock);
    assert.match(shown[1]?.message ?? '', /^Your question wasn’t sent: .*User does not belong to a team\./);
    assert.deepEqual(sent(), []);
  });
});
