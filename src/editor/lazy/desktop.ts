/** Links, the MCP server, HTTP callbacks, and push sockets, which browsers don't support. Loaded with the first use. */
export {
  copyMcpConfiguration,
  mcpServerDefinitions,
  writeLauncher,
} from '../integrations/assistant/mcpServer';
export { CallbackPush } from '../integrations/callback';
export { handleUri } from '../integrations/uriHandler';
export { PushSockets } from '../pending/pushSockets';
