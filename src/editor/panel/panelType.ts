/** Names the panels of records to VS Code, which opens them again after a reload. */
export const panelType = 'judgeResults.record';
