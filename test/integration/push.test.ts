import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { newRequestId, startLocalService, type LocalService } from '../service';

describe('a result that is pushed', () => {
  let service: LocalService;
  let folder: string;

  before(async () => {
    await vscode.extensions.getExtension('judge-results.judge-results')?.activate();
    service = await startLocalService();
    folder = await fs.mkdtemp(path.join(os.tmpdir(), 'push-'));
  });

  after(async () => {
    await service.close();
    await fs.rm(folder, { recursive: true, force: true });
  });

  it('arrives by the socket while every question is answered with «not ready»', async function () {
    this.timeout(180_000);
    const file = vscode.Uri.file(path.join(folder, 'pushed.cpp'));
    await fs.writeFile(file.fsPath, 'int main() { int pushed; }\n');
    const requestId = newRequestId();
    service.script(requestId, [{ status: 204 }]);
    const session = path.join(folder, 'session.json');
    const { origin: baseUrl, token, settings } = service;
    const requests = [{ id: requestId, source: file.fsPath }];
    await fs.writeFile(session, JSON.stringify({ baseUrl, token, settings, requests }));
    await vscode.commands.executeCommand('judgeResults.development.openSession', session);

    const pushing = setInterval(() => service.push(envelopeOf(requestId)), 250);
    try {
      const problem = await firstProblem(file);
      assert.match(problem.message, /pushed/);
    } finally {
      clearInterval(pushing);
    }
    assert.ok(service.log.asked(requestId).every(({ status }) => status === 204));
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
