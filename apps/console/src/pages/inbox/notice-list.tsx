import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { noticesQuery, type InboxNotice } from '../../api/inbox';
import { EntityName } from '../../ui/entity-name';
import { EntityLink, PageLink } from '../../ui/link';
import { Loaded, Message } from '../../ui/states';
import type { DataColumn } from '../../ui/tables/data-column';
import { DataTable } from '../../ui/tables/data-table';
import { Pager } from '../../ui/tables/list-table';
import { Moment } from '../../ui/time';
import { noticeWords } from '../administration/notice-words';

const COLUMNS: readonly DataColumn<InboxNotice>[] = [
  {
    label: 'Contract',
    isName: true,
    cell: ({ contract: { fullyQualifiedName, displayName, deleted } }) => (
      <EntityName type="dataContract" fqn={fullyQualifiedName} displayName={displayName} isGone={deleted} />
    ),
  },
  { label: 'Notice', cell: (notice) => <NoticeLink of={notice} /> },
  { label: 'As', cell: ({ role }) => role },
  { label: 'When', cell: ({ timestamp }) => <Moment of={timestamp} /> },
  { label: 'Text', cell: ({ text }) => <span className="small fqn">{text}</span> },
];

/** Leads to where it is acted on: the page of the alert, the proposal, else the contract. */
function NoticeLink({ of: { type, contract, proposal, link } }: { readonly of: InboxNotice }) {
  const words = noticeWords(type);
  if (proposal !== undefined)
    return (
      <PageLink to="/proposal" search={{ contract: contract.id, id: proposal }}>
        {words}
      </PageLink>
    );
  if (new URL(link).pathname === '/alert')
    return (
      <PageLink to="/alert" search={{ contract: contract.id }}>
        {words}
      </PageLink>
    );
  return (
    <EntityLink type="dataContract" fqn={contract.fullyQualifiedName}>
      {words}
    </EntityLink>
  );
}

/** The notices of the reader, the newest first. */
export function NoticeList() {
  const { after } = useSearch({ from: '/inside/inbox' });
  const navigate = useNavigate({ from: '/inbox' });
  const query = useQuery(noticesQuery(after));
  const go = (cursor: string | undefined) => void navigate({ search: { section: 'notices', after: cursor } });
  return (
    <Loaded query={query} what="Looking for notices">
      {({ data, paging }) =>
        data.length === 0 ? (
          <div className="panel">
            <Message icon="bell" title="No notices">
              <p>
                What happens to contracts that you own, rely on or follow comes here. Owners are notified of a failure
                where the contract has a consumer or a policy; followers always are.
              </p>
            </Message>
          </div>
        ) : (
          <div className="stack" style={{ gap: 12 }}>
            <DataTable label="Notices" columns={COLUMNS} rows={data} keyOf={({ id }) => id} />
            <Pager
              total={paging.total}
              more={paging.after === undefined ? undefined : () => go(paging.after)}
              first={after === undefined ? undefined : () => go(undefined)}
            />
          </div>
        )
      }
    </Loaded>
  );
}
