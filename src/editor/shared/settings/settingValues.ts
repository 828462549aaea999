// Written by `npm run docs` from package.json.

/** Settings that are numbers: the default, and the range. */
export const numberSettings = {
  'history.limit': { usual: 500, minimum: 10 },
  'local.timeLimit': { usual: 10, minimum: 0.1 },
  'polling.giveUpAfter': { usual: 60, minimum: 1 },
  'polling.interval': { usual: 1, minimum: 1 },
  'polling.maximumInterval': { usual: 30, minimum: 1 },
} as const;

/** Settings that are on or off: the default. */
export const switchSettings = {
  'assistants.enabled': true,
  clarifications: true,
  'diagnostics.enabled': true,
  'local.runSamplesBeforeSubmitting': false,
} as const;

export interface ChoiceSettings {
  readonly 'cases.reveal': 'always' | 'onClick';
  readonly 'diagnostics.minimumSeverity': 'error' | 'warning' | 'information' | 'hint';
  readonly notifications: 'always' | 'failures' | 'never';
}

export const choiceSettings: {
  readonly [Name in keyof ChoiceSettings]: {
    readonly usual: ChoiceSettings[Name];
    readonly options: readonly ChoiceSettings[Name][];
  };
} = {
  'cases.reveal': { usual: 'always', options: ['always', 'onClick'] },
  'diagnostics.minimumSeverity': { usual: 'hint', options: ['error', 'warning', 'information', 'hint'] },
  notifications: { usual: 'always', options: ['always', 'failures', 'never'] },
};
