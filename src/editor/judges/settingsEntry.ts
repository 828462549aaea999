export type Description = Readonly<Record<string, unknown>>;

/** Returns the URL; empty if it is missing, or isn't text. */
export function urlOf({ url }: Description): string {
  return typeof url === 'string' ? url : '';
}

export function without(described: Description, field: string): Description {
  return Object.fromEntries(Object.entries(described).filter(([name]) => name !== field));
}

/** Adds `https://` if the URL has no scheme. */
export function withScheme(address: string): string {
  return address === '' || /^[a-z][a-z\d+.-]*:\/\//i.test(address) ? address : `https://${address}`;
}
