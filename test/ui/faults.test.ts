import assert from 'node:assert/strict';
import { chanceFrom } from '../../tools/service/misbehaviour';
import { eventually } from '../../tools/workbench/eventually';
import { counted } from '../soak/rounds';
import { faultRun } from '../soak/faultRun';
import { randomCourse } from '../soak/judgings';
import { Lab } from '../soak/lab';
import { checksOf, reportText } from '../soak/report';
import { ServiceWatch } from '../soak/serviceWatch';
import { SharedRun, type SharedReport } from '../soak/twoWindows';
import { lostOf, mixedOf, questionsInQuiet, untilEnded, untilTaken } from '../soak/waiting';
import { FaultWindow } from '../soak/window';
import { packagedExtension } from './support/vsix';

/** For a busy machine, ms. The runs wait for states, not for times. */
const limit = 600_000;
/** The same faults in each run. `npm run soak` uses other seeds. */
const seed = 231_126;

describe('Requests during faults of every kind (a short soak test)', function () {
  this.timeout(limit);
  let lab: Lab;

  before(async () => {
    lab = await Lab.start({ vsix: packagedExtension(), seed });
  });
  after(() => lab.stop());

  it('all finish, each polled by one window at a time, although extension hosts are killed', async () => {
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

describe('Several windows', function () {
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

  it('in one workspace poll each request from one window, with one socket', async () => {
    const folder = await lab.folder();
    first = await run.open(folder);
    const second = await run.open(folder);
    shared(await run.track([first, second], 9));
    await second.close();
  });

  it('in different workspaces poll each request from one window, with one socket', async () => {
    another = await run.open(await lab.folder());
    shared(await run.track([first, another], 9));
  });

  it('take over the requests of a killed window', async () => {
    const { lost, askedTwiceAtOnce, sockets } = await run.takeOver(first, another, 6);
    assert.deepEqual({ lost, askedTwiceAtOnce, sockets }, { lost: [], askedTwiceAtOnce: [], sockets: 1 });
  });

  it('send no requests if nothing is pending', async () => {
    assert.deepEqual(await questionsInQuiet(run.watch, lab, [another], 3000), []);
  });
});

describe('Many pending requests', function () {
  this.timeout(limit);
  const COUNT = 60;
  /** How many requests the first extension host polls before it is killed. */
  const POLLED_FIRST = 20;
  let lab: Lab;

  before(async () => {
    lab = await Lab.start({ vsix: packagedExtension(), seed: 60 });
  });
  after(() => lab.stop());

  it('all finish after a kill and a reload during polling, and are never polled twice at once', async () => {
    const [service = assert.fail()] = lab.services;
    const { standIn } = service;
    const watch = new ServiceWatch(lab);
    const window = await FaultWindow.open(lab, await lab.folder());
    // Only polls can bring the results. The delay keeps some of them in flight.
    standIn.misbehave({ what: { kind: 'losePush' } });
    const endUnfinished = standIn.misbehave({ what: { kind: 'status', status: 204 } });
    const endDelay = standIn.misbehave({ what: { kind: 'delay', ms: 300 } });
    const random = chanceFrom(60);
    const judgings = Array.from({ length: COUNT }, (_, at) => service.begin(randomCourse(random, 1, at + 1)));
    await Promise.all(judgings.map((judging) => window.track(judging)));
    await untilTaken(window);

    const untilPolling = () =>
      eventually(() => {
        const polled = watch.requestsBy(window.pid);
        assert.ok(polled >= POLLED_FIRST, `polled ${polled}`);
      }, limit);
    await untilPolling();
    await window.kill();
    await untilPolling();
    await window.reload();
    await untilPolling();
    endUnfinished();
    endDelay();
    await window.reload();

    const ended = await untilEnded(lab, [window], judgings, () => undefined);
    assert.deepEqual(lostOf(judgings, ended), []);
    assert.deepEqual(mixedOf(judgings, ended, service.id), []);
    assert.deepEqual([ended.records.size, ended.pending], [COUNT, 0]);
    assert.deepEqual(watch.of(service).twiceAtOnce, []);
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
