/** Returns the proposed file name for an exported result: its request ID with special characters replaced. */
export function exportName(requestId: string): string {
  return `${recordNameOf(requestId)}.json`;
}

/** Returns a name without `.json` that contains only letters, digits, hyphens, and underscores. Never empty. */
export function recordNameOf(name: string): string {
  const plain = name
    .replace(/\.json$/i, '')
    .replace(/[^\w-]+/g, '_')
    .slice(0, 100);
  return /[A-Za-z0-9]/.test(plain) ? plain : 'record';
}
