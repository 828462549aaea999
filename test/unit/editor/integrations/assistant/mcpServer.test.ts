import '../../../support/vscodeWords';
import assert from 'node:assert/strict';
import path from 'node:path';
import { Uri, type ExtensionContext } from 'vscode';
import { mcpServerDefinitions } from '../../../../../src/editor/integrations/assistant/mcpServer';
import { standIn } from '../../../support/standIn';

describe('The definition of the MCP server', () => {
  it('runs the shipped server with the history of VS Code', () => {
    const context = standIn<ExtensionContext>({
      extension: { packageJSON: { version: '1.2.3' } },
      extensionUri: Uri.file('/extension'),
      globalStorageUri: Uri.file('/storage'),
    });
    const [definition, ...others] = mcpServerDefinitions(context);
    assert.deepEqual(others, []);
    assert.deepEqual(
      { ...definition },
      {
        label: 'Judge Results',
        command: process.execPath,
        args: [path.join('/extension', 'dist', 'mcp.js'), path.join('/storage', 'history')],
        env: {},
        version: '1.2.3',
      },
    );
  });
});
