/**
 * Links, the MCP server, HTTP callbacks, push sockets, and problems from the browser, which browsers don't support.
 * Loaded with the first use.
 */
export {
  copyMcpConfiguration,
  mcpServerDefinitions,
  writeLauncher,
} from '../integrations/assistant/mcpServer';
export { CallbackPush } from '../integrations/callback';
export { ReceivingSwitch } from '../companion/receivingSwitch';
export { handleUri } from '../integrations/uriHandler';
export { PushSockets } from '../pending/pushSockets';
