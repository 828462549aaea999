import { StringDecoder } from 'node:string_decoder';
import type { Dialog, DialogTurn } from '../../results';
import { MAX_DIALOG_LENGTH, MAX_DIALOG_TURNS } from '../limits';

/** Records what a program and its interactor write. Keeps the first and the last turns of a long dialog. */
export class DialogRecorder {
  private readonly decoders = { program: new StringDecoder('utf8'), interactor: new StringDecoder('utf8') };
  private readonly start: DialogTurn[] = [];
  private readonly end: DialogTurn[] = [];
  private startLength = 0;
  private isStartFull = false;
  private isMiddleMissing = false;

  /** Adds output of one of them. Bytes that aren't UTF-8 become U+FFFD. */
  add(from: DialogTurn['from'], bytes: Buffer): void {
    const text = this.decoders[from].write(bytes);
    const rest = this.isStartFull ? text : this.addToStart({ from, text });
    if (rest !== '') this.addToEnd({ from, text: rest });
  }

  /** Returns the dialog so far. */
  recorded(): Dialog {
    // nothing is missing between the two parts
    if (!this.isMiddleMissing) return { start: joined([...this.start, ...this.end]), end: [] };
    return { start: joined(this.start), end: joined(this.end) };
  }

  /** Returns the part of the text that exceeds the limits. */
  private addToStart({ from, text }: DialogTurn): string {
    const isNewTurn = this.start.at(-1)?.from !== from;
    const room =
      isNewTurn && this.start.length === MAX_DIALOG_TURNS ? 0 : MAX_DIALOG_LENGTH - this.startLength;
    append(this.start, { from, text: text.slice(0, room) });
    this.startLength += Math.min(text.length, room);
    this.isStartFull = text.length > room;
    return text.slice(room);
  }

  private addToEnd(turn: DialogTurn): void {
    append(this.end, turn);
    let surplus = this.end.reduce((sum, { text }) => sum + text.length, 0) - MAX_DIALOG_LENGTH;
    while (surplus > 0 || this.end.length > MAX_DIALOG_TURNS) {
      const [first] = this.end;
      if (!first) return;
      this.isMiddleMissing = true;
      if (first.text.length > surplus && this.end.length <= MAX_DIALOG_TURNS)
        this.end[0] = { ...first, text: first.text.slice(surplus) };
      else this.end.shift();
      surplus -= first.text.length;
    }
  }
}

/** Adds a turn, or continues the last one. */
function append(turns: DialogTurn[], { from, text }: DialogTurn): void {
  const last = turns.at(-1);
  if (text === '') return;
  if (last?.from === from) turns[turns.length - 1] = { from, text: last.text + text };
  else turns.push({ from, text });
}

/** Joins neighboring turns of the same process, and replaces halves of characters that were cut. */
function joined(turns: readonly DialogTurn[]): readonly DialogTurn[] {
  const all: DialogTurn[] = [];
  for (const turn of turns) append(all, turn);
  return all.map(({ from, text }) => ({ from, text: text.toWellFormed() }));
}
