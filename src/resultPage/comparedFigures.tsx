import type { ComponentChildren } from 'preact';
import { endingNames, figureNames, formatFigure, hasSameUnit, type FigureName } from '../results';
import { caseView, difference } from './caseView';
import type { CaseResult, ChangeKind } from './messages';
import type { PageContent } from './pageContent';
import { NarrowCaseVerdict } from './caseVerdict';

interface ComparedFiguresProps {
  readonly shown: PageContent;
  /** name of the case: `2-1` */
  readonly name: string;
  readonly before: CaseResult;
  readonly now: CaseResult;
  readonly change: ChangeKind;
}

/** Shows the verdict and figures of a case in two records, one column for each. */
export function ComparedFigures({ shown, name, before, now, change }: ComparedFiguresProps) {
  const { words, record } = shown;
  const headBefore = shown.comparison?.before ?? record;
  const viewBefore = caseView(headBefore, name, before);
  const viewNow = caseView(record, name, now);
  const missing = <span class="none">{words.notThere}</span>;
  const step = (figure: FigureName): string => {
    const { units } = record;
    if (!hasSameUnit(figure, headBefore.units, units)) return '';
    return difference(before[figure], now[figure], (value) => formatFigure(figure, value, units));
  };
  return (
    <table>
      <thead>
        <tr>
          <td />
          <th scope="col">{words.before}</th>
          <th scope="col">{words.now}</th>
        </tr>
      </thead>
      <tbody>
        <Row
          name={words.verdict}
          before={change === 'added' ? missing : <NarrowCaseVerdict view={viewBefore} words={words} />}
          now={change === 'removed' ? missing : <NarrowCaseVerdict view={viewNow} words={words} />}
          step=""
        />
        {figureNames.map((figure) => (
          <Row
            key={figure}
            name={words[figure]}
            before={viewBefore[figure]}
            now={viewNow[figure]}
            step={step(figure)}
          />
        ))}
        {endingNames.map((ending) => (
          <Row key={ending} name={words[ending]} before={viewBefore[ending]} now={viewNow[ending]} step="" />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps {
  readonly name: string;
  readonly before: ComponentChildren;
  readonly now: ComponentChildren;
  /** `+12 ms, +40%`; empty: they don't differ, or can't be compared */
  readonly step: string;
}

/** Renders nothing if neither record has a value. */
function Row({ name, before, now, step }: RowProps) {
  if (before === '' && now === '') return null;
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{before}</td>
      <td>
        {now}
        {step !== '' && <span class="step">{step}</span>}
      </td>
    </tr>
  );
}
