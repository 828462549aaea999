import { MAX_INPUT_LENGTH } from './limits';
import { withoutMarks } from './untrusted';

/** Unchecked input of a tool, from a language model. */
export type ToolInput = Readonly<Record<string, unknown>>;

/** Thrown if an input has a wrong type. The message contains the field, for the language model. */
export class InvalidInput extends Error {
  override readonly name = 'InvalidInput';
}

/** Reads a string. Null if it is missing or empty. Throws `InvalidInput` if it isn't a string, or is too long. */
export function stringField(input: ToolInput, field: string): string | null {
  const value = input[field];
  if (value === undefined || value === null || value === '') return null;
  if (typeof value !== 'string' || value.length > MAX_INPUT_LENGTH)
    throw new InvalidInput(`${field} must be a short text.`);
  return withoutMarks(value);
}

/**
 * Reads a whole number of at least `minimum`. Returns `defaultValue` if it is missing. Throws `InvalidInput` if it is
 * anything else.
 */
export function integerField(input: ToolInput, field: string, minimum: number, defaultValue: number): number {
  const value = input[field];
  if (value === undefined || value === null) return defaultValue;
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < minimum)
    throw new InvalidInput(`${field} must be a whole number of at least ${minimum}.`);
  return value;
}

/** Reads a boolean. False if it is missing. Throws `InvalidInput` if it is anything else. */
export function booleanField(input: ToolInput, field: string): boolean {
  const value = input[field];
  if (value === undefined || value === null) return false;
  if (typeof value !== 'boolean') throw new InvalidInput(`${field} must be true or false.`);
  return value;
}
