import { verdictStyles } from '../judge';
import { inkOn, type Rgb } from './contrast';

/** Every look, and `none` for codes that nobody knows. */
const looks = [...verdictStyles, 'none'] as const;

/** Gives each `data-look` its color (`--tone`), a contributed one of `package.json`, and an ink readable on it (`--ink`). */
export function colorLooks(root: HTMLElement): void {
  const colors = new CSSStyleSheet();
  colors.replaceSync(
    [
      `:root { ${verdictStyles.map((look) => `--tone-${look}: var(--vscode-judgeResults-${look});`).join(' ')} }`,
      ...looks.map(
        (look) => `[data-look='${look}'] { --tone: var(--tone-${look}); --ink: var(--ink-${look}); }`,
      ),
    ].join('\n'),
  );
  document.adoptedStyleSheets.push(colors);
  keepInkReadable(root);
}

/** White where that is clear enough, else black; again with each theme. */
function keepInkReadable(root: HTMLElement): void {
  const probe = document.createElement('span');
  probe.hidden = true;
  document.body.append(probe);
  const choose = (): void => {
    for (const look of looks) {
      probe.style.color = `var(--tone-${look})`;
      const value = `rgb(${inkOn(rgbOf(getComputedStyle(probe).color)).join(' ')})`;
      if (root.style.getPropertyValue(`--ink-${look}`) !== value)
        root.style.setProperty(`--ink-${look}`, value);
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
