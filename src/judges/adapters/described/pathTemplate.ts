import { encoded } from '../shared/jsonValues';

/**
 * Replaces placeholders such as `{problem}` in a path by percent-encoded values. Placeholders without a value stay. A
 * value can't change any other part of the path.
 */
export function fillPath(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(placeholders, (whole, name: string) =>
    Object.hasOwn(values, name) ? pathPart(values[name] ?? '') : whole,
  );
}

/** Returns the placeholders in a path, without braces. */
export function placeholdersIn(template: string): readonly string[] {
  return [...template.matchAll(placeholders)].map(([, name = '']) => name);
}

const placeholders = /\{([A-Za-z]\w{0,31})\}/g;

/** Encodes a value for a path. A value of dots would mean a parent folder, and is encoded twice. */
function pathPart(value: string): string {
  return /^\.{1,2}$/.test(value) ? value.replaceAll('.', '%252E') : encoded(value);
}
