import path from 'node:path';

/** A request to the companion in a file `<number>.json`. The response `<number>.done` is empty on success. */
export interface SettingChange {
  readonly name: string;
  /** null removes the setting. */
  readonly value: unknown;
}

/** Folder of the requests, in the server's own folder for scratch files. */
export function settingsInbox(scratch: string): string {
  return path.join(scratch, 'settings-inbox');
}
