import { wholeDescriptionButton, type CaseIdentity, type CaseResult, type Post, type Side } from './messages';
import type { PageContent } from './pageContent';

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
export function CaseButtons({ shown, place, result, side, isWhole, post }: CaseButtonsProps) {
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
