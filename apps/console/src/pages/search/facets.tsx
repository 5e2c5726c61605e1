import { Checkbox } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { typeLabel } from '../../api/entity-types';
import { FACETS, type Bucket, type Chosen, type Facet } from '../../api/searches';
import { lookOf } from '../../ui/status';

interface FacetsProps {
  readonly chosen: Chosen;
  readonly facets: Readonly<Record<string, readonly Bucket[]>>;
}

/** Values that narrow the hits, each with the number that it would leave. */
export function Facets({ chosen, facets }: FacetsProps) {
  const navigate = useNavigate({ from: '/search' });
  const toggle = (facet: Facet, value: string, isChosen: boolean) =>
    void navigate({
      search: (now) => {
        const rest = (now[facet] ?? []).filter((one) => one !== value);
        const next = isChosen ? [...rest, value] : rest;
        return { ...now, page: undefined, [facet]: next.length ? next : undefined };
      },
    });
  return (
    <aside aria-label="Narrow the hits" className="stack">
      {(Object.keys(FACETS) as Facet[]).map((facet) => (
        <FacetGroup
          key={facet}
          facet={facet}
          buckets={withChosen(facets[facet] ?? [], chosen[facet] ?? [])}
          chosen={chosen[facet] ?? []}
          toggle={toggle}
        />
      ))}
    </aside>
  );
}

interface GroupProps {
  readonly facet: Facet;
  readonly buckets: readonly Bucket[];
  readonly chosen: readonly string[];
  readonly toggle: (facet: Facet, value: string, isChosen: boolean) => void;
}

function FacetGroup({ facet, buckets, chosen, toggle }: GroupProps) {
  if (buckets.length === 0) return null;
  return (
    <fieldset style={{ border: 0, padding: 0, margin: 0, minWidth: 0 }}>
      <legend className="dimmed small" style={{ fontWeight: 600, padding: 0, marginBottom: 8 }}>
        {FACETS[facet].label}
      </legend>
      <div className="stack" style={{ gap: 7 }}>
        {buckets.map(({ key, label = key, doc_count: count }) => (
          <Checkbox
            key={key}
            size="sm"
            label={
              <span className="fqn">
                {labelOf(facet, key, label)} <span className="dimmed small">{count}</span>
              </span>
            }
            checked={chosen.includes(key)}
            onChange={({ currentTarget }) => toggle(facet, key, currentTarget.checked)}
          />
        ))}
      </div>
    </fieldset>
  );
}

/** A chosen value that leaves nothing has no bucket, and has to be taken back all the same. */
function withChosen(buckets: readonly Bucket[], chosen: readonly string[]): Bucket[] {
  const missing = chosen.filter((value) => !buckets.some(({ key }) => key === value));
  return [...buckets, ...missing.map((key) => ({ key, doc_count: 0 }))];
}

function labelOf(facet: Facet, value: string, written: string): string {
  if (facet === 'type') return typeLabel(value);
  return facet === 'contract' ? lookOf(value).label : written;
}
