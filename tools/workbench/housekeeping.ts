/**
 * Key bindings for actions between the steps of a test. Pressing a key takes a tenth of the time of several clicks, or
 * of the command palette, which lists hundreds of commands.
 */
export const housekeeping = {
  closeEditors: { key: 'Control+Alt+Shift+F8', command: 'workbench.action.closeAllEditors' },
  fetch: { key: 'Control+Alt+Shift+F7', command: 'judgeResults.fetch' },
  clearNotifications: { key: 'Control+Alt+Shift+F9', command: 'notifications.clearAll' },
} as const;

/** The same key bindings in the format of `keybindings.json`. */
export const housekeepingKeys = Object.values(housekeeping).map(({ key, command }) => ({
  key: key.replace('Control', 'ctrl').toLowerCase(),
  command,
}));
