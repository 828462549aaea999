/** Input of a tool from a language model. Unchecked. */
export type ToolInput = Readonly<Record<string, unknown>>;

/** Thrown if an input has a wrong type. The message names the field, for the language model. */
export class InvalidInput extends Error {
  override readonly name = 'InvalidInput';
}

/** Reads a text. Null if it is missing or empty. Throws `InvalidInput` if it isn't a text, or is too long. */
export function textIn(input: ToolInput, field: string): string | null {
  const value = input[field];
  if (value === undefined || value === null || value === '') return null;
  if (typeof value !== 'string' || value.length > 300)
    throw new InvalidInput(`${field} must be a short text.`);
  return value;
}

/** Reads a whole number of at least `least`. Returns `otherwise` if it is missing. Throws `InvalidInput`. */
export function countIn(input: ToolInput, field: string, least: number, otherwise: number): number {
  const value = input[field];
  if (value === undefined || value === null) return otherwise;
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < least)
    throw new InvalidInput(`${field} must be a whole number of at least ${least}.`);
  return value;
}

/** Reads a yes or no. False if it is missing. Throws `InvalidInput` if it is something else. */
export function flagIn(input: ToolInput, field: string): boolean {
  const value = input[field];
  if (value === undefined || value === null) return false;
  if (typeof value !== 'boolean') throw new InvalidInput(`${field} must be true or false.`);
  return value;
}
