import fs from 'node:fs';
import path from 'node:path';
import type { PlainAnswer } from '../../../../src/service/profiles/reading';

const file = path.resolve(import.meta.dirname, '../../../fixtures/services/hydro-5.0.4.md');
const sections = new Map(
  fs
    .readFileSync(file, 'utf8')
    .split(/^### /m)
    .slice(1)
    .map((section): [string, string] => {
      const end = section.indexOf('\n');
      return [section.slice(0, end).trim(), section.slice(end)];
    }),
);

/** What a real Hydro answered, by the heading under which it was captured. */
export function captured(title: string): PlainAnswer {
  const answer =
    /\n--> (\d{3})[^\n]*\ncontent-type: ([^\n]*)\n(?:(?:set-cookie|location|content-disposition)[^\n]*\n(?: {4}[^\n]*\n)*)*\n([^]*?)\n```/.exec(
      section(title),
    );
  if (!answer) throw new Error(`no answer was captured as ${title}`);
  const [, status, contentType = null, text = ''] = answer;
  return { status: Number(status), contentType, text };
}

/** The frames of a captured socket. */
export function frames(title: string): string[] {
  return [...section(title).matchAll(/^\+ *\d+ms {2}(\{.*\})$/gm)].map(([, text = '']) => text);
}

function section(title: string): string {
  const text = sections.get(title);
  if (text === undefined) throw new Error(`nothing was captured as ${title}`);
  return text;
}
