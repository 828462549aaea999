import { verdictStyles } from '../results';
import { inkOn, type Rgb } from './contrast';

/** All styles, and `none` for unknown codes. */
const styles = [...verdictStyles, 'none'] as const;

/**
 * Defines two variables for each `data-style`: its contributed color (`--tone`), and a text color that is readable on
 * it (`--ink`).
 */
export function colorVerdictStyles(root: HTMLElement): void {
  const colors = new CSSStyleSheet();
  colors.replaceSync(
    [
      `:root { ${verdictStyles.map((style) => `--tone-${style}: var(--vscode-judgeResults-${style});`).join(' ')} }`,
      ...styles.map(
        (style) => `[data-style='${style}'] { --tone: var(--tone-${style}); --ink: var(--ink-${style}); }`,
      ),
    ].join('\n'),
  );
  document.adoptedStyleSheets.push(colors);
  keepInkReadable(root);
}

/** Sets the text colors now and after each theme change. */
function keepInkReadable(root: HTMLElement): void {
  const probe = document.createElement('span');
  probe.hidden = true;
  document.body.append(probe);
  const choose = (): void => {
    for (const style of styles) {
      probe.style.color = `var(--tone-${style})`;
      const value = `rgb(${inkOn(rgbOf(getComputedStyle(probe).color)).join(' ')})`;
      if (root.style.getPropertyValue(`--ink-${style}`) !== value)
        root.style.setProperty(`--ink-${style}`, value);
    }
  };
  choose();
  const observer = new MutationObserver(choose);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['style', 'class'] });
  observer.observe(document.body, { attributes: true, attributeFilter: ['class'] });
}

function rgbOf(color: string): Rgb {
  const [red = 128, green = 128, blue = 128] = (color.match(/[\d.]+/g) ?? []).map(Number);
  return [red, green, blue];
}
