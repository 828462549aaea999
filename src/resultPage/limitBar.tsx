/**
 * Shows how much of a limit was used. `share`: 0 to 1. Uses a style object: the CSP forbids style attributes in HTML.
 */
export function LimitBar({ share }: { readonly share: number }) {
  return <span class="bar" style={shareStyle(share)} />;
}

/** Returns the style that sets the length of a bar or a column. `share`: 0 to 1. */
export function shareStyle(share: number): { readonly '--share': string } {
  return { '--share': share.toFixed(3) };
}

/** Minimum share of a limit for which time and memory have a bar. */
const SHARE_WITH_BAR = 0.5;

export function hasBar(share: number | null): share is number {
  return share !== null && share >= SHARE_WITH_BAR;
}
