import type { Raw } from '../shared/jsonValues';

/**
 * Returns the texts of the top level of a YAML document as DOMjudge writes it: one `key: value` a line, in single or double
 * quotes if YAML requires that. `null` is null, and other values are skipped.
 */
export function objectInYaml(text: string): Raw {
  const fields = text.split('\n').flatMap((line) => {
    const [, key = '', written = ''] = /^([a-z_]{1,40}): (.*)$/.exec(line.trimEnd()) ?? [];
    const value = valueIn(written);
    return key === '' || value === undefined ? [] : [[key, value] as const];
  });
  return Object.fromEntries(fields);
}

/** Undefined: not a text. */
function valueIn(written: string): string | null | undefined {
  if (written === 'null' || written === '~') return null;
  if (written.startsWith('"')) return unescaped(written);
  if (!written.startsWith("'")) return /^[[{|>&*!%@`]/.test(written) ? undefined : written;
  return written.length > 1 && written.endsWith("'") ? written.slice(1, -1).replaceAll("''", "'") : undefined;
}

/** Returns the text in double quotes, whose escape sequences are mostly those of JSON. Undefined: others. */
function unescaped(quoted: string): string | undefined {
  try {
    const value: unknown = JSON.parse(quoted.replaceAll(String.raw`\_`, '\u00a0'));
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}
