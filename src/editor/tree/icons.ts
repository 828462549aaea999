import { ThemeColor, ThemeIcon } from 'vscode';
import type { StatusLook } from '../../judge/known';

/** Shape and colour of a verdict. The word always stands beside it: neither is ever the only sign. */
export function verdictIcon(look: StatusLook | null, running = false): ThemeIcon {
  if (look === null) return new ThemeIcon('circle-outline');
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
