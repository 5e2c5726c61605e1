import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { assetQuery } from '../../api/assets';
import { groupsQuery, trendQuery, type Scope } from '../../api/coverage';
import { namesQuery, SERVICE_TYPES } from '../../api/names';
import type { Coverage } from '../../api/overview';
import { ApiError } from '../../api/service/api-error';
import { PageLink, useTitle } from '../../ui/link';
import { Failure, Loaded } from '../../ui/states';
import { REPORT_DAYS } from '../../search-parameters';
import { CoveredAssets } from './covered-assets';
import { GroupReport } from './group-report';
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
  const { domain, service, by = 'domain', days = 30 } = useSearch({ from: '/inside/coverage' });
  const of = domain ?? service;
  const heading = of === undefined ? 'Coverage' : `Coverage of ${of}`;
  useTitle(heading);
  const isMissing = useIsMissing({ domain, service });
  const trend = useQuery({ ...trendQuery({ domain, service }, days), enabled: !isMissing });
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
            <PageLink to="/coverage" search={(now) => ({ by: now.by, days: now.days })}>
              Coverage
            </PageLink>
          </nav>
        )}
        <div className="row row-apart">
          <h1 style={{ margin: 0 }} className="fqn">
            {heading}
          </h1>
          <Days value={days} />
        </div>
      </header>
      <Figures scope={{ domain, service }} />
      <Loaded query={trend} what="Counting by day">
        {(counted) => <VerdictTrend days={counted} />}
      </Loaded>
      {of === undefined && <GroupReport by={by} days={days} />}
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

/** Over how many days the page says how contracts went; in its address. */
function Days({ value }: { readonly value: number }) {
  const navigate = useNavigate({ from: '/coverage' });
  return (
    <SegmentedControl
      className="choices"
      aria-label="Days"
      value={String(value)}
      data={REPORT_DAYS.map((days) => ({ value: String(days), label: `${days} days` }))}
      onChange={(chosen) =>
        void navigate({ search: (now) => ({ ...now, days: REPORT_DAYS.find((days) => String(days) === chosen) }) })
      }
    />
  );
}
