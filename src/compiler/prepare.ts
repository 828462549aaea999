import { NextOf } from './nextOf';
import { borrowUnits, stringOf, type CodeUnits } from './units';

const escape = 0x1b;
const bell = 0x07;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const backslash = 0x5c;
const openBracket = 0x5b;

/** A message as it is read, and the same as code units: good until the next message is prepared. */
interface Prepared {
  readonly text: string;
  readonly units: CodeUnits;
}

/**
 * The message as people and parsers read it: without terminal escape sequences, with line feeds as the only line
 * ends. Line numbers in diagnostics count the lines of this text. Time is linear.
 */
export function prepareMessage(message: string): string {
  return prepare(message).text;
}

export function prepare(message: string): Prepared {
  const text = message.charCodeAt(0) === 0xfeff ? message.slice(1) : message;
  const escapes = new NextOf(text, '\x1b');
  const returns = new NextOf(text, '\r');
  const units = borrowUnits(text);
  if (escapes.at(0) === Infinity && returns.at(0) === Infinity) return { text, units };
  // a new string from so many pieces costs several times what moving them together in an array does
  let to = 0;
  let from = 0;
  for (;;) {
    const at = Math.min(escapes.at(from), returns.at(from), text.length);
    to = move(units, from, at, to);
    if (at === text.length) break;
    if (units[at] === escape) {
      from = endOfEscape(units, at);
    } else {
      units[to++] = lineFeed;
      from = units[at + 1] === lineFeed ? at + 2 : at + 1;
    }
  }
  const left = units.subarray(0, to);
  return { text: stringOf(left), units: left };
}

/** Moves a piece down; returns where it then ends. */
function move(units: CodeUnits, from: number, end: number, to: number): number {
  const length = end - from;
  if (from !== to && length < 32) for (let i = 0; i < length; i++) units[to + i] = units[from + i] ?? 0;
  else if (from !== to) units.copyWithin(to, from, end);
  return to + length;
}

/**
 * Where a terminal's escape sequence ends: a control sequence (colours), a string up to BEL or `ESC \` (links, titles)
 * or a short one. It matches whatever follows the escape, and none runs over the end of its line: time is linear.
 */
function endOfEscape(units: CodeUnits, start: number): number {
  let at = start + 1;
  const kind = units[at];
  if (kind === openBracket) {
    at = skip(units, at + 1, 0x20, 0x3f);
    return isWithin(units[at], 0x40, 0x7e) ? at + 1 : at;
  }
  // ] P X ^ _
  if (kind === 0x5d || kind === 0x50 || kind === 0x58 || kind === 0x5e || kind === 0x5f) {
    at = endOfString(units, at + 1);
    if (units[at] === bell) return at + 1;
    return units[at] === escape && units[at + 1] === backslash ? at + 2 : at;
  }
  at = skip(units, at, 0x20, 0x2f);
  return isWithin(units[at], 0x30, 0x7e) ? at + 1 : at;
}

function endOfString(units: CodeUnits, from: number): number {
  let at = from;
  for (; at < units.length; at++) {
    const unit = units[at];
    if (unit === bell || unit === escape || unit === lineFeed || unit === carriageReturn) break;
  }
  return at;
}

function skip(units: CodeUnits, from: number, least: number, most: number): number {
  let at = from;
  while (isWithin(units[at], least, most)) at++;
  return at;
}

function isWithin(unit: number | undefined, least: number, most: number): boolean {
  return unit !== undefined && unit >= least && unit <= most;
}
