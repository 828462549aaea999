import { jsonIn } from '../../../judge';
import type { Statement } from '../../submission';
import { objectOf, textOf, type Raw } from '../values';

/** UTF-16 units that are kept of a text. */
const longest = 1_000_000;

/**
 * The statement in a problem's page. It is Markdown, or JSON that has it by language. `files`: the address below which
 * the site has the problem's attachments, `query`: what it wants to be told with it.
 */
export function statementIn({ pdoc }: Raw, files: string, query: string): Statement {
  const { title, content } = objectOf(pdoc);
  const whole = (textOf(content) ?? '').slice(0, longest);
  const named = Object.entries(objectOf(typeof content === 'string' ? jsonIn(whole) : content));
  const texts = named.filter((entry): entry is [string, string] => typeof entry[1] === 'string').slice(0, 20);
  const linked = (text: string) => withAddresses(text.slice(0, longest), files, query);
  return {
    title: textOf(title),
    texts: Object.fromEntries(
      (texts.length > 0 ? texts : ([['', whole]] as const)).map(([language, text]) => [
        language,
        linked(text),
      ]),
    ),
  };
}

/** Attachments are written as `file://name`. */
function withAddresses(text: string, files: string, query: string): string {
  return text.replace(
    /(\(|=")file:\/\/([^\s()"<>?#]{1,200})/g,
    (_, before: string, name: string) =>
      `${before}${files}/${encodeURIComponent(safelyDecoded(name))}${query}`,
  );
}

function safelyDecoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
