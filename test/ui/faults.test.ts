import assert from 'node:assert/strict';
import { counted } from '../soak/rounds';
import { faultRun } from '../soak/faultRun';
import { Lab } from '../soak/lab';
import { checksOf, reportText } from '../soak/report';
import { SharedRun, type SharedReport } from '../soak/twoWindows';
import { questionsInQuiet } from '../soak/waiting';
import type { FaultWindow } from '../soak/window';
import { packagedExtension } from './support/vsix';

/** For a machine that has much else to do, ms; the runs wait for states, not for times. */
const limit = 600_000;
/** The same faults in each run; `npm run soak` draws others. */
const seed = 231_126;

describe('requests while everything goes wrong (a short soak)', function () {
  this.timeout(limit);
  let lab: Lab;

  before(async () => {
    lab = await Lab.start({ vsix: packagedExtension(), seed });
  });
  after(() => lab.stop());

  it('all reach their end, asked for once at a time, through kills of the extension host', async () => {
    const report = await faultRun(lab, {
      seed,
      windows: 1,
      next: counted(15, 3),
      judgingSeconds: 3,
      roundMs: 0,
      quietMs: 10_000,
      say: () => undefined,
    });
    const text = reportText(report);
    assert.ok(
      checksOf(report).every(({ met }) => met),
      text,
    );
    assert.equal(report.kills, 3, text);
    assert.equal(report.states.get('finished'), 15, text);
    assert.ok(
      report.services.every(({ faults }) => faults.size > 0),
      text,
    );
  });
});

describe('several windows', function () {
  this.timeout(limit);
  let lab: Lab;
  let run: SharedRun;
  let first: FaultWindow;
  let another: FaultWindow;

  before(async () => {
    lab = await Lab.start({ vsix: packagedExtension(), seed });
    run = new SharedRun(lab, seed);
  });
  after(() => lab.stop());

  it('on one workspace ask for each request from one of them, on one socket', async () => {
    const folder = await lab.folder();
    first = await run.open(folder);
    const second = await run.open(folder);
    shared(await run.track([first, second], 9));
    await second.close();
  });

  it('on different workspaces do so, too', async () => {
    another = await run.open(await lab.folder());
    shared(await run.track([first, another], 9));
  });

  it('take over what a window that was killed had tracked', async () => {
    const { lost, askedTwiceAtOnce, sockets } = await run.takeOver(first, another, 6);
    assert.deepEqual({ lost, askedTwiceAtOnce, sockets }, { lost: [], askedTwiceAtOnce: [], sockets: 1 });
  });

  it('ask for nothing when nothing is pending', async () => {
    assert.deepEqual(await questionsInQuiet(run.watch, lab, [another], 3000), []);
  });
});

function shared(report: SharedReport): void {
  assert.deepEqual(report, {
    requests: report.requests,
    lost: [],
    askedTwiceAtOnce: [],
    askedByBoth: [],
    sockets: 1,
  });
}
