import type { CaseView } from './caseView';
import type { Words } from './messages';

interface VerdictOfCaseProps {
  readonly view: CaseView;
  readonly words: Words;
}

/** `WA Wrong Answer`, the code in color. */
export function VerdictOfCase({ view, words }: VerdictOfCaseProps) {
  if (view.verdict === '') return <span class="none">{words.noVerdict}</span>;
  const name = verdictName(view);
  return (
    <>
      <CodePill view={view} />{' '}
      <span class="verdict-name" title={name}>
        {name}
      </span>
    </>
  );
}

/** The same in a narrow column: the name is below the code. */
export function NarrowVerdictOfCase({ view, words }: VerdictOfCaseProps) {
  const name = verdictName(view);
  return (
    <div>
      {view.verdict === '' ? <span class="none">{words.noVerdict}</span> : <CodePill view={view} />}
      {view.verdict !== '' && (
        <div>
          <span class="verdict-name" title={name}>
            {name}
          </span>
        </div>
      )}
    </div>
  );
}

function CodePill({ view }: { readonly view: CaseView }) {
  return (
    <span class="pill small" data-style={view.style ?? 'none'}>
      {view.code}
    </span>
  );
}

function verdictName({ verdict, code }: CaseView): string {
  return verdict.startsWith(`${code} `) ? verdict.slice(code.length + 1) : '';
}
