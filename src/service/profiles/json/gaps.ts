import { plainText } from '../../../judge';
import type { Gap } from '../../question';
import type { PlainAnswer } from '../answer';
import { at, codeAt, itemsAt, namesAround, numberAt, textAt } from '../places';
import { bodyOf } from '../reading';
import type { JsonDescription } from './description';

const numbers = ['score', 'time', 'memory', 'signal', 'exitCode'];

/** The places of a description where an answer to “the result of this ID” has nothing, or nothing that can be used. */
export function gapsIn({ result }: JsonDescription, answer: PlainAnswer): readonly Gap[] {
  const json = bodyOf(answer);
  if (json === undefined) return [];
  const { fields, subtasks, cases } = result;
  const groups = subtasks ? itemsAt(json, subtasks.list) : [json];
  const tests = groups?.flatMap((group) => (cases && itemsAt(group, cases.list)) ?? []);
  return [
    ...gapsOf('result.fields', fields, [json]),
    ...(subtasks ? gapsOf('result.subtasks', { list: subtasks.list }, [json]) : []),
    ...(subtasks ? gapsOf('result.subtasks.fields', subtasks.fields, groups ?? []) : []),
    ...(cases ? gapsOf('result.cases', { list: cases.list }, groups ?? []) : []),
    ...(cases ? gapsOf('result.cases.fields', cases.fields, tests ?? []) : []),
  ];
}

function gapsOf(
  described: string,
  fields: Readonly<Record<string, string | undefined>>,
  wholes: readonly unknown[],
): readonly Gap[] {
  const [first] = wholes;
  if (first === undefined) return [];
  return Object.entries(fields).flatMap(([name, place]): readonly Gap[] => {
    if (place === undefined) return [];
    const sent = wholes.map((whole) => at(whole, place)).filter((value) => value !== undefined);
    const gap = { field: `${described}.${name}`, place: plainText(place, 100) };
    if (sent.length === 0) return [{ ...gap, sent: null, around: namesAround(first, place) }];
    const unusable = sent.filter((value) => value !== null);
    const isUsable = unusable.length === 0 || unusable.some((value) => mayBe(name, value));
    return isUsable ? [] : [{ ...gap, sent: inShort(unusable[0]), around: [] }];
  });
}

/** In JSON; of what holds more, only that it does: it may be of any depth. */
function inShort(value: unknown): string {
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? '[…]' : '{…}';
  return plainText(JSON.stringify(value), 60);
}

function mayBe(name: string, value: unknown): boolean {
  if (name === 'list') return itemsAt(value, '') !== null;
  if (name === 'status') return codeAt(value, '') !== undefined;
  return numbers.includes(name) ? numberAt(value, '') !== null : textAt(value, '') !== null;
}
