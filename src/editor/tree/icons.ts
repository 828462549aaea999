import { ColorThemeKind, ThemeColor, ThemeIcon, Uri, window, workspace, type ColorTheme } from 'vscode';
import type { StatusLook } from '../../judge/known';
import { outlined } from './outlined';

/** Shape and colour of a verdict. The word always stands beside it: neither is ever the only sign. */
export function verdictIcon(look: StatusLook | null, running = false): ThemeIcon | Uri {
  if (look === null) return new ThemeIcon('circle-outline');
  const drawn = drawnIcons()[look];
  if (drawn) return drawn;
  const shape = look === 'pending' && running ? 'loading~spin' : shapes[look];
  return new ThemeIcon(shape, new ThemeColor(`judgeResults.${look}`));
}

const shapes: Record<StatusLook, string> = {
  accepted: 'pass-filled',
  wrongAnswer: 'error',
  runtimeError: 'flame',
  limitExceeded: 'watch',
  compileError: 'tools',
  serviceError: 'server-process',
  pending: 'clock',
};

type Drawn = Readonly<Partial<Record<StatusLook, Uri>>>;

/** What is drawn in a theme: asked for by every row, so it is found out once. VS Code makes a new object at each change. */
const drawnIn = new WeakMap<ColorTheme, Drawn>();

function drawnIcons(): Drawn {
  const theme = window.activeColorTheme;
  const known = drawnIn.get(theme);
  if (known) return known;
  const drawn = theme.kind === ColorThemeKind.Light ? drawings() : {};
  drawnIn.set(theme, drawn);
  return drawn;
}

/** Somebody who has chosen another colour gets that one. */
function drawings(): Drawn {
  const own = JSON.stringify(workspace.getConfiguration('workbench').get('colorCustomizations') ?? {});
  const kept = Object.entries(outlined).filter(([look]) => !own.includes(`"judgeResults.${look}"`));
  return Object.fromEntries(
    kept.map(([look, svg]) => [look, Uri.parse(`data:image/svg+xml;base64,${btoa(svg)}`)]),
  );
}
