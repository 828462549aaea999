import fs from 'node:fs';
import path from 'node:path';
import type { PlainAnswer } from '../../../../../src/judges';

/** A response of the site, without the fields that nothing reads. */
export interface Captured {
  /** method and path of the request */
  readonly request: string;
  readonly status: number;
  readonly contentType: string | null;
  readonly body: Readonly<Record<string, unknown>>;
}

const folder = path.join(__dirname, '../../../../fixtures/services/omegaup');

/** Returns the responses of a file, by their names. */
export function capturedIn(file: 'lists' | 'problems' | 'refusals' | 'runs'): ReadonlyMap<string, Captured> {
  const text = fs.readFileSync(path.join(folder, `${file}.json`), 'utf8');
  return new Map(Object.entries(JSON.parse(text) as Record<string, Captured>));
}

export function answerOf({ status, contentType, body }: Captured): PlainAnswer {
  return { status, contentType, text: JSON.stringify(body) };
}
