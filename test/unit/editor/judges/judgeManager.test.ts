import {
  answerNotices,
  contexts,
  ownSettings,
  settings,
  speak,
  tellChanged,
} from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { MAX_SECRETS_WAIT_MS } from '../../../../src/editor/judges/limits';
import { JudgeManager } from '../../../../src/editor/judges/judgeManager';
import { localJudge, RequestFailed, type Judge } from '../../../../src/judges';
import { hydroSite, specifiedJudge } from '../../../support/profiles';
import { credentialFor, failureOf } from '../../judges/clients';
import { settle } from '../../support/fakeClock';
import { SecretsOfMachine } from './secretStorage';
import { standIn } from '../../support/standIn';
import type { ExtensionContext } from 'vscode';

const nowhere = {
  isBrowser: false,
  networkOf: null,
  localResults: { result: assert.fail },
  fetch: assert.fail,
  store: assert.fail,
  leases: assert.fail,
  onOddity: assert.fail,
  onRequest: () => undefined,
  onSightings: assert.fail,
};

describe('JudgeManager', () => {
  beforeEach(() => speak('en'));
  afterEach(() => {
    delete settings.service;
    delete settings.services;
  });

  it('sets the context keys to the latest choice, even if an earlier update finishes later', async () => {
    let answer: () => void = () => undefined;
    let begin: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const secrets = {
      ...new SecretsOfMachine().window(),
      get: (key: string) => {
        // Only the list of credentials is requested separately.
        if (!key.startsWith('credential ')) return Promise.resolve(undefined);
        begin();
        return new Promise<undefined>((resolve) => (answer = () => resolve(undefined)));
      },
    };
    const judges = new JudgeManager(
      standIn<ExtensionContext>({ secrets, globalState: { get: () => undefined } }),
      assert.fail,
      assert.fail,
      nowhere,
    );
    settings.services = {
      mine: { type: 'judge', url: 'https://judge.example', authentication: { scheme: 'bearer' } },
    };
    settings.service = 'mine';
    const first = judges.updateContext();
    await begun;
    settings.service = null;
    await judges.updateContext();
    assert.equal(contexts.get('judgeResults.service'), 'none');
    answer();
    await first;
    assert.equal(contexts.get('judgeResults.service'), 'none');
    judges.dispose();
  });

  it('sends no browser request to a judge that doesn’t allow browsers', async () => {
    const extension = { packageJSON: { version: '1.0.0' } };
    const globalState = { get: () => undefined };
    const context = { secrets: new SecretsOfMachine().window(), globalState, extension };
    const judges = new JudgeManager(standIn<ExtensionContext>(context), assert.fail, assert.fail, {
      ...nowhere,
      isBrowser: true,
      localResults: null,
    });
    const { failure, sent } = await failureOf(judges.client(hydroSite('https://oj.school.edu')));
    assert.deepEqual([failure.kind, sent], ['browser', 'no']);
    judges.dispose();
  });
});

describe('A judge’s client', () => {
  const open = { type: 'judge', url: 'https://judge.example', authentication: { scheme: 'none' } };

  it('is disposed when the judge is removed, and stays when other judges change', async () => {
    speak('en');
    const extension = { packageJSON: { version: '1.0.0' } };
    const globalState = { get: () => undefined };
    const context = { secrets: new SecretsOfMachine().window(), globalState, extension };
    const judges = new JudgeManager(standIn<ExtensionContext>(context), assert.fail, assert.fail, nowhere);
    const change = async (names: readonly string[]): Promise<void> => {
      settings.services = Object.fromEntries(names.map((name) => [name, open]));
      tellChanged('services');
      // Each of these waits for work that the change started.
      for (let turn = 0; turn < 5; turn += 1) await judges.all();
    };
    await change(['mine', 'other']);
    const judge = await judges.named('mine');
    if (judge.kind !== 'chosen') assert.fail();
    const client = await judges.client(judge.judge);
    await change(['mine']);
    assert.equal(await judges.client(judge.judge), client);
    await change(['other']);
    await change(['mine', 'other']);
    assert.notEqual(await judges.client(judge.judge), client);
    judges.dispose();
    delete settings.services;
  });
});

