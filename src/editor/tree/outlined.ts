import type { StatusLook } from '../../judge/known';

/**
 * Icons for the two verdicts whose colours are too weak on a light ground (under 3 : 1, as WCAG 1.4.11 asks of
 * graphics): the same colour with a dark line around it, 16 by 16. Contributed colours can't be read by an extension,
 * so these have the contributed light defaults.
 */
export const outlined: Readonly<Partial<Record<StatusLook, string>>> = {
  accepted: svg(
    '<circle cx="8" cy="8" r="6.2" fill="#52c41a" stroke="#237804" stroke-width="1.2"/>' +
      '<path d="M5 8.2l2.2 2.2 4-4.3" fill="none" stroke="#092b00" stroke-width="1.5" stroke-linecap="round"/>',
  ),
  compileError: svg(
    '<path d="M13.6 4.4l-2.1 2.1-2-2 2.1-2.1a3.6 3.6 0 0 0-4.4 4.7l-4.8 4.8a1.2 1.2 0 0 0 1.7 1.7l4.8-4.8a3.6 3.6 0 0 0 4.7-4.4z" ' +
      'fill="#fadb14" stroke="#705e00" stroke-width="1.1" stroke-linejoin="round"/>',
  ),
};

function svg(drawing: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16" viewBox="0 0 16 16">${drawing}</svg>`;
}
