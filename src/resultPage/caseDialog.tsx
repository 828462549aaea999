import type { Dialog, DialogTurn } from '../results';
import type { Words } from './messages';

interface CaseDialogProps {
  readonly dialog: Dialog;
  readonly words: Words;
}

/** Shows what the interactor and the program wrote, each in a column of its own, one row after the other. */
export function CaseDialog({ dialog: { start, end }, words }: CaseDialogProps) {
  const { program, interactor } = words.dialogFrom;
  return (
    <div class="dialog" tabIndex={0} role="region" aria-label={`${interactor}, ${program}`}>
      <table>
        <thead>
          <tr>
            <th scope="col">{interactor}</th>
            <th scope="col">{program}</th>
          </tr>
        </thead>
        <tbody>
          <Turns turns={start} words={words} />
          {end.length > 0 && (
            <tr>
              <td colSpan={2}>…</td>
            </tr>
          )}
          <Turns turns={end} words={words} />
          {start.length === 0 && (
            <tr>
              <td colSpan={2}>
                <i>{words.emptyOutput}</i>
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  );
}

function Turns({ turns, words }: { readonly turns: readonly DialogTurn[]; readonly words: Words }) {
  return turns.map(({ from, text }, index) => {
    const written = <td class="output">{text === '' ? <i>{words.emptyOutput}</i> : text}</td>;
    return (
      <tr key={index}>
        {from === 'interactor' && written}
        <td />
        {from === 'program' && written}
      </tr>
    );
  });
}
