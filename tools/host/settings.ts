/** User settings that prevent interruptions and make VS Code look and behave the same in every run. */
export const quietSettings = {
  'security.workspace.trust.enabled': false,
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.editor.useModal': 'off',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.localHistory.enabled': false,
  'workbench.reduceMotion': 'on',
  'telemetry.telemetryLevel': 'off',
  'extensions.autoCheckUpdates': false,
  'extensions.ignoreRecommendations': true,
  'update.mode': 'none',
  'update.showReleaseNotes': false,
  'git.openRepositoryInParentFolders': 'never',
  'files.autoSave': 'off',
  'chat.disableAIFeatures': true,
};
