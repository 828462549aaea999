import type { ComponentChildren } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import type { CompileView, Post, Side, Words } from './messages';
import type { Dispatch } from './pageState';
import { fill, joined, punctuation } from './strings';

interface CompilerOutputProps {
  readonly compile: CompileView;
  readonly side: Side;
  readonly words: Words;
  /** `Before` or `Now` if two records are compared; null: the record is shown alone */
  readonly role: string | null;
  /** the user’s choice; null: none. The output is then expanded if the compilation failed */
  readonly wasOpen: boolean | null;
  readonly dispatch: Dispatch;
  readonly post: Post;
}

/** Shows the compiler output. Positions in it are links to the source. */
export function CompilerOutput({ compile, side, words, role, wasOpen, dispatch, post }: CompilerOutputProps) {
  const hasFailed = compile.success === false;
  const [isOpen, setOpen] = useState(wasOpen ?? hasFailed);
  const title = (
    <span class="compile-title" data-failed={hasFailed ? '' : undefined}>
      {joined(punctuation(words).colon, role, compile.title)}
    </span>
  );
  if (compile.text === '') {
    return (
      <div class="compile">
        <p class="compile-empty">{title}</p>
      </div>
    );
  }
  const toggled = (event: Event): void => {
    const details = event.currentTarget;
    // the browser also fires this event for the initial state
    if (!(details instanceof HTMLDetailsElement) || details.open === isOpen) return;
    setOpen(details.open);
    dispatch({ type: 'toggleCompilerOutput', isOpen: details.open });
  };
  return (
    <div class="compile">
      <details open={isOpen} onToggle={toggled}>
        <summary>{title}</summary>
        <pre tabIndex={0} role="region" aria-label={words.compileMessage}>
          <LinkedText compile={compile} side={side} words={words} post={post} />
        </pre>
        <p class="compile-more">
          {compile.cut && `${words.compileMessageCut} `}
          <button type="button" class="link" onClick={() => post({ type: 'openCompileMessage', side })}>
            {words.openCompileMessage}
          </button>
        </p>
      </details>
    </div>
  );
}

type LinkedTextProps = Pick<CompilerOutputProps, 'compile' | 'side' | 'words' | 'post'>;

/** Renders the text again only if it changed: it may be long, with many links. */
function LinkedText({ compile: { text, links }, side, words, post }: LinkedTextProps) {
  return useMemo(() => {
    const parts: ComponentChildren[] = [];
    let from = 0;
    links.forEach(({ start, end }, link) => {
      const position = text.slice(start, end);
      parts.push(
        text.slice(from, start),
        <button
          type="button"
          class="link"
          title={fill(words.openPosition, position)}
          onClick={() => post({ type: 'openPosition', side, link })}
        >
          {position}
        </button>,
      );
      from = end;
    });
    return (
      <>
        {parts}
        {text.slice(from)}
      </>
    );
  }, [text, links.length, words.openPosition]);
}
