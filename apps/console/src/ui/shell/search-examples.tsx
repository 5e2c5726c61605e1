import { Dialog } from '../dialogs/dialog';
import { PageLink } from '../link';

const EXAMPLES: readonly (readonly [query: string, meaning: string])[] = [
  ['order', 'names and descriptions with this word, or a part of a name'],
  ['"tax included"', 'these words, one behind the other'],
  ['ordrs~1', 'a word with one character wrong'],
  ['column:email', 'assets with such a column'],
  ['contract.latestStatus:Failed', 'assets whose contract failed, and that contract'],
  ['owner:commerce AND column:order_id', 'both'],
  ['cust* NOT deleted', 'begins like this, without that'],
  ['updatedAt:[2026-01-01 TO *]', 'changed since then'],
];

interface ExamplesProps {
  /** Called when one is followed. */
  readonly leave: () => void;
}

/** The language of the box, by examples; each is a search. */
export function SearchExamples({ leave }: ExamplesProps) {
  return (
    <dl className="stack small" style={{ gap: 8, margin: 0 }}>
      {EXAMPLES.map(([query, meaning]) => (
        <div key={query}>
          <dt className="mono">
            <PageLink to="/search" search={{ q: query }} onClick={leave}>
              {query}
            </PageLink>
          </dt>
          <dd className="dimmed" style={{ margin: 0 }}>
            {meaning}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** How to search, from the box that is on every page. */
export function SearchHelp({ close }: { readonly close: () => void }) {
  return (
    <Dialog opened onClose={close} title="How to search">
      <SearchExamples leave={close} />
    </Dialog>
  );
}
