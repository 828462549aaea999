import assert from 'node:assert/strict';
import { redactedLog } from '../../../src/base/log';

describe('redactedLog', () => {
  it('redacts secrets at every level', () => {
    const lines: string[] = [];
    const keep = (text: string): number => lines.push(text);
    const channel = { error: keep, warn: keep, info: keep, debug: keep, show: () => undefined };
    const log = redactedLog(channel, (text) => text.replaceAll('s3cret', '•••'));
    log.error('Error: s3cret\n    at file:///x?token=s3cret');
    log.warn('s3cret');
    log.info('all is well');
    assert.deepEqual(lines, ['Error: •••\n    at file:///x?token=•••', '•••', 'all is well']);
  });

  it('writes no line before all secrets are known, and keeps the order', async () => {
    const lines: string[] = [];
    const keep = (text: string): number => lines.push(text);
    const channel = { error: keep, warn: keep, info: keep, debug: keep, show: () => undefined };
    const known = new Set<string>();
    let finish = (): void => undefined;
    const read = new Promise<void>((resolve) => {
      finish = () => {
        known.add('s3cret');
        resolve();
      };
    });
    const secrets = {
      get isComplete() {
        return known.size > 0;
      },
      complete: () => read,
    };
    const redact = (text: string): string =>
      [...known].reduce((clean, secret) => clean.replaceAll(secret, '•••'), text);
    const log = redactedLog(channel, redact, secrets);
    log.warn('first s3cret');
    log.info('second');
    assert.deepEqual(lines, []);
    finish();
    await read;
    log.info('third');
    await Promise.resolve();
    log.info('fourth');
    assert.deepEqual(lines, ['first •••', 'second', 'third', 'fourth']);
  });

  it('drops a line if the channel is closed, without throwing', () => {
    const fail = (): never => {
      throw new Error('Channel has been closed');
    };
    const log = redactedLog({ error: fail, warn: fail, info: fail, debug: fail, show: fail }, (text) => text);
    for (const write of [log.error, log.warn, log.info, log.debug]) write('a request was answered');
  });
});
