import type { IntegrationCommands } from './register';

export const integrationCommands: IntegrationCommands = {
  copyMcpConfiguration: ({ copyMcpConfiguration }) => copyMcpConfiguration(),
  copyCallbackAddress: async ({ callbacks }) => (await callbacks()).copyAddress(),
};
