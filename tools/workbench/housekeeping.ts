/**
 * Keys for what tests do between two things that they look at. A key costs a tenth of what the command palette does, which
 * lists hundreds of commands, or of a row of clicks.
 */
export const housekeeping = {
  closeEditors: { key: 'Control+Alt+Shift+F8', command: 'workbench.action.closeAllEditors' },
  fetch: { key: 'Control+Alt+Shift+F7', command: 'judgeResults.fetch' },
  clearNotifications: { key: 'Control+Alt+Shift+F9', command: 'notifications.clearAll' },
} as const;

/** The same as `keybindings.json` has them. */
export const housekeepingKeys = Object.values(housekeeping).map(({ key, command }) => ({
  key: key.replace('Control', 'ctrl').toLowerCase(),
  command,
}));