describe('A judge’s client after a settings change', () => {
  it('requests results with the new settings', async () => {
    speak('en');
    const paths: string[] = [];
    const context = {
      secrets: new SecretsOfMachine().window(),
      globalState: { get: (_: string, otherwise: unknown) => otherwise },
      extension: { packageJSON: { version: '1.0.0' } },
    };
    const judges = new JudgeManager(standIn<ExtensionContext>(context), assert.fail, assert.fail, {
      ...nowhere,
      fetch: async (url: string) => {
        paths.push(new URL(url).pathname);
        const body = (async function* () {
          yield '{"status":"AC"}';
        })();
        return { status: 200, headers: new Headers({ 'Content-Type': 'application/json' }), body };
      },
    });
    for (const path of ['/old/{id}', '/new/{id}']) {
      settings.services = {
        mine: { type: 'json', url: 'https://judge.example', result: { path, fields: { status: 'status' } } },
      };
      tellChanged('services');
      const read = await judges.named('mine');
      assert.ok(read.kind === 'chosen');
      const { signal } = new AbortController();
      await judges.poll(read.judge.id, { requestId: '1', hint: null }, signal);
    }
    assert.deepEqual(paths, ['/old/1', '/new/1']);
    judges.dispose();
    delete settings.services;
  });
});

describe('JudgeManager.choice', () => {
  const school = { type: 'hydro', url: 'https://oj.school.edu' };
  let told: string[];
  let judges: JudgeManager;

  beforeEach(() => {
    speak('en');
    told = [];
    const context = standIn<ExtensionContext>({
      secrets: new SecretsOfMachine().window(),
      globalState: { get: () => undefined },
    });
    const tell = (text: string): void => void told.push(text);
    judges = new JudgeManager(context, assert.fail, assert.fail, { ...nowhere, onOddity: tell });
  });
  afterEach(() => {
    judges.dispose();
    delete settings.service;
    delete settings.services;
    delete ownSettings.service;
  });
  const name = async (): Promise<string | undefined> => (await judges.chosen())?.name;

  it('is null until the user chooses a judge', async () => {
    assert.deepEqual(await judges.choice(), { kind: 'none' });
  });

  it('is shown with its account, if that is known', async () => {
    assert.equal(await judges.chosenWords(), '');
    settings.services = { school };
    settings.service = 'school';
    assert.equal(await judges.chosenWords(), 'school');
    const judge = await judges.chosen();
    assert.ok(judge);
    await judges.credentials.save(judge.id, { ...credentialFor(judge, 'sid'), account: 'alice' });
    assert.equal(await judges.chosenWords(), 'school · alice');
    settings.service = 'this-computer';
    assert.equal(await judges.chosenWords(), 'This Computer');
  });

  it('is read only once the code is loaded, so it reflects the latest settings', async () => {
    settings.services = { school };
    settings.service = 'school';
    const choice = judges.choice();
    delete settings.services;
    delete settings.service;
    assert.deepEqual(await choice, { kind: 'none' });
    assert.deepEqual(told, []);
  });

  it('finds the user’s judges by name, and the built-in judge', async () => {
    settings.services = { school };
    settings.service = 'school';
    assert.equal(await name(), 'school');
    settings.service = 'luogu';
    assert.equal(await name(), 'Luogu Open Platform');
  });

  it('uses the user’s own choice if a workspace selects an unknown judge, which is logged once', async () => {
    settings.services = { school };
    settings.service = 'evil';
    ownSettings.service = 'school';
    assert.equal(await name(), 'school');
    assert.equal(await name(), 'school');
    assert.deepEqual(told, ['there is no service named "evil"']);
  });

  it('is empty if only a workspace selects a judge', async () => {
    settings.services = { school };
    settings.service = 'evil';
    ownSettings.service = null;
    assert.deepEqual(await judges.choice(), { kind: 'none' });
  });

  it('contains an error if the judge that the user chose doesn’t exist', async () => {
    settings.service = 'gone';
    const what = { kind: 'oneOf', options: ['luogu', 'this-computer'] };
    assert.deepEqual(await judges.choice(), {
      kind: 'wrong',
      problems: [{ setting: 'service', at: '', what }],
    });
  });

  it('never matches a judge with the same name and another URL', async () => {
    settings.services = { school };
    assert.equal((await judges.judgeOf('hydro https://oj.school.edu school'))?.name, 'school');
    assert.equal(await judges.judgeOf('hydro https://old.school.edu school'), null);
    assert.equal(await judges.judgeOf('judge https://oj.school.edu school'), null);
    assert.equal(await judges.judgeOf('sample:'), null);
  });

  it('comes first in the list of all judges, which omits invalid ones', async () => {
    settings.services = { school, broken: { type: 'hydro' }, cf: { type: 'codeforces', handle: 'tourist' } };
    settings.service = 'cf';
    assert.deepEqual(
      (await judges.all()).map((judge) => judge.name),
      ['cf', 'Luogu Open Platform', 'This Computer', 'school'],
    );
  });
});

