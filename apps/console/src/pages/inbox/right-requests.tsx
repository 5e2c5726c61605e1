import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import {
  ownRequestsQuery,
  REQUESTS_KEY,
  sendRequest,
  waitingRequestsQuery,
  withdrawRequest,
  type PermissionRequest,
} from '../../api/governance/permission-requests';
import { useMayDecideRights } from '../../api/permissions';
import { ActionButton } from '../../ui/buttons/action-button';
import { EntityName } from '../../ui/entity-name';
import { nameOf } from '../../ui/references';
import { rightOnInWords } from '../../ui/rights';
import { Loaded, Message } from '../../ui/states';
import { Tag } from '../../ui/status';
import type { DataColumn } from '../../ui/tables/data-column';
import { DataTable } from '../../ui/tables/data-table';
import { Pager } from '../../ui/tables/list-table';
import { Moment } from '../../ui/time';
import { RequestActions } from './request-actions';

const ON: DataColumn<PermissionRequest> = {
  label: 'On',
  isName: true,
  cell: ({ resource: { type, fullyQualifiedName, displayName, deleted } }) => (
    <EntityName type={type} fqn={fullyQualifiedName} displayName={displayName} isGone={deleted} />
  ),
};
const RIGHT: DataColumn<PermissionRequest> = {
  label: 'Right to',
  cell: ({ operation }) => <span title={operation}>{rightOnInWords(operation, 'it')}</span>,
};
const REASON: DataColumn<PermissionRequest> = {
  label: 'Reason',
  cell: ({ reason }) => <bdi className="fqn">{reason}</bdi>,
};
const ASKED: DataColumn<PermissionRequest> = {
  label: 'Asked',
  cell: ({ requestedAt }) => <Moment of={requestedAt} />,
};

const WAITING: readonly DataColumn<PermissionRequest>[] = [
  { label: 'Who', cell: ({ requestedBy }) => <bdi>{nameOf(requestedBy)}</bdi> },
  ON,
  RIGHT,
  REASON,
  ASKED,
  { label: 'Decide', cell: (request) => <RequestActions request={request} /> },
];

const TONES = { Open: 'busy', Granted: 'ok', Refused: 'bad', Expired: 'idle' } as const;

const OWN: readonly DataColumn<PermissionRequest>[] = [
  ON,
  RIGHT,
  REASON,
  ASKED,
  { label: 'State', cell: (request) => <State of={request} /> },
  { label: 'Change', cell: (request) => request.status === 'Open' && <Withdraw request={request} /> },
];

/** Requests for rights that the reader may decide, and those that they sent. */
export function RightRequests() {
  return (
    <div className="stack" style={{ gap: 24 }}>
      {useMayDecideRights() && <Waiting />}
      <Own />
    </div>
  );
}

function Waiting() {
  const query = useQuery(waitingRequestsQuery);
  return (
    <section className="stack" aria-labelledby="requests-that-wait">
      <h2 id="requests-that-wait" style={{ margin: 0, fontSize: 17 }}>
        Waits for you
      </h2>
      <Loaded query={query} what="Looking for requests">
        {({ data, paging }) =>
          data.length === 0 ? (
            <p className="dimmed" style={{ margin: 0 }}>
              No request of others is open.
            </p>
          ) : (
            <>
              <DataTable label="Requests that wait for you" columns={WAITING} rows={data} keyOf={({ id }) => id} />
              <Pager total={paging.total} />
            </>
          )
        }
      </Loaded>
    </section>
  );
}

function Own() {
  const { after } = useSearch({ from: '/inside/inbox' });
  const navigate = useNavigate({ from: '/inbox' });
  const query = useQuery(ownRequestsQuery(after));
  const go = (cursor: string | undefined) => void navigate({ search: { section: 'requests', after: cursor } });
  return (
    <section className="stack" aria-labelledby="own-requests">
      <h2 id="own-requests" style={{ margin: 0, fontSize: 17 }}>
        Sent by you
      </h2>
      <Loaded query={query} what="Looking for your requests">
        {({ data, paging }) =>
          data.length === 0 ? (
            <div className="panel">
              <Message icon="lock" title="You asked for no right">
                <p>Where a page does not offer something for lack of a right, ask for it there.</p>
              </Message>
            </div>
          ) : (
            <>
              <DataTable label="Your requests" columns={OWN} rows={data} keyOf={({ id }) => id} />
              <Pager
                total={paging.total}
                more={paging.after === undefined ? undefined : () => go(paging.after)}
                first={after === undefined ? undefined : () => go(undefined)}
              />
            </>
          )
        }
      </Loaded>
    </section>
  );
}

function State({ of: { status, decidedBy, decidedAt, comment, expiresAt } }: { readonly of: PermissionRequest }) {
  return (
    <span className="stack" style={{ gap: 2 }}>
      <Tag tone={TONES[status]}>{status}</Tag>
      {status === 'Open' && (
        <span className="dimmed small">
          until <Moment of={expiresAt} />
        </span>
      )}
      {decidedBy && decidedAt !== undefined && (
        <span className="dimmed small">
          by <bdi>{nameOf(decidedBy)}</bdi>, <Moment of={decidedAt} />
        </span>
      )}
      {comment !== undefined && <bdi className="small fqn">{comment}</bdi>}
    </span>
  );
}

function Withdraw({ request: { id, resource, operation, reason } }: { readonly request: PermissionRequest }) {
  const words = rightOnInWords(operation, nameOf(resource));
  return (
    <ActionButton
      size="compact-md"
      aria-label={`Withdraw the request to ${words}`}
      changes={[REQUESTS_KEY]}
      act={async () => {
        await withdrawRequest(id);
        return {
          text: `The request for the right to ${words} is withdrawn.`,
          undo: () => sendRequest({ type: resource.type, id: resource.id, operation }, reason),
        };
      }}
    >
      Withdraw
    </ActionButton>
  );
}
