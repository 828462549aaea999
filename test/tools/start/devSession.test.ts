import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startLocalService, type LocalService } from '../../../tools/service';
import { Cleanups } from '../../../tools/start/cleanups';
import { settingsFor, writeDevSession } from '../../../tools/start/devSession';
import { onInterrupt } from '../../../tools/start/interrupts';
import { samplesFor } from '../../../tools/start/samples';

describe('The data passed to the extension at startup', () => {
  let service: LocalService;
  let folder: string;
  before(async () => {
    service = await startLocalService();
    folder = await fs.mkdtemp(path.join(os.tmpdir(), 'session-'));
  });
  after(async () => {
    await service.close();
    await fs.rm(folder, { recursive: true });
  });

  it('contains service, token, and requests, in a file that only its owner can read', async () => {
    const [sample] = samplesFor({ cxx: true });
    assert.ok(sample);
    const outcome = { compiled: true, message: '', verdict: undefined, cases: [], figures: null };
    const submitted = [{ sample, requestId: 'abc', done: Promise.resolve(outcome) }];
    const { settings, token } = service;
    const file = await writeDevSession(folder, { settings, token, account: 'alice', submitted }, '/w');
    assert.deepEqual(JSON.parse(await fs.readFile(file, 'utf8')), {
      settings,
      token,
      account: 'alice',
      requests: [{ id: 'abc', label: 'P1001.cpp', source: path.join('/w', 'P1001.cpp') }],
    });
    if (process.platform !== 'win32') assert.equal((await fs.stat(file)).mode & 0o777, 0o600);
  });

  it('excludes the token from the settings', () => {
    const settings = settingsFor(service);
    assert.equal(settings['judgeResults.service'], 'Local Judge');
    assert.ok(JSON.stringify(settings).includes(service.origin));
    assert.ok(!JSON.stringify(settings).includes(service.token));
  });
});

describe('Development session cleanups', () => {
  it('run in reverse order and once each, even if a cleanup fails', async () => {
    const cleanups = new Cleanups();
    const done: string[] = [];
    cleanups.add(() => done.push('first'));
    cleanups.add(async () => Promise.reject(new Error('broken')));
    cleanups.add(() => done.push('last'));
    const said: unknown[] = [];
    const before = console.error;
    console.error = (...words: unknown[]) => void said.push(words.join(' '));
    try {
      await Promise.all([cleanups.run(), cleanups.run()]);
    } finally {
      console.error = before;
    }
    assert.deepEqual(done, ['last', 'first']);
    assert.deepEqual(said, ['Cleanup failed: broken']);
  });

  it('include work that started during the cleanup', async () => {
    const cleanups = new Cleanups();
    const done: string[] = [];
    cleanups.throwIfEnded();
    await cleanups.run();
    assert.throws(() => cleanups.throwIfEnded(), /stopping/);
    cleanups.add(async () => Promise.resolve(done.push('folder')));
    cleanups.add(() => done.push('server'));
    await cleanups.run();
    assert.deepEqual(done.sort(), ['folder', 'server']);
  });
});

describe('An interrupted development session', () => {
  function started() {
    const signals = new EventEmitter();
    const streams = { stdout: new EventEmitter(), stderr: new EventEmitter() };
    const exits: number[] = [];
    const interrupted = onInterrupt({
      on: (signal, listener) => signals.on(signal, listener),
      ...streams,
      exit: (code) => void exits.push(code),
    });
    return { signals, ...streams, exits, interrupted };
  }

  it('ends immediately when Ctrl-C is pressed twice', async () => {
    const { signals, exits, interrupted } = started();
    signals.emit('SIGINT');
    assert.equal(await interrupted, 'interrupted');
    assert.deepEqual(exits, []);
    signals.emit('SIGINT');
    assert.deepEqual(exits, [130]);
  });

  it('still cleans up if the terminal is closed and output is lost', async () => {
    const { signals, stdout, stderr, exits, interrupted } = started();
    stdout.emit('error', new Error('EPIPE'));
    assert.equal(await interrupted, 'interrupted');
    stdout.emit('error', new Error('EPIPE'));
    stderr.emit('error', new Error('EIO'));
    // From the terminal, and from the parent process.
    signals.emit('SIGHUP');
    signals.emit('SIGHUP');
    assert.deepEqual(exits, []);
    signals.emit('SIGINT');
    assert.deepEqual(exits, [130]);
  });
});
