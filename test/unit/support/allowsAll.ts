import type { AssistantAccess } from '../../../src/records';

/** Lets assistants read the results of every judge. */
export const allowsAll: AssistantAccess = { of: async () => ({ kind: 'allowed' }) };
