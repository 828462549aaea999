import { quickPicks, recordQuickPicks, restoreEnv } from '../../../support/vscodeWords';
import assert from 'node:assert/strict';

import { EventEmitter, once } from 'node:events';
import type { RequestListener } from 'node:http';
import { mock } from 'node:test';
import { env, Uri, window, workspace, type Uri as VscodeUri } from 'vscode';
import { Redaction } from '../../../../../src/judges/signIn/redaction';
import { testRequest, testJudge } from '../../../../../src/editor/judges/judgeTest';
import type { Extension } from '../../../../../src/editor/extension';
import type { KnownRecord } from '../../../../../src/records';
import { addRecord } from '../../../../../src/records/recordUpdates';
import type { Judge, Operation } from '../../../../../src/judges';
import { judgeNamed } from '../../../../../src/judges/adapters';
import { newRecord } from '../../../records/fixtures';
import { answering, type Answering } from '../../../judges/answering';
import { clientAt, request } from '../../../judges/clients';
import { standIn } from '../../../support/standIn';

/** Document that the test fills. */
interface ProvidedDocuments {
  readonly onDidChange: (listener: (uri: VscodeUri) => void) => unknown;
  readonly provideTextDocumentContent: (uri: VscodeUri) => string;
}

describe('The test of a judge in the settings', () => {
  let site: Answering;
  let otherSite: Answering;
  let judges: Record<string, Judge>;
  let records: readonly KnownRecord[] = [];
  let documents: ProvidedDocuments;
  /** Paths of the requests, in order. */
  let requested: string[] = [];
  const events = new EventEmitter();
  const editorBefore = { window: { ...window }, workspace: { ...workspace } };

  before(async () => {
    const answer: RequestListener = ({ url = '' }, response) => {
      requested.push(url);
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ status: 'ok' }));
    };
    [site, otherSite] = [await answering(answer), await answering(answer)];
    Object.assign(env, { clipboard: { readText: async () => '' } });
    Object.assign(window, { showTextDocument: async () => undefined });
    Object.assign(workspace, {
      textDocuments: [{ uri: { scheme: 'judge-service-test' } }],
      registerTextDocumentContentProvider: (_scheme: string, provided: ProvidedDocuments) => {
        documents = provided;
        documents.onDidChange((uri) => void events.emit(uri.path));
        return { dispose: () => undefined };
      },
    });
    recordQuickPicks();
  });
  after(async () => {
    Object.assign(window, editorBefore.window);
    Object.assign(workspace, editorBefore.workspace);
    restoreEnv();
    await Promise.all([site.close(), otherSite.close()]);
  });

  beforeEach(() => {
    judges = { mine: judge('mine', {}), other: judge('other', {}) };
    requested = [];
    records = [];
  });

  /** A judge whose results are public, with these fields of its description replaced. */
  function judge(name: string, fields: object): Judge {
    const description = {
      type: 'json',
      url: site.origin,
      authentication: 'bearer',
      result: { path: '/result/{id}', fields: { status: 'status' } },
      check: { path: '/check' },
      ...fields,
    };
    const read = judgeNamed(name, { [name]: description });
    assert.ok(read.ok, JSON.stringify(read));
    return read.judge;
  }

  const extension = standIn<Extension>({
    context: { subscriptions: [] },
    store: { records: () => records },
    judges: {
      named: async (name: string) => ({ kind: 'chosen', judge: judges[name] ?? assert.fail(name) }),
      all: async () => Object.values(judges),
      isSignedOut: async () => false,
      ask: async (judge: Judge, operation: Operation<unknown>) => clientAt(judge).ask(operation),
      clientWith: async (judge: Judge) => clientAt(judge),
      onDidChange: (listener: (service: null) => void) => {
        events.on('settings', () => listener(null));
        return { dispose: () => undefined };
      },
      credentials: { redaction: new Redaction() },
    },
    log: { warn: () => undefined },
  });

  /** Tests a result of a judge. */
  async function test(name: string, requestId: string): Promise<void> {
    const judge = judges[name];
    assert.ok(judge);
    await testRequest(extension, { ...request(requestId), judge });
  }

  /** Changes the description of the tested judge, and returns the new report. */
  async function change(fields: object): Promise<string> {
    judges = { ...judges, mine: judge('mine', fields) };
    requested = [];
    const reported = once(events, '/report.md');
    // The test of the judge waits until the user pauses editing.
    mock.timers.enable({ apis: ['setTimeout'] });
    events.emit('settings', null);
    mock.timers.runAll();
    mock.timers.reset();
    await reported;
    return documents.provideTextDocumentContent(
      Uri.from({ scheme: 'judge-service-test', path: '/report.md' }),
    );
  }

  /** The rows that the test of a judge offers. */
  async function offered(name: string): Promise<readonly string[]> {
    const before = quickPicks.length;
    const asked = testJudge(extension, name);
    while (quickPicks.length === before) await new Promise((resolve) => setImmediate(resolve));
    const pick = quickPicks[before];
    assert.ok(pick);
    const rows = pick.shown.map(({ label, description }) => `${label} ${description ?? ''}`);
    pick.hide();
    await asked;
    return rows;
  }

  it('suggests the last tested ID once, and suggests it again for another judge', async () => {
    records = Object.values(judges).flatMap(
      ({ id }) => addRecord(newRecord('123', { service: id }), 1)(null)?.record ?? [],
    );
    await test('mine', '123');
    for (const name of ['mine', 'other']) {
      const rows = (await offered(name)).filter((row) => row.includes('123'));
      assert.equal(rows.length, 1, `${name}: ${rows.join('; ')}`);
    }
  });

  it('sends each changed request only once', async () => {
    await test('mine', '1');
    assert.deepEqual(requested, ['/result/1', '/check']);
    await change({ result: { path: '/other/{id}', fields: { status: 'status' } } });
    assert.deepEqual(requested, ['/other/1']);
    await change({ result: { path: '/third/{id}', fields: { status: 'status' } }, check: { path: '/me' } });
    assert.deepEqual(requested, ['/third/1', '/me']);
    await change({
      result: { path: '/third/{id}', fields: { status: 'status', score: 'score' } },
      check: { path: '/me' },
    });
    assert.deepEqual(requested, []);
  });

  it('no longer reports an open credential check after the judge requires no credentials', async () => {
    await test('mine', '2');
    assert.match(await change({ check: { path: '/check', account: 'user' } }), /./);
    assert.match(await change({}), /succeeds without credentials/);
    assert.doesNotMatch(await change({ authentication: 'none' }), /succeeds without credentials/);
    assert.deepEqual(requested, []);
  });

  it('sends every request again if the judge’s URL has changed', async () => {
    await test('mine', '3');
    await change({ url: otherSite.origin });
    assert.deepEqual(requested, ['/result/3', '/check']);
  });
});
