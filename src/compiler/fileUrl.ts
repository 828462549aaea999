/** Returns the path of a `file:` URL, and any other name as it is. */
export function pathOf(url: string): string {
  const path = url.replace(/^file:\/\/(?:\/(?=[A-Za-z]:))?(?=\/|[A-Za-z]:)/, '');
  if (path === url) return url;
  try {
    return decodeURIComponent(path);
  } catch {
    // a percent sign of its own
    return path;
  }
}
