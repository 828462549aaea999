import { answerNotices, speak, type ShownNotice } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { Extension } from '../../../../src/editor/extension';
import { showFailure } from '../../../../src/editor/shared/failures/showFailure';
import type { Judge, Operation } from '../../../../src/judges';
import type { JudgeClient } from '../../../../src/judges/client';
import { codeforces } from '../../../../src/judges/adapters/codeforces';
import { clics } from '../../../../src/judges/adapters/clics';
import { dmoj } from '../../../../src/judges/adapters/dmoj';
import { ejudge } from '../../../../src/judges/adapters/ejudge';
import { judge0 } from '../../../../src/judges/adapters/judge0';
import { kattis } from '../../../../src/judges/adapters/kattis';
import { omegaup } from '../../../../src/judges/adapters/omegaup';
import type { JudgeType } from '../../../../src/judges/adapters/judgeType';
import { startLocalCodeforces, type LocalCodeforces } from '../../../../tools/codeforces/codeforces';
import { startLocalDmoj, type LocalDmoj } from '../../../../tools/dmoj/dmoj';
import { startLocalJudge0, type LocalJudge0 } from '../../../../tools/judge0/judge0';
import { startLocalService, type LocalService, type Step } from '../../../../tools/service';
import { startLocalJudge, type JudgeName } from '../../../support/judges';
import { playedPrograms } from '../../../support/playedPrograms';
import { described } from '../../../support/profiles';
import { clientAt, credentialFor, failureOf, judgeOf, request, signedIn } from '../../judges/clients';
import { standIn } from '../../support/standIn';

const extension = standIn<Extension>({
  log: { error: () => undefined },
  judges: { credentials: { redaction: { text: (message: string) => message } } },
});

/** Shows the failure of a request as “Fetch Judge Result” does, and returns the notice. */
async function toldOf(asked: Promise<unknown>, judge: Judge): Promise<ShownNotice> {
  const notices = answerNotices();
  const error = await failureOf(asked);
  const nothing = () => Promise.resolve();
  await showFailure(extension, error, judge, nothing, 'result', [], nothing);
  assert.equal(notices.length, 1);
  return notices[0]!;
}

function clientWith(judge: Judge, secret: string | null): JudgeClient {
  const credential = secret === null ? null : credentialFor(judge, secret);
  return clientAt(judge, { credential: () => Promise.resolve(credential) });
}

