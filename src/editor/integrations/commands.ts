import type { IntegrationCommands } from './register';

export const integrationCommands: IntegrationCommands = {
  copyCallbackAddress: async ({ callbacks }) => (await callbacks()).copyAddress(),
};
