/** Returns the path of a `file:` URL. Returns any other name unchanged. */
export function pathOf(url: string): string {
  const path = url.replace(/^file:\/\/(?:\/(?=[A-Za-z]:))?(?=\/|[A-Za-z]:)/, '');
  if (path === url) return url;
  try {
    return decodeURIComponent(path);
  } catch {
    // the path contains an unescaped percent sign
    return path;
  }
}