describe('The notice about a failed fetch', () => {
  beforeEach(() => speak('en'));

  describe('from Codeforces', () => {
    let site: LocalCodeforces;
    before(async () => {
      site = await startLocalCodeforces({ programs: playedPrograms });
      site.oddities.callInterval = 0;
    });
    afterEach(() => {
      Object.assign(site.oddities, { botCheck: null, callInterval: 0 });
      site.behave();
    });
    after(() => site.stop());
    const overloaded = { 'Content-Type': 'text/html' };

    for (const [what, begin, words, handle] of [
      ['of the page of its bot check', () => (site.oddities.botCheck = 403), /web page.*bot check/i],
      [
        'of its call limit',
        () => (site.oddities.callInterval = 1e9),
        /^Rate limit reached on CF \(400\).*Call limit exceeded/,
      ],
      [
        'that the site is overloaded',
        () => site.misbehave({ what: { kind: 'status', status: 502, headers: overloaded } }),
        /^Server error on CF \(502\)/,
      ],
      ['that a number isn’t among the submissions', () => undefined, /^ID not found on CF\./],
      ['of a handle that it doesn’t know', () => undefined, /User with handle nobody not found/, 'nobody'],
      // The last one, because nothing starts the site again.
      ['that the site is down', () => site.stop(), /refused the connection|closed the connection/],
    ] as const)
      it(`reports ${what}`, async () => {
        const judge = described(codeforces, 'CF', { url: `${site.url}/api`, handle: handle ?? 'tourist' });
        const client = clientWith(judge, null);
        // Sends a request to the site first.
        await client.result(request('299000001')).catch(() => undefined);
        await begin();
        assert.match((await toldOf(client.result(request('299000001')), judge)).message, words);
      });
  });

  describe('from a DMOJ site', () => {
    let site: LocalDmoj;
    let judge: Judge;
    before(async () => {
      site = await startLocalDmoj({ programs: playedPrograms });
      judge = described(dmoj, 'Club', { url: site.url });
    });
    after(() => site.stop());
    const told = (id: string) =>
      toldOf(clientWith(judge, site.alice.token).result(request(id)), judge).then((one) => one.message);

    it('reports an unknown submission', async () => {
      assert.match(await told('5999999'), /^ID not found on Club \(404\).*page\/object not found/);
    });

    it('reports another user’s submission', async () => {
      const ofBob = site.submit({ problem: 'p1001', language: 'V8JS', code: null, user: site.bob });
      assert.match(await told(String(ofBob.id)), /^Club denied permission \(403\).*permission denied/);
    });

    it('reports that the site is down', async () => {
      await site.stop();
      assert.match(await told('5999999'), /refused the connection|closed the connection/);
    });
  });

  describe('from a Judge0 host', () => {
    let host: LocalJudge0;
    let judge: Judge;
    before(async () => {
      host = await startLocalJudge0({ programs: playedPrograms });
      judge = described(judge0, 'Class', { url: host.url });
    });
    afterEach(() => host.behave());
    after(() => host.stop());
    const told = (ask: (client: JudgeClient) => Promise<unknown>) =>
      toldOf(ask(clientWith(judge, host.token)), judge).then((one) => one.message);
    const unknown = (client: JudgeClient) => client.result(request('d85cd024-1548-4165-96c7-7bc88673f194'));
    const run = (): Operation<unknown> => {
      const { samples } = judge;
      assert.ok(samples);
      const program = { language: '63', code: '1', time: null, memory: null };
      const all = { ...program, samples: [{ input: '1', expected: '1' }] };
      return (http) => samples.run(http, all, { time: 1000, memory: 64_000, together: 20 });
    };

    it('reports an unknown token', async () => {
      assert.match(await told(unknown), /^ID not found on Class \(404\)/);
    });

    it('reports that the host is in maintenance', async () => {
      host.misbehave({ times: 1, what: { kind: 'status', status: 503, body: { error: 'in maintenance' } } });
      assert.match(await told(unknown), /^Class is temporarily unavailable \(503\).*in maintenance/);
    });

    it('reports an error in the submission', async () => {
      host.misbehave({
        method: 'POST',
        times: 1,
        what: { kind: 'status', status: 422, body: { language_id: ["can't be blank"] } },
      });
      assert.match(await told((client) => client.ask(run())), /language_id.*can't be blank/s);
    });

    it('reports a full queue', async () => {
      host.config.max_queue_size = 0;
      assert.match(await told((client) => client.ask(run())), /queue is full/);
    });

    it('reports that the host is down', async () => {
      await host.stop();
      assert.match(await told(unknown), /refused the connection|closed the connection/);
    });
  });

  const unknownIds: readonly (readonly [JudgeName, JudgeType, string, RegExp])[] = [
    ['kattis', kattis, '99999999', /^ID not found on Judge \(404\)/],
    ['clics', clics, '77', /^ID not found on Judge \(404\).*Object with ID/s],
    ['ejudge', ejudge, '77', /^ID not found on Judge\. .*parameter value is invalid/s],
    ['omegaup', omegaup, 'f'.repeat(32), /^ID not found on Judge \(404\).*Run not found/s],
  ];
  for (const [name, kind, id, words] of unknownIds)
    it(`from ${name} reports an unknown ID`, async () => {
      const site = await startLocalJudge(name);
      try {
        const judge = described(kind, 'Judge', site.description);
        const { message } = await toldOf(clientWith(judge, site.secret).result(request(id)), judge);
        assert.match(message, words);
      } finally {
        await site.stop();
      }
    });

  describe('from a judge of type judge', () => {
    let service: LocalService;
    before(async () => {
      service = await startLocalService();
    });
    after(() => service.close());

    const refusal = (status: number, errorMessage: string): Step => ({
      status,
      body: { errorCode: status, errorType: 'Test', errorMessage, errorData: {} },
    });
    const field = { name: 'id', value: 'x', message: 'This ID is too short' };
    const formError = {
      errorCode: 400,
      errorType: 'Some\\FormErrorException',
      errorMessage: 'The form is not valid.',
      errorData: { platformFormError: 1, submitted: true, valid: false, fields: [field] },
    };
    for (const [what, step, words, button] of [
      ['400 with a form error', { status: 400, body: formError }, /\(400\).*id: This ID is too short/, null],
      ['401', refusal(401, 'Sign in first'), /\(401\).*Sign in first/, 'Sign In'],
      ['402', refusal(402, 'Nothing left'), /No points left.*\(402\).*Nothing left/, null],
      ['403', refusal(403, 'Not yours'), /\(403\).*Not yours/, 'Sign In'],
      ['404', refusal(404, 'Never heard of it'), /\(404\).*Never heard of it/, 'Edit ID'],
      ['500', { status: 500, body: '<h1>Oops</h1>' }, /Server error on .* \(500\)/, 'Try Again'],
      ['a web page', { misbehave: { kind: 'html' }, body: {} }, /web page instead of a result/, null],
      ['garbage', { body: '{"type":' }, /isn’t JSON/, null],
      [
        'a wrong type deep inside',
        { body: { type: 'judge', data: { judge: { subtasks: 'none' } } } },
        /data\.judge\.subtasks.*expected a list/,
        null,
      ],
    ] as const satisfies readonly (readonly [string, Step, RegExp, string | null])[])
      it(`explains ${what}`, async () => {
        const id = what.replaceAll(' ', '-');
        service.script(id, [step]);
        const client = signedIn(service);
        const { message, buttons } = await toldOf(client.result(request(id)), judgeOf(service));
        assert.match(message, words);
        if (button !== null) assert.ok(buttons.includes(button), buttons.join());
      });

    it('reports that there is no response within 30 seconds', async () => {
      service.script('silent', [{ misbehave: { kind: 'silence' } }]);
      mock.timers.enable({ apis: ['setTimeout'] });
      try {
        const told = toldOf(signedIn(service).result(request('silent')), judgeOf(service));
        while (!service.entries().some(({ id }) => id === 'silent')) await setImmediate();
        mock.timers.tick(30_000);
        const { message, buttons } = await told;
        assert.match(message, /didn’t respond within 30 seconds/);
        assert.deepEqual(buttons, ['Try Again']);
      } finally {
        mock.timers.reset();
      }
    });
  });
});
