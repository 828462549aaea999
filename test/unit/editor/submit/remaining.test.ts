import {
  answerNotices,
  quickPicks,
  recordQuickPicks,
  speak,
  statusBarItems,
} from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { Uri } from 'vscode';
import { PendingStatus } from '../../../../src/editor/pending/pendingStatusBar';
import type { Extension } from '../../../../src/editor/extension';
import { RemainingSubmissions } from '../../../../src/editor/shared/remainingSubmissions';
import { askSubmission } from '../../../../src/editor/submit/askSubmission';
import { confirmSubmission } from '../../../../src/editor/submit/confirmSubmission';
import { confirmUnchanged } from '../../../../src/editor/submit/unchangedFile';
import type { ChosenSubmission, Prepared } from '../../../../src/editor/submit/submitSteps';
import type { RecordStore } from '../../../../src/records';
import type { Judge, Operation, JudgeClient } from '../../../../src/judges';
import { clics } from '../../../../src/judges/adapters/clics';
import { ejudge } from '../../../../src/judges/adapters/ejudge';
import { startLocalJudge, type LocalJudge } from '../../../support/judges';
import { described } from '../../../support/profiles';
import { makeStore, newRecord } from '../../records/fixtures';
import { clientAt, credentialFor } from '../../judges/clients';
import { until } from '../../support/fakeClock';
import { standIn } from '../../support/standIn';

const MINUTE = 60_000;
/** How far the judge's clock is ahead in these tests. */
const LEAD = 10 * MINUTE;

describe('The remaining time and submissions in a contest', () => {
  let site: LocalJudge;
  let judge: Judge;
  let client: JudgeClient;
  let store: RecordStore;
  let extension: Extension;
  let requests: string[];

  /** The time by this computer's clock. */
  const now = () => Date.now() - LEAD;

  async function start(name: 'ejudge' | 'clics'): Promise<void> {
    site = await startLocalJudge(name);
    judge =
      name === 'ejudge'
        ? described(ejudge, 'algo', { url: `${site.url}/cgi-bin/new-client`, contest: 7 })
        : described(clics, 'finals', { url: `${site.url}/api`, contest: 'finals' });
    const credential = credentialFor(judge, site.secret);
    requests = [];
    client = clientAt(judge, {
      credential: async () => credential,
      now,
      onRequest: (text) => void requests.push(text),
    });
    store = makeStore().store;
    const ask = <Value>(_judge: Judge, operation: Operation<Value>) => client.ask(operation);
    extension = standIn<Extension>({
      store,
      remaining: new RemainingSubmissions(),
      judges: { ask, timeAt: () => now() + client.clockLead },
      context: { globalState: { get: () => undefined }, workspaceState: { get: () => undefined } },
      log: { info: () => undefined, error: assert.fail },
    });
  }

  beforeEach(() => {
    speak('en');
    recordQuickPicks();
    answerNotices();
  });
  afterEach(async () => {
    speak('en');
    await site.stop();
  });

  const prepared = (): Prepared => {
    const { submission: offer } = judge;
    assert.ok(offer);
    const uri = Uri.parse('file:///folder/a.cpp');
    const source = { uri, name: 'a.cpp', editorLanguage: 'cpp', code: 'x', size: 1, textHash: 'h' };
    return { judge: judge, offer, source };
  };

  /** Answers everything up to the last step. Returns its text and the choices after pressing Enter. */
  async function submitDialog(
    problemId: string,
    language: string,
  ): Promise<{ readonly asked: string; readonly choices: ChosenSubmission }> {
    const given = { file: null, problemId, language: null, optimise: null };
    const before = quickPicks.length;
    const asking = askSubmission(extension, prepared(), given);
    for (const [index, label] of ['$(code)', language].entries()) {
      await until(() => quickPicks.length === before + index + 1);
      quickPicks.at(-1)?.mark(label);
      quickPicks.at(-1)?.accept();
    }
    await until(() => quickPicks.length === before + 3);
    const asked = quickPicks.at(-1)?.placeholder ?? '';
    quickPicks.at(-1)?.accept();
    const answers = await asking;
    assert.ok(answers.kind === 'chosen');
    return { asked, choices: answers.choices };
  }

  describe('at ejudge', () => {
    beforeEach(() => start('ejudge'));

    it('are shown in the submit dialog and the confirmation, by the judge’s clock', async () => {
      site.endsAt = Date.now() + 12.5 * MINUTE;
      site.maxRuns = 3;
      const { asked, choices } = await submitDialog('A', 'GNU C++');
      assert.equal(asked, 'Algorithms · ends in 12 min · A – Sum · 3 submissions left · GNU C++ · 1 bytes');
      const notices = answerNotices();
      await confirmSubmission(extension, prepared(), choices);
      await confirmUnchanged(extension, prepared(), choices);
      for (const { detail = '' } of notices) assert.ok(detail.includes(asked), detail);
      assert.equal(notices.length, 2);
    });

    it('are in Chinese if VS Code is', async () => {
      speak('zh-cn');
      site.endsAt = Date.now() + 12.5 * MINUTE;
      site.maxRuns = 1;
      const { asked } = await submitDialog('A', 'GNU C++');
      assert.match(asked, /^Algorithms · 12 分钟后结束 · A – Sum · 还可提交 1 次 · /);
    });

    it('aren’t shown if the contest has no end and no limit', async () => {
      const { asked } = await submitDialog('A', 'GNU C++');
      assert.equal(asked, 'Algorithms · A – Sum · GNU C++ · 1 bytes');
    });

    it('are in the status bar tooltip while a submission to the problem is pending', async () => {
      site.endsAt = Date.now() + 12.5 * MINUTE;
      site.maxRuns = 3;
      await submitDialog('A', 'GNU C++');
      extension.remaining.countSubmission(judge.id, { problemId: 'A', place: null });
      const sent = requests.length;
      const submission = { problemId: 'A', title: null, place: null, language: 'g++', optimise: false };
      const own = await store.add({ ...newRecord('1'), service: judge.id, submission });
      const other = await store.add({
        ...newRecord('2'),
        service: judge.id,
        submission: { ...submission, problemId: 'B' },
      });
      const pending = [own, other].map((record) => ({
        request: { ...record, plan: { startedAt: Date.now() }, phase: 'waiting' as const },
        isPolling: false,
        isForeign: false,
        lastAnswer: null,
      }));
      const unheard = () => ({ dispose: () => undefined });
      const status = new PendingStatus(
        standIn<Extension>({
          ...extension,
          tracking: {
            pending: () => pending,
            health: () => ({ kind: 'ok' }),
            pushTrouble: '',
            onDidChange: unheard,
          },
          view: { visible: true, onDidChangeVisibility: unheard },
        }),
      );
      const [first = '', second = ''] = statusBarItems.at(-1)?.tooltip.split('\n') ?? [];
      status.dispose();
      assert.match(first, /^A · waiting · .* · ends in 12 min · 2 submissions left · not checked yet$/);
      assert.match(second, /^B · waiting · /);
      assert.doesNotMatch(second, /ends in|left/);
      assert.equal(requests.length, sent);
    });
  });

  describe('at DOMjudge', () => {
    beforeEach(() => start('clics'));

    it('include the time to the end, with parallel requests for the form', async () => {
      site.endsAt = Date.now() + 90.5 * MINUTE;
      const { asked } = await submitDialog('hello', 'C++');
      assert.equal(asked, 'The Finals 2026 · ends in 90 min · A – Hello · C++ · 1 bytes');
      // parallel requests are logged in the order of their responses
      assert.deepEqual(requests.map((text) => text.replace(/^(\w+) \S*?\/api/, '$1 ')).toSorted(), [
        'GET /config: 404',
        'GET /contests/finals/languages: 200',
        'GET /contests/finals/problems: 200',
        'GET /contests/finals: 200',
      ]);
    });

    it('show that the contest has ended', async () => {
      site.endsAt = Date.now() - MINUTE;
      assert.match((await submitDialog('hello', 'C++')).asked, /^The Finals 2026 · ended · A – Hello · /);
    });
  });
});

