/** Returns the file name that is proposed for an exported result: its request ID without path separators. */
export function exportName(requestId: string): string {
  return `${recordNameOf(requestId)}.json`;
}

/** Returns a name of letters, digits, hyphens, and underscores, without `.json`. Not empty. */
export function recordNameOf(name: string): string {
  const plain = name
    .replace(/\.json$/i, '')
    .replace(/[^\w-]+/g, '_')
    .slice(0, 100);
  return /[A-Za-z0-9]/.test(plain) ? plain : 'record';
}
