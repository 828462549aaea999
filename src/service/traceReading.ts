import { isObject, jsonIn, plainText } from '../judge';
import { asServiceFailed, ServiceFailed } from './failure';
import { replay, type Exchange, type Operation, type RefusalPolicy } from './judgeHttp';
import type { ResultAnswer } from './profiles/answer';

/** One place of the answers, and what became of it. */
export interface TracedPlace {
  /** dotted, with `*` for each item of a list: `data.cases.*.time` */
  readonly place: string;
  /** what stands there, in JSON: the first few that differ */
  readonly sent: readonly string[];
  /** the fields of the result that change with it, by their own places: `judge.score`. Empty: none does. */
  readonly fields: readonly string[];
  /** false: whatever stood there, the result would be the same */
  readonly isRead: boolean;
}

export interface TracedReading {
  readonly result: ResultAnswer | ServiceFailed;
  /** what the result says, by the places of its fields, in JSON; of long lists the first items. Empty: it is none. */
  readonly fields: ReadonlyMap<string, readonly string[]>;
  /** of all answers that are JSON, in their order */
  readonly places: readonly TracedPlace[];
}

/**
 * Reads recorded responses to “the result of this ID”, and finds out which of their places matter: a place is left out if
 * another value in it changes nothing. This works for any type of service, whatever reads the responses.
 */
export async function traceReading(
  judge: RefusalPolicy,
  operation: Operation<ResultAnswer>,
  exchanges: readonly Exchange[],
): Promise<TracedReading> {
  const readAll = (all: readonly Exchange[]) => replay(judge, operation, all).catch(asServiceFailed);
  const short = exchanges.map(withoutBulk);
  const before = outcomeOf(await readAll(short));
  /** the fields that change with a value at that place of a response */
  const fieldsOf = async (
    at: number,
    json: unknown,
    { steps, values }: Place,
  ): Promise<readonly string[]> => {
    const fields = new Set<string>();
    for (const change of changesOf(values)) {
      const text = JSON.stringify(changed(json, steps, change));
      const other = short.map((one, index) => (index === at ? withText(one, text) : one));
      const after = outcomeOf(await readAll(other));
      differences(before, after).forEach((field) => fields.add(field));
    }
    return [...fields];
  };
  const places: TracedPlace[] = [];
  for (const [at, { answer }] of short.entries()) {
    const json = jsonIn(answer.text);
    for (const place of placesIn(json)) {
      const fields = await fieldsOf(at, json, place);
      places.push({
        place: place.steps.map((step) => (step === eachItem ? '*' : plainText(step, 100))).join('.'),
        sent: [...new Set(place.values.map(inShort))].slice(0, 3),
        fields: fields.filter((field) => field !== kind),
        isRead: fields.length > 0,
      });
    }
  }
  const fields = new Map([...before].filter(([field]) => field !== kind));
  return { result: await readAll(exchanges), fields, places };
}

/** A name in an object, or each item of a list. */
type Step = string | typeof eachItem;
const eachItem = Symbol('each item');

interface Place {
  readonly steps: readonly Step[];
  readonly values: unknown[];
}

const mostItems = 20;
const mostPlaces = 300;
const deepest = 16;
const longestText = 2000;

/** Keeps only the first items of lists and the beginnings of texts, because the responses are read many times. */
function withoutBulk(exchange: Exchange): Exchange {
  const json = jsonIn(exchange.answer.text);
  return json === undefined ? exchange : withText(exchange, JSON.stringify(shortened(json, deepest)));
}

function withText({ request, answer }: Exchange, text: string): Exchange {
  return { request, answer: { ...answer, text } };
}

function shortened(value: unknown, levels: number): unknown {
  if (typeof value === 'string') return value.slice(0, longestText).toWellFormed();
  if (typeof value !== 'object' || value === null) return value;
  if (levels === 0) return null;
  if (Array.isArray(value)) return value.slice(0, mostItems).map((item) => shortened(item, levels - 1));
  const entries = Object.entries(value).slice(0, isKeyedList(value) ? mostItems : mostPlaces);
  return Object.fromEntries(entries.map(([name, item]) => [name, shortened(item, levels - 1)]));
}

/** Items by their IDs. */
function isKeyedList(value: object): boolean {
  const names = Object.keys(value);
  return names.length > 0 && names.every((name) => /^\d{1,15}$/.test(name));
}