describe('The remembered number of remaining submissions', () => {
  const service = 'ejudge https://x#7 algo' as Judge['id'];
  const problem = { problemId: 'A', place: null };
  const submission = { ...problem, title: null, language: 'g++', optimise: false };
  const contest = { title: 'Weekly', endsAt: 5 };

  it('decreases with each submission, to 0', () => {
    const remaining = new RemainingSubmissions();
    remaining.note(service, problem, { endsAt: 9, submissions: 1 });
    remaining.countSubmission(service, problem);
    remaining.countSubmission(service, problem);
    assert.deepEqual(remaining.of(service, problem), { endsAt: 9, submissions: 0 });
    assert.equal(remaining.of(service, { problemId: 'A', place: 'other' }), null);
  });

  it('is forgotten if the judge no longer reports it', () => {
    const remaining = new RemainingSubmissions();
    remaining.note(service, problem, { endsAt: 9, submissions: 1 });
    remaining.note(service, problem, undefined);
    remaining.countSubmission(service, problem);
    assert.equal(remaining.of(service, problem), null);
  });

  it('is that of the record’s problem, otherwise the end of its contest', () => {
    const remaining = new RemainingSubmissions();
    const ofRecord = (more: object) =>
      remaining.ofRecord({ service, submission: { ...submission, ...more } });
    assert.deepEqual(ofRecord({ contest }), { endsAt: 5, submissions: null });
    assert.equal(ofRecord({}), null);
    remaining.note(service, problem, { endsAt: null, submissions: 2 });
    assert.deepEqual(ofRecord({ contest }), { endsAt: null, submissions: 2 });
    assert.equal(ofRecord({ isSelfTest: true }), null);
    assert.equal(remaining.ofRecord({ service, submission: null }), null);
  });
});
