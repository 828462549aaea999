// Transcripts: files with many short inputs, each followed by its output. See test/fixtures/compiler/README.md.
import { escaped, unescaped } from './printed';

export interface Input {
  /** with the lines before it */
  readonly text: string;
  /** a line of the editor in which the diagnostics are marked; undefined if the transcript has none */
  readonly editorLine: string | undefined;
}

export interface Section {
  readonly title: string;
  /** lines between the title and the first input, as in the file */
  readonly remarks: readonly string[];
  /** lines before each input, each with a line feed; their own output is left out */
  readonly before: string;
  readonly inputs: readonly Input[];
  /** the whole section as in the file */
  readonly text: string;
}

const noLineFeed = '\\ no line feed at the end';

/** Parses a transcript. Each section begins with `# title`. */
export function readTranscript(file: string): Section[] {
  return file
    .split(/^(?=# )/m)
    .filter((text) => text.startsWith('# '))
    .map(readSection);
}

function readSection(text: string): Section {
  const [head = '', ...lines] = text.split('\n');
  const firstInput = lines.findIndex(isInput);
  const introduction = lines.slice(0, firstInput).filter((line) => line !== '');
  const before = introduction
    .filter((line) => line.startsWith(': '))
    .map((line) => `${unescaped(line.slice(2))}\n`)
    .join('');
  return {
    title: head.slice(2),
    remarks: introduction.filter((line) => !line.startsWith(': ')),
    before,
    inputs: readInputs(before, lines.slice(firstInput)),
    text,
  };
}

function isInput(line: string): boolean {
  return line.startsWith('>');
}

function readInputs(before: string, lines: readonly string[]): Input[] {
  const inputs: Input[] = [];
  for (let at = 0; at < lines.length;) {
    const own: string[] = [];
    for (; isInput(lines[at] ?? ''); at++) own.push((lines[at] ?? '').slice(2));
    const isCut = lines[at] === noLineFeed;
    if (isCut) at++;
    const editorLine = lines[at]?.startsWith('| ') ? unescaped(lines[at]?.slice(2) ?? '') : undefined;
    inputs.push({ text: before + unescaped(own.join('\n') + (isCut ? '' : '\n')), editorLine });
    while (at < lines.length && !isInput(lines[at] ?? '')) at++;
  }
  return inputs;
}

/** Returns the text of a section with the given output of each input. */
export function printSection(section: Omit<Section, 'text'>, print: (input: Input) => string): string {
  const { title, remarks, before, inputs } = section;
  const known = before === '' ? '' : print({ text: before, editorLine: undefined });
  const blocks = inputs.map((input) => {
    const lines = escaped(input.text.slice(before.length)).split('\n');
    const isCut = lines.at(-1) !== '';
    if (!isCut) lines.pop();
    const marks = [
      ...(isCut ? [noLineFeed] : []),
      ...(input.editorLine === undefined ? [] : [`| ${escaped(input.editorLine)}`]),
    ];
    const shown = [...lines.map((line) => (line === '' ? '>' : `> ${line}`)), ...marks, ''].join('\n');
    const output = print(input);
    const own = output.startsWith(known) ? output.slice(known.length) || 'nothing\n' : output;
    return { text: shown + own, isLong: lines.length > 1 };
  });
  const body = blocks.map(
    ({ text, isLong }, i) => (i > 0 && (isLong || blocks[i - 1]?.isLong) ? '\n' : '') + text,
  );
  const above = before.split('\n').slice(0, -1);
  const introduction = [...remarks, ...above.map((line) => `: ${escaped(line)}`)];
  return `# ${title}\n${introduction.map((line) => `${line}\n`).join('')}\n${body.join('')}\n`;
}
