import { ColorThemeKind, ThemeColor, ThemeIcon, Uri, window, workspace, type ColorTheme } from 'vscode';
import { meaningOf, wasNotRun, type StatusCode, type StatusLook } from '../../judge/known';
import { isPending, type KnownRecord } from '../../records/record';
import { isSample } from '../sampleRecords/isSample';
import { failedToCompile, hasVerdict, shownStatus, showsVerdict } from '../../records/verdict';

/** What stands before the row of a record: its verdict, or how it ended without one. */
export function recordIcon(record: KnownRecord): ThemeIcon | Uri {
  if (failedToCompile(record)) return verdictIcon('compileError');
  switch (record.state.kind) {
    case 'waiting':
      return verdictIcon('pending');
    case 'judging':
      if (!showsVerdict(record)) return verdictIcon('pending', !isSample(record));
      break;
    case 'failed':
    case 'expired':
    case 'stopped':
    case 'newer':
      if (!hasVerdict(record)) return new ThemeIcon('circle-slash');
      break;
    case 'finished':
    case 'settled':
      break;
  }
  return statusIcon(shownStatus(record), record);
}

/** It turns only while somebody asks. */
export function statusIcon(status: StatusCode | null, record: KnownRecord): ThemeIcon | Uri {
  const { rules } = record;
  const meaning = meaningOf(rules.statuses, status);
  if (meaning && wasNotRun(meaning)) return new ThemeIcon('circle-slash');
  const turns = meaning?.running === true && isPending(record);
  return verdictIcon(meaning?.look ?? null, turns && !isSample(record));
}

/** Shape and color of a verdict. The word always stands beside it: neither is ever the only sign. */
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

/** Somebody who has chosen another color gets that one. */
function drawings(): Drawn {
  const own = JSON.stringify(workspace.getConfiguration('workbench').get('colorCustomizations') ?? {});
  const kept = Object.entries(outlined).filter(([look]) => !own.includes(`"judgeResults.${look}"`));
  return Object.fromEntries(
    kept.map(([look, svg]) => [look, Uri.parse(`data:image/svg+xml;base64,${btoa(svg)}`)]),
  );
}

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
