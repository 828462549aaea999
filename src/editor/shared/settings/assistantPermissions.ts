import { workspace } from 'vscode';
import type { AssistantSettings } from '../../../records';
import { configuration, section } from './settings';

/** Results that assistants may read according to the user and the workspace. */
export interface AssistantPermissions extends AssistantSettings {
  /** Settings of the workspace or of one of its folders forbid the tools. */
  readonly isForbiddenByWorkspace: boolean;
}

/**
 * Returns the settings for assistants. A workspace can only forbid the tools: `true` in its settings has no effect. The
 * judges that are allowed during contests are only read from the user's own settings.
 */
export function assistantPermissions(): AssistantPermissions {
  const enabled = [undefined, ...(workspace.workspaceFolders ?? []).map(({ uri }) => uri)].map((folder) =>
    workspace.getConfiguration(section, folder).inspect<unknown>('assistants.enabled'),
  );
  const allowed = configuration().inspect<unknown>('assistants.allowDuringContests')?.globalValue;
  return {
    isEnabled: enabled.every((setting) => setting?.globalValue !== false),
    isForbiddenByWorkspace: enabled.some(
      (setting) => setting?.workspaceValue === false || setting?.workspaceFolderValue === false,
    ),
    allowedDuringContests: Array.isArray(allowed)
      ? allowed.filter((service) => typeof service === 'string')
      : [],
  };
}
