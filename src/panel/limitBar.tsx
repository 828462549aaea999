/**
 * Shows how much of a limit was used. `share`: 0 to 1. Uses a style object: the CSP forbids style attributes in HTML.
 */
export function LimitBar({ share }: { readonly share: number }) {
  return <span class="bar" style={shareStyle(share)} />;
}

/** Returns the style that a bar or a column takes its length from. `share`: 0 to 1. */
export function shareStyle(share: number): { readonly '--share': string } {
  return { '--share': share.toFixed(3) };
}

/** From this part of the limit on, time and memory have a bar. */
const SHARE_WITH_BAR = 0.5;

export function hasBar(share: number | null): share is number {
  return share !== null && share >= SHARE_WITH_BAR;
}
