import { Server } from '@modelcontextprotocol/server';
import { toolDefinitions } from '../definitions';
import { isToolName } from '../toolNames';
import { runTool, type ToolAnswer, type ToolContext } from '../tools';

/** Creates an MCP server that offers the tools, and nothing else. `version`: of this extension. */
export function makeServer(context: ToolContext, version: string): Server {
  const server = new Server(
    { name: 'judge-results', title: 'Judge Results', version },
    { capabilities: { tools: {} } },
  );
  server.setRequestHandler('tools/list', () => ({
    tools: toolDefinitions.map(({ name, title, description, inputSchema: { properties } }) => ({
      name,
      title,
      description,
      inputSchema: { type: 'object' as const, additionalProperties: false, properties: copied(properties) },
      annotations: { readOnlyHint: true, openWorldHint: false },
    })),
  }));
  server.setRequestHandler('tools/call', async ({ params }) => {
    if (!isToolName(params.name)) return unknownTool;
    return resultOf(await runTool(context, params.name, params.arguments ?? {}));
  });
  return server;
}

/** Returns a copy with the type that the SDK requires. */
function copied(
  properties: Readonly<Record<string, object>>,
): Record<string, Record<string, string | number>> {
  return Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, { ...field }]));
}

/** Clients without support for structured content read the same JSON as text. */
function resultOf({ kind, content }: ToolAnswer) {
  return {
    content: [{ type: 'text' as const, text: JSON.stringify(content) }],
    structuredContent: { ...content },
    isError: kind === 'failure',
  };
}

const unknownTool = {
  content: [{ type: 'text' as const, text: 'This server has no such tool.' }],
  isError: true,
};