describe('A run on this computer', () => {
  it('is fetched and polled without a request', async () => {
    const asked: string[] = [];
    const context = { secrets: new SecretsOfMachine().window() };
    const judges = new JudgeManager(standIn<ExtensionContext>(context), assert.fail, assert.fail, {
      ...nowhere,
      localResults: {
        result: async ({ id }, requestId) => {
          asked.push(`${id}: ${requestId}`);
          return { kind: 'notReady' };
        },
      },
    });
    const choice = await judges.named(localJudge.name);
    assert.ok(choice.kind === 'chosen');
    const { id } = choice.judge;
    const run = { requestId: 'run-1', hint: null };
    assert.deepEqual(await judges.result(choice.judge, run), { kind: 'notReady' });
    assert.deepEqual(await judges.poll(id, run, new AbortController().signal), { kind: 'notReady' });
    assert.deepEqual(asked, [`${id}: run-1`, `${id}: run-1`]);
    judges.dispose();
  });
});

describe('JudgeManager.result in the background', () => {
  const judge = specifiedJudge({
    url: 'https://judge.example',
    authentication: { scheme: 'bearer' },
  });
  const request = { requestId: 'one', hint: null };

  beforeEach(() => speak('en'));
  afterEach(() => delete settings.proxyStrictSSL);

  function managerWith(answer: (token: string, url: string) => number | Promise<number>, text = '{}') {
    const context = {
      secrets: new SecretsOfMachine().window(),
      globalState: { get: (_: string, otherwise: unknown) => otherwise, update: async () => undefined },
      extension: { packageJSON: { version: '1.0.0' } },
    };
    return new JudgeManager(standIn<ExtensionContext>(context), assert.fail, assert.fail, {
      ...nowhere,
      fetch: async (url, { headers }) => {
        const status = await answer(headers['Authorization'] ?? headers['authorization'] ?? '', url);
        const body = (async function* () {
          yield text;
        })();
        return { status, headers: { get: () => 'application/json' }, body };
      },
    });
  }

  it('retries with the new credential if the rejected one was replaced meanwhile', async () => {
    const asked: string[] = [];
    const judges = managerWith(async (token) => {
      asked.push(token);
      if (asked.length > 1) return 204;
      await judges.credentials.save(judge.id, { ...credentialFor(judge, 'new'), id: 'second' });
      return 401;
    });
    await judges.credentials.save(judge.id, credentialFor(judge, 'old'));
    assert.deepEqual(await judges.result(judge, request, undefined, 'background'), { kind: 'notReady' });
    assert.deepEqual(asked, ['Bearer old', 'Bearer new']);
    judges.dispose();
    const refused = managerWith(() => 401);
    const { failure } = await failureOf(refused.result(judge, request));
    assert.equal(failure.kind === 'status' && failure.status, 401);
    refused.dispose();
  });

  it('fails without a request if the secret storage of a closing window doesn’t respond', async () => {
    settings.services = { school: { type: 'hydro', url: 'https://oj.school.edu' } };
    let reads = 0;
    let begin: () => void = () => undefined;
    const bothRead = new Promise<void>((resolve) => (begin = resolve));
    const secrets = {
      ...new SecretsOfMachine().window(),
      get: () => {
        reads += 1;
        if (reads === 2) begin();
        return new Promise<undefined>(() => undefined);
      },
    };
    const context = standIn<ExtensionContext>({ secrets });
    const judges = new JudgeManager(context, assert.fail, assert.fail, nowhere);
    const choice = await judges.named('school');
    assert.ok(choice.kind === 'chosen');
    const { id } = choice.judge;
    const { signal } = new AbortController();
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      const polls = [judges.poll(id, request, signal), judges.pollBatch(id, [request], signal)];
      const failures = Promise.all(polls.map((poll) => failureOf(poll)));
      await bothRead;
      mock.timers.tick(MAX_SECRETS_WAIT_MS);
      for (const { failure, sent } of await failures)
        assert.deepEqual([failure.kind, sent], ['secretsTimeout', 'no']);
    } finally {
      mock.timers.reset();
      judges.dispose();
      delete settings.services;
    }
  });

  it('lists contest submissions, from the contest page if a list is hidden, and skips failed requests', async () => {
    const site = hydroSite('https://oj.example.org');
    const [over, hidden, gone] = ['a', 'b', 'c'].map((digit) => digit.repeat(24));
    const id = '6b0287ea08066e6dc6a70976';
    const asked: string[] = [];
    const judges = managerWith(
      (_, url) => {
        asked.push(url.replace('https://oj.example.org', ''));
        return url.endsWith(`tid=${hidden}`) ? 403 : url.includes(`${gone}`) ? 500 : 200;
      },
      JSON.stringify({
        rdocs: [{ _id: id, pid: 4, status: 1 }],
        pdict: {},
        tdoc: { title: 'Weekly contest' },
      }),
    );
    const failures: string[] = [];
    const list = (places: readonly string[]) =>
      judges.submissionsInContests(site, places, 'person', ({ failure }) => failures.push(failure.kind));
    assert.deepEqual(await list([`#${over}`]), [], 'nobody is known to ask for');
    await judges.credentials.save(site.id, { ...credentialFor(site, 'secret'), account: 'alice' });
    const listed = await list(['class1', `#${over}`, `system#${hidden}`, `#${gone}`]);
    assert.deepEqual(
      listed.map(({ requestId, hint, contest }) => [requestId, hint, contest?.title]),
      [
        [id, `#${over}`, 'Weekly contest'],
        [id, `system#${hidden}`, 'Weekly contest'],
      ],
    );
    assert.deepEqual(asked.toSorted(), [
      // the contest's own page tells whether listing its problems would start the user's time
      `/d/system/contest/${hidden}`,
      `/d/system/contest/${hidden}/problems`,
      `/d/system/record?uidOrName=alice&tid=${hidden}`,
      `/record?uidOrName=alice&tid=${over}`,
      `/record?uidOrName=alice&tid=${gone}`,
    ]);
    assert.deepEqual(failures, ['status']);
    judges.dispose();
  });

  it('fetches the user’s name later if the credential was saved without a check, once a minute', async () => {
    mock.timers.enable({ apis: ['Date'], now: 0 });
    const judges = managerWith(assert.fail);
    let isOpen = false;
    let asked = 0;
    const unchecked: Judge = {
      ...judge,
      checkAccount: async () => {
        asked += 1;
        if (isOpen) return { name: 'alice' };
        throw new RequestFailed({ kind: 'timeout', limit: 1 });
      },
    };
    const nameAt = async (minutes: number, by: 'person' | 'background' = 'background') => {
      mock.timers.setTime(minutes * 60_000);
      return judges.accountOf(unchecked, by);
    };
    try {
      assert.equal(await nameAt(0), null, 'nothing is saved yet');
      await judges.credentials.save(unchecked.id, credentialFor(unchecked, 'secret'));
      assert.deepEqual([await nameAt(0), await nameAt(0.9), asked], [null, null, 1]);
      const { failure } = await failureOf(nameAt(0.9, 'person'));
      assert.deepEqual([failure.kind, asked], ['timeout', 2]);
      isOpen = true;
      assert.deepEqual([await nameAt(2), asked], ['alice', 3]);
      assert.equal((await judges.credentials.get(unchecked))?.account, 'alice');
      assert.deepEqual([await nameAt(10), asked], ['alice', 3], 'the name is saved');
    } finally {
      mock.timers.reset();
      judges.dispose();
    }
  });

  it('doesn’t save a late name with a credential that has replaced the old one', async () => {
    const judges = managerWith(assert.fail);
    const unchecked: Judge = {
      ...judge,
      checkAccount: async () => {
        await judges.credentials.save(judge.id, { ...credentialFor(judge, 'new'), id: 'second' });
        return { name: 'alice' };
      },
    };
    await judges.credentials.save(judge.id, credentialFor(judge, 'old'));
    await judges.accountOf(unchecked);
    const { id, account } = (await judges.credentials.get(judge)) ?? {};
    assert.deepEqual([id, account], ['second', undefined]);
    judges.dispose();
  });

  it('opens no dialog about unverified certificates, unlike a user’s request', async () => {
    const shown = answerNotices();
    settings.proxyStrictSSL = false;
    const judges = managerWith(assert.fail);
    await judges.credentials.save(judge.id, credentialFor(judge, 'secret'));
    const { failure } = await failureOf(judges.result(judge, request, undefined, 'background'));
    assert.equal(failure.kind, 'insecure');
    await settle();
    assert.deepEqual(
      shown.map(({ modal }) => modal),
      [undefined],
    );
    await failureOf(judges.result(judge, request));
    assert.deepEqual(
      shown.map(({ modal }) => modal),
      [undefined, true],
    );
    judges.dispose();
  });
});
