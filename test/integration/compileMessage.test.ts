import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { newRequestId } from '../../tools/service';
import { openSession, until, type Session } from './support/session';

describe('The compiler output document @core', function () {
  this.timeout(180_000);
  let session: Session;

  before(async () => {
    session = await openSession({ withPush: false });
  });
  after(() => session.close());

  it('links each position to the user’s file, including positions in notes', async () => {
    const file = path.join(session.folder, 'noted.cpp');
    await fs.writeFile(file, '// since\nint twice;\n\tfloat twice;\n');
    const message = [
      "/tmp/x/src:2:15: error: conflicting declaration 'float twice'",
      '    2 |         float twice;',
      '      |               ^~~~~',
      "/tmp/x/src:1:5: note: 'int twice' previously declared here",
      '    1 | int twice;',
      '      |     ^~~~~',
      '/usr/include/c++/13/x.h:7:1: error: not in the file',
      '',
    ].join('\n');
    const requestId = newRequestId();
    const data = { compile: { success: false, message, opt2: false }, judge: null };
    session.service.script(requestId, [{ body: { type: 'judge', requestId, trackId: null, data } }]);
    await session.track(requestId, file);
    await until(() => vscode.languages.getDiagnostics(vscode.Uri.file(file)).length > 0);

    await vscode.commands.executeCommand('judgeResults.openCompileMessage', {
      key: session.keyOf(requestId),
    });
    const document = vscode.window.activeTextEditor?.document;
    assert.equal(document?.uri.scheme, 'judge-compile');
    const links = await vscode.commands.executeCommand<vscode.DocumentLink[]>(
      'vscode.executeLinkProvider',
      document.uri,
    );
    const own = links.filter(({ target }) => target?.path === vscode.Uri.file(file).path);
    assert.deepEqual(
      own.map(({ range, target }) => [document.getText(range), target?.fragment]),
      [
        ['/tmp/x/src:2:15', 'L3,8'],
        ['/tmp/x/src:1:5', 'L2,5'],
      ],
    );
  });
});
