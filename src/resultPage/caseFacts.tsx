import { caseFactNames, formatMemory, formatTime, type CaseFactName } from '../results';
import { LimitBar, hasBar } from './limitBar';
import type { CaseView } from './caseView';
import type { RecordHead, Words } from './messages';
import { fill } from './strings';

interface CaseFactsProps {
  readonly view: CaseView;
  readonly head: RecordHead;
  readonly words: Words;
}

/** Shows score, time, memory, signal, and exit code. Omits facts that the judge doesn’t send. */
export function CaseFacts({ view, head, words }: CaseFactsProps) {
  return (
    <dl data-style={view.style ?? 'none'}>
      {caseFactNames
        .filter((name) => view[name] !== '')
        .map((name) => [
          <dt key={`${name}-name`}>{words[name]}</dt>,
          <dd key={name}>
            <Fact name={name} view={view} head={head} words={words} />
          </dd>,
        ])}
    </dl>
  );
}

/** Shows `412 ms of 500 ms`, with a bar if at least half of the limit was used. */
function Fact({ name, view, head, words }: CaseFactsProps & { readonly name: CaseFactName }) {
  const value = view[name];
  const share = name === 'time' ? view.timeShare : name === 'memory' ? view.memoryShare : null;
  if (share === null) return <>{value}</>;
  const text = fill(words.of, value, limitOf(name, head));
  if (!hasBar(share)) return <>{text}</>;
  return (
    <div class="measured">
      <span>{text}</span>
      <LimitBar share={share} />
    </div>
  );
}

function limitOf(name: CaseFactName, { limits, units }: RecordHead): string {
  return name === 'time'
    ? formatTime(limits?.time ?? null, units)
    : formatMemory(limits?.memory ?? null, units);
}
