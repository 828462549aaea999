import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { newRequestId } from '../../tools/service';
import { openSession, type Session } from './support/session';

describe('A pushed result @core', () => {
  let session: Session;

  before(async () => {
    session = await openSession();
  });

  after(() => session.close());

  it('arrives through the socket while all polls return “not ready”', async function () {
    this.timeout(180_000);
    const { service, folder } = session;
    const file = vscode.Uri.file(path.join(folder, 'pushed.cpp'));
    await fs.writeFile(file.fsPath, 'int main() { int pushed; }\n');
    const requestId = newRequestId();
    service.script(requestId, [{ status: 204 }]);
    await session.track(requestId, file.fsPath);

    const pushing = setInterval(() => service.push(envelopeOf(requestId)), 250);
    try {
      const problem = await firstProblem(file);
      assert.match(problem.message, /pushed/);
    } finally {
      clearInterval(pushing);
    }
    assert.ok(service.log.requestsOf(requestId).every(({ status }) => status === 204));
  });
});

function envelopeOf(requestId: string): unknown {
  const message = "/tmp/compiler_x/src:1:18: warning: unused variable 'pushed' [-Wunused-variable]\n";
  return {
    type: 'judge',
    requestId,
    trackId: null,
    data: {
      compile: { success: true, message, opt2: false },
      judge: { id: 1, status: 12, score: 100, time: 1, memory: 100, subtasks: [] },
    },
  };
}

async function firstProblem(file: vscode.Uri): Promise<vscode.Diagnostic> {
  for (;;) {
    const [found] = vscode.languages.getDiagnostics(file);
    if (found) return found;
    await new Promise<void>((resolve) => {
      const watch = vscode.languages.onDidChangeDiagnostics(() => {
        watch.dispose();
        resolve();
      });
    });
  }
}
