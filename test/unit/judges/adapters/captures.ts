import fs from 'node:fs';
import path from 'node:path';
import type { PlainAnswer } from '../../../../src/judges/adapters/shared/makeResult';

/** Responses of a real service, each under a heading of a file in `test/fixtures/services`. */
class Captures {
  private readonly sections: ReadonlyMap<string, string>;

  constructor(private readonly name: string) {
    const file = path.resolve(import.meta.dirname, '../../../fixtures/services', name);
    const sections = fs.readFileSync(file, 'utf8').split(/^### /m).slice(1);
    this.sections = new Map(
      sections.map((section): [string, string] => {
        const end = section.indexOf('\n');
        return [section.slice(0, end).trim(), section.slice(end)];
      }),
    );
  }

  answer(title: string): PlainAnswer {
    const answer =
      /\n--> (\d{3})[^\n]*\ncontent-type: ([^\n]*)\n(?:(?:set-cookie|location|content-disposition)[^\n]*\n(?: {4}[^\n]*\n)*)*\n([^]*?)\n```/.exec(
        this.section(title),
      );
    if (!answer) throw new Error(`no answer was captured as ${title}`);
    const [, status, contentType = null, text = ''] = answer;
    return { status: Number(status), contentType, text };
  }

  section(title: string): string {
    const text = this.sections.get(title);
    if (text === undefined) throw new Error(`${this.name} has no section ${title}`);
    return text;
  }
}

const hydro = new Captures('hydro-5.0.4.md');

/** Returns a response of a real Hydro by its heading. */
export function captured(title: string): PlainAnswer {
  return hydro.answer(title);
}

/** Returns the frames of a captured socket. */
export function frames(title: string): string[] {
  return [...hydro.section(title).matchAll(/^\+ *\d+ms {2}(\{.*\})$/gm)].map(([, text = '']) => text);
}

const pc2 = new Captures('pc2-9.md');

/** Returns a response of a real PC² by its heading. */
export function capturedFromPc2(title: string): PlainAnswer {
  return pc2.answer(title);
}

const ejudge = new Captures('ejudge-3.14.0.md');

/** Returns a response of a real ejudge by its heading. */
export function capturedFromEjudge(title: string): PlainAnswer {
  return ejudge.answer(title);
}
