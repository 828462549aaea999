import type { Omission, VerdictStyle } from '../results';
import type { OutputsView, Words } from './messages';
import { commonStartAndEnd, type CommonStartAndEnd } from './commonStartAndEnd';

export function Input({ input, words }: { readonly input: string | null; readonly words: Words }) {
  if (input === null) return null;
  return (
    <>
      <h3>{words.input}</h3>
      <p class="output">{input === '' ? <i>{words.emptyOutput}</i> : input}</p>
    </>
  );
}

export function ErrorOutput({ text, words }: { readonly text: string | null; readonly words: Words }) {
  if (text === null) return null;
  return (
    <>
      <h3>{words.errorOutput}</h3>
      <p class="output">{text}</p>
    </>
  );
}

interface OutputPairProps {
  readonly outputs: OutputsView;
  readonly style: VerdictStyle | null;
  readonly words: Words;
}

/** Shows the expected and actual output next to each other. Marks the part that differs. */
export function OutputPair({ outputs, style, words }: OutputPairProps) {
  const { expected, found, omitted = {} } = outputs;
  const same = commonStartAndEnd(expected, found);
  return (
    <div class="outputs" data-style={style ?? 'none'}>
      <Output name={words.expected} text={expected} same={same} omission={omitted.expected} words={words} />
      <Output name={words.found} text={found} same={same} omission={omitted.actual} words={words} />
    </div>
  );
}

interface OutputProps {
  readonly name: string;
  readonly text: string;
  /** the parts that both outputs have in common */
  readonly same: CommonStartAndEnd;
  /** the reason why the judge doesn’t send the output; undefined: the judge sends it */
  readonly omission: Omission | undefined;
  readonly words: Words;
}

function Output({ name, text, same, omission, words }: OutputProps) {
  const instead = omission ? words.omittedOutput[omission] : text === '' ? words.emptyOutput : null;
  return (
    <div>
      <h3>{name}</h3>
      <p class="output">{instead === null ? <Marked text={text} same={same} /> : <i>{instead}</i>}</p>
    </div>
  );
}

function Marked({ text, same }: { readonly text: string; readonly same: CommonStartAndEnd }) {
  const end = text.length - same.end;
  const differs = text.slice(same.start, end);
  return (
    <>
      {text.slice(0, same.start)}
      {differs !== '' && <mark>{differs}</mark>}
      {text.slice(end)}
    </>
  );
}
