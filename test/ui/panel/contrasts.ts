import type { Page } from 'playwright-core';

/** Something that is seen, and how clear it is on what it stands on. */
export interface Seen {
  readonly what: string;
  readonly ratio: number;
}

/** Every text in sight, and every sign: what is told by a form or an edge instead of words. */
export async function contrastsOf(page: Page): Promise<{ readonly texts: Seen[]; readonly signs: Seen[] }> {
  return page.evaluate<{ texts: Seen[]; signs: Seen[] }>(`(${inPage})()`);
}

// Runs in the page, whose types this project doesn't know. Colors are [red, green, blue, alpha], channels 0 to 255.
const inPage = `() => {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const colors = new Map();
  const read = (css) => {
    if (!colors.has(css)) {
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = css;
      canvas.fillRect(0, 0, 1, 1);
      const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data;
      colors.set(css, [red, green, blue, alpha / 255]);
    }
    return colors.get(css);
  };
  const over = ([r, g, b, a], ground) => [r, g, b].map((one, at) => one * a + ground[at] * (1 - a));
  const luminance = (color) => {
    const [r, g, b] = color.map((one) => {
      const value = one / 255;
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ratio = (color, ground) => {
    const [a, b] = [luminance(over(color, ground)), luminance(ground)].sort((x, y) => y - x);
    return (a + 0.05) / (b + 0.05);
  };
  // small squares are filled by what lies below their number
  const fill = (element) =>
    getComputedStyle(element, element.matches('.heat') ? '::before' : null).backgroundColor;
  const ground = (element) => {
    const behind = element.parentElement ? ground(element.parentElement) : [255, 255, 255];
    return over(read(fill(element)), behind);
  };
  const isSeen = (element) => element.checkVisibility() && !element.closest('.for-readers-only');
  const named = (element, text) => element.closest('[class]').className + ': ' + text.trim().slice(0, 40);

  const texts = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const { parentElement: element, data } = walk.currentNode;
    if (data.trim() === '' || !isSeen(element)) continue;
    texts.push({ what: named(element, data), ratio: ratio(read(getComputedStyle(element).color), ground(element)) });
  }

  const signs = [];
  const add = (selector, colorOf, pseudo = null, inside = false) => {
    for (const element of document.querySelectorAll(selector)) {
      if (!isSeen(element)) continue;
      const color = read(colorOf(getComputedStyle(element, pseudo)));
      const place = inside ? element : element.parentElement;
      signs.push({ what: selector + ' ' + (element.textContent || ''), ratio: ratio(color, ground(place)) });
    }
  };
  const solid = ':not([data-style=accepted], [data-style=pending])';
  const border = (style) => style.borderTopColor;
  add('.square:not(.pair, .heat)' + solid, (style) => style.backgroundColor);
  add('.half' + solid, (style) => style.backgroundColor);
  add('.pill' + solid, (style) => style.backgroundColor);
  add('.version' + solid + ' .version-mark', (style) => style.backgroundColor);
  add('.heat' + solid, (style) => style.backgroundColor, '::before');
  add('.heat[data-style=pending]', border, '::before');
  add(':is(.square:not(.heat), .half, .pill)[data-style=pending]', border);
  add('.filter[data-style]', border, '::before', true);
  add('.version-height', border);
  add('svg', (style) => style.color);
  add('.bar', (style) => style.color);
  add('.output mark', (style) => style.textDecorationColor);
  add('[aria-selected=true]', (style) => style.outlineColor);
  add('progress', (style) => style.getPropertyValue('--vscode-progressBar-background'));
  const focus = document.createElement('i');
  focus.style.color = 'var(--focus)';
  document.body.append(focus);
  signs.push({ what: 'focus', ratio: ratio(read(getComputedStyle(focus).color), ground(focus)) });
  focus.remove();
  return { texts, signs };
}`;
