import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { eventually } from '../../../tools/workbench/eventually';
import { endSteps, runStep } from '../../run/step';
import { isRunning } from '../service/running';

describe('The end of all steps', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'judge-steps-'));
  after(() => fs.rmSync(folder, { recursive: true, force: true }));

  it('ends a running step and the process that it started', async () => {
    const file = path.join(folder, 'pid');
    const waiting = 'setInterval(() => undefined, 1000)';
    const script = path.join(folder, 'step.cjs');
    fs.writeFileSync(
      script,
      `const child = require('node:child_process').spawn(process.execPath, ['-e', '${waiting}']);
require('node:fs').writeFileSync(${JSON.stringify(file)}, String(child.pid));
${waiting};\n`,
    );
    const outcome = runStep({ name: 'waiting', command: [script] });
    const pid = await eventually(async () => {
      const text = fs.readFileSync(file, 'utf8');
      assert.notEqual(text, '');
      return Number(text);
    });
    endSteps();
    assert.equal((await outcome).counts.failed, 1);
    await eventually(async () => assert.equal(isRunning(pid), false));
  });
});
