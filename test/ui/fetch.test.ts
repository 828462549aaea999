import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import { samples } from '../../tools/samples/copy';
import { startLocalService, type LocalService, type Step } from '../../tools/service';
import { eventually, useWorkbench, type Workbench } from './harness/index';
import { shownId } from './support/steps';

const command = 'Judge: Fetch Judge Result';

describe('«Fetch Judge Result» in the packaged extension', () => {
  let service: LocalService;
  const workbench = useWorkbench(async () => {
    service = await startLocalService();
    const settings = Object.entries(service.settings).map(([name, value]) => [`judgeResults.${name}`, value]);
    return { settings: Object.fromEntries(settings) as Record<string, unknown> };
  });
  after(() => service.close());

  before('asks for a result that never comes, to see below how that ends', async () => {
    await setCredentials(workbench(), service.token);
    service.script('silent', [{ misbehave: { kind: 'silence' } }]);
    await fetch(workbench(), 'silent');
  });

  it('shows record, subtask and case of a judged program, and no row for a silent compiler @core', async () => {
    const code = await fs.readFile(path.join(samples, 'javascript/P1115.js'), 'utf8');
    const { requestId, done } = await service.submit({
      ...{ pid: 'P1115', lang: 'js/node/lts', o2: false, trackId: '' },
      code,
    });
    await done;
    await fetch(workbench(), requestId);

    const open = workbench();
    await eventually(async () => {
      const labels = (await open.rowsIn(shownId(requestId))).map(({ label }) => label);
      assert.deepEqual(labels.slice(1), ['Subtask 0 AC', 'Subtask 1 WA']);
    });
    const [record] = await open.rowsIn(shownId(requestId));
    assert.match(record?.label ?? '', /^WA /);
    for (const { label, expanded } of await open.rowsIn(shownId(requestId))) {
      if (label.startsWith('Subtask') && expanded === false) await open.treeItem(label).click();
    }
    await eventually(async () => {
      const labels = (await open.rowsIn(shownId(requestId))).map(({ label }) => label);
      assert.ok(
        labels.some((label) => /^\d+ WA$/.test(label)),
        labels.join(),
      );
      assert.ok(
        labels.some((label) => /^\d+ AC$/.test(label)),
        labels.join(),
      );
    });
    await workbench().screenshot('fetched');
  });

  it('shows each case as it was judged', async () => {
    const cases = [
      {
        id: 1,
        status: 12,
        score: 50,
        time: 3,
        memory: 800,
        signal: 0,
        exitCode: 0,
        description: 'ok accepted',
      },
      {
        id: 2,
        status: 6,
        score: 0,
        time: 1200,
        memory: 5980,
        signal: 0,
        exitCode: 0,
        description: 'read 1, expected 3.',
      },
      { id: 3, status: 7, score: 0, time: 9, memory: 900, signal: 11, exitCode: 139, description: null },
    ];
    const part = { status: 14, score: 50, time: 1200, memory: 5980 };
    const judge = { id: 1, ...part, subtasks: [{ id: 0, ...part, cases }] };
    const body = {
      type: 'judge',
      requestId: 'cases',
      data: { compile: { success: true, message: '' }, judge },
    };
    service.script('cases', [{ body }]);
    await fetch(workbench(), 'cases');

    const rows = await eventually(async () => {
      const read = (await workbench().rowsIn('cases')).filter(({ label }) => /^\d/.test(label));
      assert.equal(read.length, cases.length);
      return read;
    });
    const [accepted, wrong, crashed] = rows;
    assert.equal(accepted?.label, '1 AC');
    assert.match(accepted.description, /50.*3 ?ms.*800/);
    assert.equal(wrong?.label, '2 WA');
    assert.match(wrong.description, /read 1, expected 3\.$/);
    assert.equal(crashed?.label, '3 RE');
    assert.match(crashed.description, /SIGSEGV/);
  });

  const answers: readonly {
    readonly what: string;
    readonly step: Step;
    readonly message: RegExp;
    readonly button?: string;
  }[] = [
    { what: '204', step: { status: 204 }, message: /isn’t ready on .* yet/, button: 'Stop Tracking' },
    {
      what: '400 with a form error',
      step: {
        status: 400,
        body: {
          ...{
            errorCode: 400,
            errorType: 'Some\\FormErrorException',
            errorMessage: 'The form is not valid.',
          },
          errorData: {
            ...{ platformFormError: 1, submitted: true, valid: false },
            fields: [{ name: 'id', value: 'x', message: 'This ID is too short' }],
          },
        },
      },
      message: /\(400\).*id: This ID is too short/,
    },
    {
      what: '401',
      step: refusal(401, 'Sign in first'),
      message: /\(401\).*Sign in first/,
      button: 'Sign In',
    },
    { what: '402', step: refusal(402, 'Nothing left'), message: /No balance left.*\(402\).*Nothing left/ },
    {
      what: '403',
      step: refusal(403, 'Not yours'),
      message: /\(403\).*Not yours/,
      button: 'Sign In',
    },
    {
      what: '404',
      step: refusal(404, 'Never heard of it'),
      message: /\(404\).*Never heard of it/,
      button: 'Edit ID',
    },
    {
      what: '500',
      step: { status: 500, body: '<h1>Oops</h1>' },
      message: /Server error on .* \(500\)/,
      button: 'Try Again',
    },
    {
      what: 'a web page',
      step: { misbehave: { kind: 'html' }, body: {} },
      message: /web page instead of a result/,
    },
    { what: 'garbage', step: { body: '{"type":' }, message: /isn’t JSON/ },
    {
      what: 'a wrong type deep inside',
      step: { body: { type: 'judge', data: { judge: { subtasks: 'none' } } } },
      message: /data\.judge\.subtasks.*expected a list/,
    },
  ];
  for (const [index, { what, step, message, button }] of answers.entries()) {
    it(`says what happened on ${what}`, async () => {
      const id = `answer-${index}`;
      service.script(id, [step]);
      await fetch(workbench(), id);
      const { buttons } = await workbench().notifications.expect(message);
      if (button) assert.ok(buttons.includes(button), `${button} is not among ${buttons.join(', ')}`);
      await workbench().notifications.dismiss(message);
    });
  }

  it('has an unknown ID edited', async () => {
    const { notifications, quickInput } = workbench();
    service.script('typo', [refusal(404, 'No such ID')]);
    await fetch(workbench(), 'typo');
    await notifications.press(/No such ID/, 'Edit ID');
    await eventually(async () => assert.equal(await quickInput.value(), 'typo'));
    await quickInput.row('Fetch typo').waitFor();
    await quickInput.cancel();
  });

  it('asks for no other record again where the service can’t answer, and says why', async () => {
    const { notifications } = workbench();
    const asked = () => service.entries().filter(({ path: asks }) => asks === '/judge/result').length;
    service.clearLog();
    service.misbehave({ what: { kind: 'status', status: 503 } });
    await workbench().runCommand('Judge: Refresh All');
    const { buttons } = await notifications.expect(/\(503\)/);
    assert.deepEqual(buttons, ['Try Again', 'Show Log']);
    assert.equal(asked(), 1);
    service.behave();
    await notifications.press(/\(503\)/, 'Try Again');
    await eventually(() => assert.equal(asked(), 3));
    service.clearLog();
  });

  it('says so when the service never answers', async () => {
    await workbench().notifications.expect(/didn’t respond within \d+ seconds/);
  });
});

function refusal(status: number, errorMessage: string): Step {
  return { status, body: { errorCode: status, errorType: 'Test', errorMessage, errorData: {} } };
}

async function fetch(workbench: Workbench, requestId: string): Promise<void> {
  await workbench.runCommand(command);
  await workbench.quickInput.opened();
  // as one pastes it: Enter follows before VS Code has shown what it means
  await workbench.page.keyboard.insertText(requestId);
  await workbench.page.keyboard.press('Enter');
  await workbench.quickInput.closed();
}

async function setCredentials(workbench: Workbench, token: string): Promise<void> {
  await workbench.runCommand('Judge: Sign In…');
  await workbench.quickInput.enter(token);
  await workbench.notifications.expect(/Signed in to/);
  await workbench.notifications.clear();
}
