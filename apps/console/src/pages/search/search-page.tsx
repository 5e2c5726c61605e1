import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ApiError } from '../../api/service/api-error';
import { HITS_A_PAGE, MOST_HITS, searchQuery, type Found } from '../../api/searches';
import { PageLink, useTitle } from '../../ui/link';
import { Loaded, Message, Notice } from '../../ui/states';
import { Facets } from './facets';
import { HitCard } from './hit-card';
import { LanguageHelp } from './language-help';
import { MalformedQuery } from './malformed-query';

const BAD_REQUEST = 400;

export function SearchPage() {
  const { q = '', page = 1, ...chosen } = useSearch({ from: '/inside/search' });
  const query = useQuery(searchQuery(q, chosen, page));
  const heading = q === '' ? 'Everything in the catalog' : `Results for ${q}`;
  useTitle(heading);
  const isMalformed = query.error instanceof ApiError && query.error.status === BAD_REQUEST;
  return (
    <div className="stack">
      <div className="row row-apart">
        <h1 style={{ margin: 0 }} className="fqn">
          {heading}
        </h1>
        <LanguageHelp />
      </div>
      {isMalformed ? (
        <MalformedQuery query={q} error={query.error as ApiError} />
      ) : (
        <Loaded query={query} what="Searching">
          {(found) => (
            <div className="with-aside">
              <Facets chosen={chosen} facets={found.facets} />
              <Hits found={found} page={page} />
            </div>
          )}
        </Loaded>
      )}
    </div>
  );
}

function Hits({
  found: { hits, total, isLeast, warnings, rewritten },
  page,
}: {
  readonly found: Found;
  readonly page: number;
}) {
  const navigate = useNavigate({ from: '/search' });
  const turn = (next: number) => void navigate({ search: (now) => ({ ...now, page: next === 1 ? undefined : next }) });
  const last = Math.ceil(Math.min(total, MOST_HITS) / HITS_A_PAGE);
  return (
    <div className="stack" style={{ gap: 12 }}>
      <p role="status" className="dimmed" style={{ margin: 0 }}>
        {isLeast && 'More than '}
        {total === 1 ? '1 hit' : `${total} hits`}
      </p>
      {rewritten !== undefined && (
        <Notice tone="busy" icon="info">
          <p>
            Nothing is called that. These were found by <span className="mono">{rewritten}</span>.
          </p>
        </Notice>
      )}
      {warnings.map(({ field, message }) => (
        <Notice key={`${field} ${message}`} tone="part" icon="warning">
          <p>{message}</p>
        </Notice>
      ))}
      {hits.length === 0 && (
        <div className="panel">
          <Message icon="search" title="Nothing matches">
            <p>Try a part of the name, a word of the description, or fewer filters.</p>
            <PageLink to="/search" search={{}}>
              Show everything
            </PageLink>
          </Message>
        </div>
      )}
      {hits.map((hit) => (
        <HitCard key={hit.document.id} hit={hit} />
      ))}
      {last > 1 && (
        <div className="row">
          <Button variant="default" disabled={page <= 1} onClick={() => turn(page - 1)}>
            Previous
          </Button>
          <span className="dimmed small">
            Page {page} of {last}
          </span>
          <Button variant="default" disabled={page >= last} onClick={() => turn(page + 1)}>
            Next
          </Button>
        </div>
      )}
    </div>
  );
}
