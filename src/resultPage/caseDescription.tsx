import { wholeDescriptionButton, type CaseIdentity, type CaseResult, type Post, type Side } from './messages';
import { descriptionKey, type PageState } from './pageState';
import type { PageContent } from './pageContent';

interface CaseDescriptionProps {
  readonly shown: PageContent;
  readonly place: CaseIdentity;
  readonly result: CaseResult;
  readonly side: Side;
  readonly title: string;
  /** show the title also above buttons without a description */
  readonly titlesButtons: boolean;
  readonly whole: PageState['whole'];
  readonly post: Post;
}

/** Shows the judge’s description of a case, or the output of the user’s own run. Its buttons follow. */
export function CaseDescription({
  shown,
  place,
  result,
  side,
  title,
  titlesButtons,
  whole,
  post,
}: CaseDescriptionProps) {
  const { words, record } = shown;
  const { description, buttons } = result;
  const isEmptyOutput = description === '' && (record.isOwnRun || result.outputTitle !== undefined);
  if (description === '' && !isEmptyOutput && buttons.length === 0) return null;
  const text = wholeText(result, whole.get(descriptionKey(side, place)));
  return (
    <>
      {(description !== '' || isEmptyOutput || titlesButtons) && <h3>{title}</h3>}
      {isEmptyOutput && (
        <p class="output">
          <i>{words.emptyOutput}</i>
        </p>
      )}
      {description !== '' && <p class="description">{text ?? description}</p>}
      <CaseButtons
        shown={shown}
        place={place}
        result={result}
        side={side}
        isWhole={text !== null}
        post={post}
      />
    </>
  );
}

interface CaseButtonsProps {
  readonly shown: PageContent;
  readonly place: CaseIdentity;
  readonly result: CaseResult;
  readonly side: Side;
  /** the whole description is already shown */
  readonly isWhole: boolean;
  readonly post: Post;
}

/** Shows the buttons of a case, in the order of `ShowMessage.caseButtons`. */
function CaseButtons({ shown, place, result, side, isWhole, post }: CaseButtonsProps) {
  const offered = shown.caseButtons.filter(
    ({ id }) => result.buttons.includes(id) && !(id === wholeDescriptionButton && isWhole),
  );
  return (
    <>
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

/** Returns the whole description if the page received it for this result of the case, or else null. */
function wholeText({ description, isCut }: CaseResult, received: string | undefined): string | null {
  return isCut && received?.startsWith(description.slice(0, -1)) ? received : null;
}
