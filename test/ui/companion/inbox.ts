import path from 'node:path';

/** What a test asks the companion for, as a file `<number>.json`; answered by `<number>.done`, empty if it was done. */
export interface SettingChange {
  readonly name: string;
  /** Null takes the setting away. */
  readonly value: unknown;
}

/** Where the changes are put: in the folder for scratch files that each server has for itself. */
export function settingsInbox(scratch: string): string {
  return path.join(scratch, 'settings-inbox');
}
