import type { ReactNode } from 'react';
import type { ReportedGroup } from '../../api/coverage';
import { GROUPED_BY, type GroupedBy } from '../../search-parameters';
import { PageLink } from '../../ui/link';
import { Share } from '../../ui/tables/coverage-table';
import type { DataColumn } from '../../ui/tables/data-column';
import { percentText } from '../../ui/text/percent';
import { lasted } from '../../ui/text/relative-time';

export const GROUP_WORDS: Readonly<Record<GroupedBy, string>> = {
  team: 'Team',
  domain: 'Domain',
  tier: 'Tier',
  service: 'Service',
};

/** The filter of the list of contracts that finds those of a group. */
const FILTERS = { team: 'owner', domain: 'domain', tier: 'tier', service: 'service' } as const satisfies Record<
  GroupedBy,
  string
>;

const nothing = <span className="dimmed">–</span>;
const percent = (value: number | undefined): ReactNode => (value === undefined ? nothing : percentText(value));

const MEASURES: readonly DataColumn<ReportedGroup>[] = [
  {
    label: 'Pass rate',
    cell: ({ passRate }) => percent(passRate),
    sortBy: ({ passRate }) => passRate,
  },
  {
    label: 'With a contract',
    cell: ({ covered, assets }) => (assets === 0 ? nothing : <Share count={covered} of={assets} />),
    sortBy: ({ covered, assets }) => (assets === 0 ? undefined : covered / assets),
  },
  {
    label: 'Failing',
    cell: ({ failing, partial }) => (partial === 0 ? failing : `${failing}, ${partial} partly`),
    sortBy: ({ failing, partial }) => failing + partial,
  },
  {
    label: 'Not judged',
    cell: ({ notJudged }) => notJudged,
    sortBy: ({ notJudged }) => notJudged,
  },
  {
    label: 'SLA met',
    cell: ({ slaMet }) => percent(slaMet),
    sortBy: ({ slaMet }) => slaMet,
  },
  {
    label: 'Budget burning',
    cell: ({ burning, withObjectives }) => (withObjectives === 0 ? nothing : `${burning} of ${withObjectives}`),
    sortBy: ({ burning, withObjectives }) => (withObjectives === 0 ? undefined : burning),
  },
  {
    label: 'Time to recover',
    cell: ({ timeToRecover }) => (timeToRecover === undefined ? nothing : lasted(0, timeToRecover)),
    sortBy: ({ timeToRecover }) => timeToRecover,
  },
];

function columnsBy(by: GroupedBy): readonly DataColumn<ReportedGroup>[] {
  const words = GROUP_WORDS[by];
  return [
    {
      label: words,
      isName: true,
      cell: ({ group }) =>
        group ? (
          <bdi className="fqn">
            <GroupLink by={by} of={group} />
          </bdi>
        ) : (
          <span className="dimmed">No {words.toLowerCase()}</span>
        ),
      sortBy: ({ group }) => group?.name,
    },
    {
      label: 'Contracts',
      // No filter finds what has no owner, domain or tier.
      cell: ({ group, contracts }) =>
        group && contracts > 0 ? (
          <PageLink
            to="/contracts"
            search={{ [FILTERS[by]]: group.fullyQualifiedName }}
            // One digit alone is too small to be pressed.
            style={{ display: 'inline-block', minWidth: 24, lineHeight: '24px' }}
            aria-label={`${contracts} ${contracts === 1 ? 'contract' : 'contracts'} of ${group.name}`}
          >
            {contracts}
          </PageLink>
        ) : (
          contracts
        ),
      sortBy: ({ contracts }) => contracts,
    },
    ...MEASURES,
  ];
}

/** A domain and a service have a page of their own; a team and a tier lead to their contracts. */
function GroupLink({ by, of }: { readonly by: GroupedBy; readonly of: NonNullable<ReportedGroup['group']> }) {
  const fqn = of.fullyQualifiedName;
  return by === 'domain' || by === 'service' ? (
    <PageLink to="/coverage" search={(now) => ({ days: now.days, by: now.by, [by]: fqn })}>
      {of.name}
    </PageLink>
  ) : (
    <PageLink to="/contracts" search={{ [FILTERS[by]]: fqn }}>
      {of.name}
    </PageLink>
  );
}

const COLUMNS = new Map(GROUPED_BY.map((by) => [by, columnsBy(by)] as const));

export const reportColumns = (by: GroupedBy): readonly DataColumn<ReportedGroup>[] => COLUMNS.get(by)!;
