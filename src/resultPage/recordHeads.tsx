import type { Post } from './messages';
import type { Dispatch } from './pageState';
import { RecordCard } from './recordCard';
import type { PageContent } from './pageContent';
import { skipUnchanged } from './skipUnchanged';
import { VersionChart } from './versionChart';

interface RecordHeadsProps {
  readonly shown: PageContent;
  /** the facts under “More” are shown */
  readonly isMoreOpen: boolean;
  readonly dispatch: Dispatch;
  readonly post: Post;
}

/** Shows the head of the record with the chart of its versions, or the heads of two compared records. */
export const RecordHeads = skipUnchanged((props: RecordHeadsProps) => {
  const { shown, isMoreOpen, dispatch, post } = props;
  const { record, comparison, words } = shown;
  const common = { words, isMoreOpen, dispatch, post };
  if (comparison) {
    return (
      <div key="compared" class="cards">
        <h1 class="for-readers-only">
          {comparison.before.name} – {record.name}
        </h1>
        <RecordCard {...common} head={comparison.before} side="before" role={words.before} />
        <RecordCard {...common} head={record} side="record" role={words.now} />
      </div>
    );
  }
  return (
    <div key="alone" class="cards alone">
      <RecordCard {...common} head={record} side="record" role={null} />
      {record.versions.length > 0 && <VersionChart shown={shown} post={post} />}
    </div>
  );
});
