// The MCP server, a separate process: `mcp.js <history folder>`. Clients start it, and communicate with it over its standard
// input and output. It reads the stored results of the extension. It sends no requests, and has no credentials.
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { isAbsolute } from 'node:path';
import { version } from '../../../package.json';
import { StoredAssistantAccess } from '../../records';
import { readAssistantRules } from '../../records/disk/assistantRulesFile';
import { makeServer } from './server';
import { StoredResults } from './storedResults';

async function main(folder: string | undefined): Promise<void> {
  if (folder === undefined || !isAbsolute(folder)) {
    process.stderr.write('usage: mcp.js <absolute path of the history folder>\n');
    process.exitCode = 1;
    return;
  }
  const source = new StoredResults(folder, ({ kind, path }) => {
    process.stderr.write(`can't read ${path}: ${kind}\n`);
  });
  const access = new StoredAssistantAccess(
    {
      records: () => source.records(),
      rules: () => readAssistantRules(folder),
      now: Date.now,
    },
    (error) => process.stderr.write(`can't decide whether assistants may read results: ${String(error)}\n`),
  );
  const server = makeServer({ source, access }, version);
  await server.connect(new StdioServerTransport());
}

void main(process.argv[2]);
