import { randomUUID } from 'node:crypto';
import type { Fields } from '../service/http/bodies';
import { loopbackAddress } from '../service/push/callback';
import { isArchive } from './archive';
import type { Judge0Language } from './catalog';
import { limitNames, limits, type Judge0Config, type LimitName } from './config';
import { queued, type Judge0Submission } from './submission';

/** Error messages by field, in Rails' format. */
export type FormErrors = Record<string, string[]>;

/** Creates a submission from the fields of a request. Returns the errors if any field is invalid. */
export function submissionFrom(
  fields: Fields,
  base64: boolean,
  languages: readonly Judge0Language[],
  config: Judge0Config,
): Judge0Submission | { readonly errors: FormErrors } {
  const errors: FormErrors = {};
  const wrong = (name: string, sentence: string): void => {
    (errors[name] ??= []).push(sentence);
  };
  const text = (name: string): Buffer | null => {
    const value = fields[name] ?? null;
    return value === null ? null : Buffer.from(asText(value), base64 ? 'base64' : 'utf8');
  };
  const source_code = text('source_code') ?? Buffer.alloc(0);
  if (source_code.toString('latin1').trim() === '') wrong('source_code', "can't be blank");
  const language = languageIn(fields, languages, wrong);
  const compiler_options = plain(fields['compiler_options']);
  if (compiler_options !== null) checkOptions(compiler_options, language, config, wrong);
  for (const name of ['command_line_arguments', 'additional_files'] as const) {
    if (plain(fields[name]) === null || config[`enable_${name}`]) continue;
    wrong(name, `setting ${name.replaceAll('_', ' ')} is not allowed`);
  }
  const archive = plain(fields['additional_files']);
  const additional_files = archive === null ? null : Buffer.from(archive, 'base64');
  if (additional_files && !isArchive(additional_files)) wrong('additional_files', 'is not a ZIP archive');
  const callback_url = plain(fields['callback_url']);
  if (callback_url !== null) checkCallback(callback_url, config, wrong);
  const requestedLimits = limitNames.map((name) => [name, limitIn(fields, name, config, wrong)] as const);
  if (Object.keys(errors).length > 0 || language === null) return { errors };
  return {
    ...queued,
    token: randomUUID(),
    language,
    source_code,
    compiler_options,
    additional_files,
    callback_url,
    stdin: text('stdin'),
    expected_output: text('expected_output'),
    limits: Object.fromEntries(requestedLimits) as Record<LimitName, number>,
    created_at: new Date(),
    started_at: null,
    finished_at: null,
  };
}

type Wrong = (name: string, sentence: string) => void;

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function plain(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

function languageIn(
  fields: Fields,
  languages: readonly Judge0Language[],
  wrong: Wrong,
): Judge0Language | null {
  const languageId = fields['language_id'] ?? '';
  const language = languages.find(({ id }) => id === Number(languageId)) ?? null;
  if (languageId === '') wrong('language_id', "can't be blank");
  if (language === null) wrong('language_id', `language with id ${asText(languageId)} doesn't exist`);
  return language;
}

function checkOptions(
  options: string,
  language: Judge0Language | null,
  config: Judge0Config,
  wrong: Wrong,
): void {
  const name = 'compiler_options';
  if (options.length > 512) wrong(name, 'is too long (maximum is 512 characters)');
  if (!config.enable_compiler_options) wrong(name, 'setting compiler options is not allowed');
  else if (language?.compile_cmd === null) {
    wrong(name, 'setting compiler options is only allowed for compiled languages');
  }
}

/** Checks a callback URL. Only URLs of this computer are allowed. */
function checkCallback(url: string, config: Judge0Config, wrong: Wrong): void {
  if (!config.enable_callbacks) wrong('callback_url', 'setting callback is not allowed');
  try {
    loopbackAddress(url);
  } catch (error) {
    wrong('callback_url', error instanceof Error ? error.message : String(error));
  }
}

function limitIn(fields: Fields, name: LimitName, config: Judge0Config, wrong: Wrong): number {
  const rawValue = fields[name] ?? null;
  if (rawValue === null) return config[name];
  const value = typeof rawValue === 'string' && rawValue.trim() === '' ? Number.NaN : Number(rawValue);
  const { least, isFloat } = limits[name];
  const most = config[`max_${name}`];
  if (Number.isNaN(value)) wrong(name, 'is not a number');
  else if (value < least) {
    wrong(
      name,
      least === 1 && !isFloat ? 'must be greater than 0' : `must be greater than or equal to ${least}`,
    );
  } else if (value > most) {
    wrong(name, `must be less than or equal to ${isFloat ? most.toFixed(1) : most}`);
  }
  return value;
}
