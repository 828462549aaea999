import { Fragment } from 'preact';
import type { Fact, Post, RecordHead, Side, Words } from './messages';
import { AgeLabel } from './ageLabel';
import type { Dispatch } from './pageState';

interface RecordFactsProps {
  readonly head: RecordHead;
  readonly side: Side;
  readonly words: Words;
  /** the facts under “More” are shown */
  readonly isMoreOpen: boolean;
  readonly dispatch: Dispatch;
  readonly post: Post;
}

/** Shows file, language, judge and age, links to the judge’s pages, and “More”. */
export function RecordFacts({ head, side, words, isMoreOpen, dispatch, post }: RecordFactsProps) {
  const links = head.actions.filter(({ place }) => place === 'link');
  return (
    <>
      <div class="origin">
        {head.origin.map((fact) => (
          <Fragment key={fact.name}>
            <RecordFact fact={fact} side={side} locale={words.locale} post={post} />{' '}
          </Fragment>
        ))}
        {links.map(({ id, label }) => (
          <Fragment key={id}>
            <button type="button" class="link" onClick={() => post({ type: 'action', action: id })}>
              {label} ↗
            </button>{' '}
          </Fragment>
        ))}
        {head.facts.length > 0 && (
          <button
            type="button"
            class="link"
            aria-expanded={isMoreOpen}
            onClick={() => dispatch({ type: 'toggleFacts', isOpen: !isMoreOpen })}
          >
            {words.more} {isMoreOpen ? '▴' : '▾'}
          </button>
        )}
      </div>
      {head.facts.length > 0 && <MoreFacts facts={head.facts} isOpen={isMoreOpen} />}
    </>
  );
}

interface RecordFactProps {
  readonly fact: Fact;
  readonly side: Side;
  readonly locale: string;
  readonly post: Post;
}

/** Shows the value of a fact, with its name in the tooltip. */
function RecordFact({ fact, side, locale, post }: RecordFactProps) {
  switch (fact.kind) {
    case 'text':
      return <span title={fact.name}>{fact.value}</span>;
    case 'moment':
      return (
        <AgeLabel at={fact.at} value={fact.value} title={`${fact.name}: ${fact.value}`} locale={locale} />
      );
    case 'source':
      return (
        <button
          type="button"
          class="link"
          title={fact.hint}
          onClick={() => post({ type: 'openSource', side })}
        >
          {fact.value}
        </button>
      );
  }
}

function MoreFacts({ facts, isOpen }: { readonly facts: readonly Fact[]; readonly isOpen: boolean }) {
  return (
    <dl class="facts" hidden={!isOpen}>
      {facts.map(({ name, value }) => (
        <Fragment key={name}>
          <dt>{name}</dt> <dd>{value}</dd>{' '}
        </Fragment>
      ))}
    </dl>
  );
}
