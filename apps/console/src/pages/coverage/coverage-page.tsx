import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { assetQuery } from '../../api/assets';
import { groupsQuery, trendQuery, type Scope } from '../../api/coverage';
import { namesQuery, SERVICE_TYPES } from '../../api/names';
import type { Coverage } from '../../api/overview';
import { ApiError } from '../../api/service/api-error';
import { CoverageTable } from '../../ui/tables/coverage-table';
import { PageLink, useTitle } from '../../ui/link';
import { Failure, Loaded } from '../../ui/states';
import { CoveredAssets } from './covered-assets';
import { VerdictTrend } from './verdict-trend';

/** Whether there is such a domain or service: one without assets is not among the sums. */
function useIsMissing({ domain, service }: Scope): boolean {
  const ofDomain = useQuery({ ...assetQuery('domain', domain ?? ''), enabled: domain !== undefined });
  const ofService = useQuery({ ...namesQuery(SERVICE_TYPES, service ?? ''), enabled: service !== undefined });
  if (domain !== undefined) return ofDomain.error instanceof ApiError && ofDomain.error.isMissing;
  return service !== undefined && ofService.data?.some(({ fqn }) => fqn === service) === false;
}

/** For those who answer for a domain: which of its assets have a contract, how many of these pass, and the trend. */
export function CoveragePage() {
  const { domain, service } = useSearch({ from: '/inside/coverage' });
  const of = domain ?? service;
  const heading = of === undefined ? 'Coverage' : `Coverage of ${of}`;
  useTitle(heading);
  const isMissing = useIsMissing({ domain, service });
  const trend = useQuery({ ...trendQuery({ domain, service }), enabled: !isMissing });
  if (isMissing) {
    return (
      <div className="stack">
        <h1 className="fqn page-title">{heading}</h1>
        <Failure error={ApiError.of(404, undefined)} />
      </div>
    );
  }
  return (
    <div className="stack" style={{ gap: 26 }}>
      <header>
        {of !== undefined && (
          <nav aria-label="Breadcrumb" className="small">
            <PageLink to="/coverage" search={{}}>
              Coverage
            </PageLink>
          </nav>
        )}
        <h1 style={{ margin: 0 }} className="fqn">
          {heading}
        </h1>
      </header>
      <Figures scope={{ domain, service }} />
      <Loaded query={trend} what="Counting by day">
        {(days) => <VerdictTrend days={days} />}
      </Loaded>
      {of === undefined && <Groups />}
      <CoveredAssets key={of} scope={{ domain, service }} />
    </div>
  );
}

/** Each asset lies in one service: these add up to all. */
function Figures({ scope: { domain, service } }: { readonly scope: Scope }) {
  const query = useQuery(groupsQuery(domain === undefined ? 'service' : 'domain'));
  const of = domain ?? service;
  return (
    <Loaded query={query} what="Counting assets">
      {(groups) => (
        <Sums groups={of === undefined ? groups : groups.filter(({ group }) => group?.fullyQualifiedName === of)} />
      )}
    </Loaded>
  );
}

const FIGURES = [
  ['assets', 'Assets', 'that can have a contract'],
  ['contracts', 'With a contract', 'of their own'],
  ['holding', 'Passing contracts', 'of those that have run'],
  ['failing', 'Failing contracts', 'or with some checks failing'],
] as const;

function Sums({ groups }: { readonly groups: readonly Coverage[] }) {
  return (
    <dl className="cards" style={{ margin: 0 }}>
      {FIGURES.map(([name, label, which]) => (
        <div key={name} className="panel">
          <dt className="dimmed small">{label}</dt>
          <dd className="figure" style={{ margin: 0 }}>
            {groups.reduce((sum, group) => sum + group[name], 0)}
          </dd>
          <dd className="dimmed small" style={{ margin: 0 }}>
            {which}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Groups() {
  const byDomain = useQuery(groupsQuery('domain'));
  const byService = useQuery(groupsQuery('service'));
  return (
    <div className="halves">
      <Loaded query={byDomain}>{(rows) => <CoverageTable title="By domain" facet="domain" rows={rows} />}</Loaded>
      <Loaded query={byService}>{(rows) => <CoverageTable title="By service" facet="service" rows={rows} />}</Loaded>
    </div>
  );
}