/** Each place where a text, a number, a flag, null, or an empty list or object stands. */
function placesIn(json: unknown): readonly Place[] {
  const places = new Map<string, Place>();
  const visit = (value: unknown, steps: readonly Step[]): void => {
    const inside = itemsOf(value);
    if (inside.length > 0) {
      for (const [step, item] of inside) visit(item, [...steps, step]);
      return;
    }
    const key = JSON.stringify(steps.map((step) => (step === eachItem ? null : step)));
    const known = places.get(key);
    if (known) known.values.push(value);
    else if (places.size < mostPlaces) places.set(key, { steps, values: [value] });
  };
  if (json !== undefined) visit(json, []);
  return [...places.values()];
}

function itemsOf(value: unknown): readonly (readonly [Step, unknown])[] {
  if (Array.isArray(value)) return value.map((item: unknown) => [eachItem, item]);
  if (!isObject(value)) return [];
  const isList = isKeyedList(value);
  return Object.entries(value).map(([name, item]) => [isList ? eachItem : name, item]);
}

const missing = Symbol('missing');
type Change = (value: unknown) => unknown;

/** Other values for what stands at a place: one of the same kind, one of another, and none. */
function changesOf(values: readonly unknown[]): readonly Change[] {
  const gone: Change = () => missing;
  const toNumber: Change = () => 1;
  const toText: Change = () => 'other';
  const [first] = values.filter((value) => value !== null);
  switch (typeof first) {
    case 'number':
      return [(value) => (typeof value === 'number' ? value + 1 : 1), gone];
    case 'boolean':
      return [(value) => value !== true, gone];
    case 'string':
      return [
        (value) =>
          /^-?\d{1,15}$/.test(String(value)) ? String(Number(value) + 1) : `other ${String(value)}`,
        gone,
      ];
    default:
      return [toNumber, toText, () => true, gone];
  }
}

/** The same JSON with other values at that place. */
function changed(value: unknown, steps: readonly Step[], change: Change): unknown {
  const [step, ...inner] = steps;
  if (step === undefined) return change(value);
  const keep = (item: unknown) => changed(item, inner, change);
  if (Array.isArray(value)) {
    return step === eachItem ? value.map(keep).filter((item) => item !== missing) : value;
  }
  if (!isObject(value)) return value;
  const isMeant = (name: string) => (step === eachItem ? isKeyedList(value) : name === step);
  const entries = Object.entries(value).map(([name, item]) => [name, isMeant(name) ? keep(item) : item]);
  return Object.fromEntries(entries.filter(([, item]) => item !== missing));
}

/** The field of an outcome that says whether it is a result, nothing yet, or which failure. */
const kind = 'kind';

/** Field of a result → what it says. */
type Outcome = ReadonlyMap<string, readonly string[]>;

/** What a reading says, field by field; nothing of what the specification doesn't name. */
function outcomeOf(result: ResultAnswer | ServiceFailed): Outcome {
  // what a failure names beside its place is no reading of it
  if (result instanceof ServiceFailed)
    return new Map([[kind, [JSON.stringify({ ...result.failure, found: null })]]]);
  if (result.kind === 'notReady') return new Map([[kind, [result.kind]]]);
  const { envelope, about } = result;
  return new Map([[kind, [result.kind]], ...leavesOf({ ...envelope, ...envelope.data, data: null, about })]);
}

/** Of what the specification doesn't name, and is kept with a case, what is shown. */
const shownExtras = ['stdin', 'stdout', 'expected', 'stderr', 'template', 'params'];

/** Each field of a value with all that stands there: `judge.subtasks.*.cases.*.time`. */
function leavesOf(value: unknown): ReadonlyMap<string, readonly string[]> {
  const fields = new Map<string, string[]>();
  const visit = (inner: unknown, at: string): void => {
    if (typeof inner !== 'object' || inner === null) {
      const known = fields.get(at);
      if (known) known.push(JSON.stringify(inner));
      else fields.set(at, [JSON.stringify(inner)]);
      return;
    }
    const isList = Array.isArray(inner);
    for (const [name, item] of Object.entries(inner)) {
      const isOnlyKept = at.endsWith('extra') && !shownExtras.includes(name);
      if (!isOnlyKept && item !== undefined) visit(item, at === '' ? name : `${at}.${isList ? '*' : name}`);
    }
  };
  visit(value, '');
  return fields;
}

/** The fields that say something else; one that says nothing before and after is none of them. */
function differences(before: Outcome, after: Outcome): readonly string[] {
  const said = (outcome: Outcome, name: string) =>
    (outcome.get(name) ?? []).every((value) => value === 'null') ? '' : outcome.get(name)?.join('\n');
  const isOther = (name: string) => said(before, name) !== said(after, name);
  return isOther(kind) ? [kind] : [...new Set([...before.keys(), ...after.keys()])].filter(isOther);
}

function inShort(value: unknown): string {
  return plainText(JSON.stringify(value), 60);
}
