/** Generates the module with the settings that have a single value, for `npm run docs`. */
import fs from 'node:fs/promises';
import path from 'node:path';
import { root } from '../root';
import { formatted } from './formatted';
import type { Manifest, Setting } from './reference';

/** Path of the module, below the root. */
export const SETTING_VALUES = 'src/editor/shared/settings/settingValues.ts';

const prefix = 'judgeResults.';

/** Returns the text of the module with the defaults and ranges of the numbers, switches, and choices in `package.json`. */
export async function currentSettingValues(): Promise<string> {
  const manifest = JSON.parse(await fs.readFile(path.join(root, 'package.json'), 'utf8')) as Manifest;
  return formatted(SETTING_VALUES, settingValues(manifest.contributes.configuration.properties));
}

/** Returns the unformatted text of the module. */
function settingValues(properties: Readonly<Record<string, Setting>>): string {
  const settings = Object.entries(properties)
    .map(([name, setting]) => ({ name: `'${name.slice(prefix.length)}'`, setting }))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
  const numbers = settings.filter(({ setting }) => isNumber(setting));
  const switches = settings.filter(({ setting }) => setting.type === 'boolean');
  const choices = settings.filter(({ setting }) => setting.enum !== undefined);
  return [
    '// Written by `npm run docs` from package.json.',
    '',
    '/** Settings that are numbers: the default, and the range. */',
    'export const numberSettings = {',
    ...numbers.map(({ name, setting }) => `${name}: { ${rangeOf(setting)} },`),
    '} as const;',
    '',
    '/** Settings that are on or off: the default. */',
    'export const switchSettings = {',
    ...switches.map(({ name, setting }) => `${name}: ${String(setting.default)},`),
    '} as const;',
    '',
    'export interface ChoiceSettings {',
    ...choices.map(({ name, setting }) => `readonly ${name}: ${optionsOf(setting).join(' | ')};`),
    '}',
    '',
    'export const choiceSettings: {',
    'readonly [Name in keyof ChoiceSettings]: {',
    'readonly usual: ChoiceSettings[Name];',
    'readonly options: readonly ChoiceSettings[Name][];',
    '};',
    '} = {',
    ...choices.map(
      ({ name, setting }) =>
        `${name}: { usual: ${quoted(setting.default)}, options: [${optionsOf(setting).join(', ')}] },`,
    ),
    '};',
    '',
  ].join('\n');
}

function isNumber({ type }: Setting): boolean {
  return type === 'number' || type === 'integer';
}

function rangeOf({ default: usual, minimum, maximum }: Setting): string {
  return [
    `usual: ${Number(usual)}`,
    ...(minimum === undefined ? [] : [`minimum: ${minimum}`]),
    ...(maximum === undefined ? [] : [`maximum: ${maximum}`]),
  ].join(', ');
}

function optionsOf(setting: Setting): readonly string[] {
  return (setting.enum ?? []).map(quoted);
}

function quoted(value: unknown): string {
  return `'${String(value)}'`;
}
