import { wholeDescriptionButton, type CaseIdentity, type CaseResult, type Post, type Side } from './messages';
import { descriptionKey, type PageState } from './pageState';
import type { Shown } from './shown';

interface CaseDescriptionProps {
  readonly shown: Shown;
  readonly place: CaseIdentity;
  readonly result: CaseResult;
  readonly side: Side;
  readonly title: string;
  readonly whole: PageState['whole'];
  readonly post: Post;
}

/** Shows the judge’s description of a case, or the output of the user’s own run. The case’s buttons follow. */
export function CaseDescription({ shown, place, result, side, title, whole, post }: CaseDescriptionProps) {
  const { words, record, caseButtons } = shown;
  const { description, buttons } = result;
  const isEmptyOutput = description === '' && record.isOwnRun;
  if (description === '' && !isEmptyOutput && buttons.length === 0) return null;
  const text = wholeText(result, whole.get(descriptionKey(side, place)));
  const offered = caseButtons.filter(
    ({ id }) => buttons.includes(id) && !(id === wholeDescriptionButton && text !== null),
  );
  return (
    <>
      <h3>{title}</h3>
      {isEmptyOutput && (
        <p class="output">
          <i>{words.emptyOutput}</i>
        </p>
      )}
      {description !== '' && <p class="description">{text ?? description}</p>}
      {offered.map(({ id, label }) => (
        <button
          key={id}
          type="button"
          class="link"
          onClick={() => post({ type: 'caseButton', button: id, side, ...place })}
        >
          {label}
        </button>
      ))}
    </>
  );
}

/** Returns the whole description if the page received it. Null if it belongs to an earlier result of the case. */
function wholeText({ description, isCut }: CaseResult, received: string | undefined): string | null {
  return isCut && received?.startsWith(description.slice(0, -1)) ? received : null;
}
