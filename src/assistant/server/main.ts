// The MCP server, a process of its own: `mcp.js <history folder>`. Clients start it, and talk to it over its standard input
// and output. It reads the stored results of the extension, and has no network and no credentials.
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { isAbsolute } from 'node:path';
import { version } from '../../../package.json';
import type { AssistantAccess } from '../../records';
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
  const server = makeServer({ source, access: accessTo(source) }, version);
  await server.connect(new StdioServerTransport());
}

/** Refuses the results of a judge while a contest of one of its records is running. */
function accessTo(source: StoredResults): AssistantAccess {
  return {
    async of(service) {
      try {
        const ends = (await source.records())
          .filter((record) => record.service === service)
          .map(({ submission }) => submission?.contest?.endsAt ?? -Infinity);
        const endsAt = Math.max(...ends, -Infinity);
        return endsAt > Date.now() ? { kind: 'refused', reason: 'contest', endsAt } : { kind: 'allowed' };
      } catch {
        return { kind: 'refused', reason: 'unreadable', endsAt: null };
      }
    },
  };
}

void main(process.argv[2]);
