import type { CaseView } from './caseView';
import type { Words } from './messages';
import { nameAfterCode } from './strings';

interface CaseVerdictProps {
  readonly view: CaseView;
  readonly words: Words;
}

/** Shows `WA Wrong Answer`, with a colored code. */
export function CaseVerdict({ view, words }: CaseVerdictProps) {
  if (view.verdict === '') return <span class="none">{words.noVerdict}</span>;
  const name = nameAfterCode(view.verdict, view.code);
  return (
    <>
      <CodePill view={view} />{' '}
      <span class="verdict-name" title={name}>
        {name}
      </span>
    </>
  );
}

/** Shows the verdict in a narrow column, with the name below the code. */
export function NarrowCaseVerdict({ view, words }: CaseVerdictProps) {
  const name = nameAfterCode(view.verdict, view.code);
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
