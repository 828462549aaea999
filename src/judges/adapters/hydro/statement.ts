import { jsonIn } from '../../../results';
import type { Statement } from '../../submission';
import { objectOf, textOf, type Raw } from '../shared/jsonValues';
import { MAX_HYDRO_STATEMENT_LENGTH } from '../limits';

/**
 * Reads the statement of a problem page. The statement is Markdown, or JSON with one Markdown text per language.
 * `files`: base URL of the problem's attachments, `query`: query string that they require.
 */
export function statementIn({ pdoc }: Raw, files: string, query: string): Statement {
  const { title, content } = objectOf(pdoc);
  const whole = (textOf(content) ?? '').slice(0, MAX_HYDRO_STATEMENT_LENGTH);
  const named = Object.entries(objectOf(typeof content === 'string' ? jsonIn(whole) : content));
  const ofLanguages = named
    .filter((entry): entry is [string, string] => typeof entry[1] === 'string')
    .slice(0, 20);
  const texts = ofLanguages.length > 0 ? ofLanguages : ([['', whole]] as const);
  const linked = texts.map(([language, text]) => {
    return [language, withAddresses(text.slice(0, MAX_HYDRO_STATEMENT_LENGTH), files, query)] as const;
  });
  return { title: textOf(title), texts: Object.fromEntries(linked) };
}

/** Replaces links to attachments, which have the form `file://name`, with URLs. */
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
