import { Autocomplete, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { auditQuery, saveAudit, type AuditFilter } from '../../api/administration';
import { ENTITY_TYPES } from '../../api/entity-types';
import { OUTCOMES, type Outcome } from '../../search-parameters';
import { ActionButton } from '../../ui/buttons/action-button';
import { ListTable } from '../../ui/tables/list-table';
import { NameFilter } from '../../ui/fields/name-filter';
import { Loaded } from '../../ui/states';
import { lookOf, Tag } from '../../ui/status';
import { unquoted } from '../../ui/text/fqn-parts';
import { Moment } from '../../ui/time';
import { inWords } from '../../ui/changes/value-words';

/** Types whose entities the filter completes; what is gone is typed. */
const ALL_TYPES = Object.keys(ENTITY_TYPES);

/** Two results of one contract stand close together where a change of the schema and a person each asked for a run. */
function ResultNote({
  of,
}: {
  readonly of: { readonly status?: string; readonly previousStatus?: string } | undefined;
}) {
  if (of?.status === undefined) return null;
  const { status, previousStatus } = of;
  return (
    <span className="dimmed small">
      {lookOf(status).label}
      {previousStatus !== undefined &&
        (previousStatus === status ? ', as before' : `, was ${lookOf(previousStatus).label}`)}
    </span>
  );
}

/** Records of who did what from where, and who was refused; for administrators, and for who may read the audit. */
export function Audit() {
  const { outcome, user, day, until, object, operation: done, after } = useSearch({ from: '/inside/administration' });
  const navigate = useNavigate({ from: '/administration' });
  const filter: AuditFilter = { outcome, user, day, until, object, operation: done };
  const query = useQuery(auditQuery(filter, after));
  const go = (more: AuditFilter & { readonly after?: string | undefined }) =>
    void navigate({ search: { section: 'audit', ...filter, ...more } });
  return (
    <div className="stack">
      <div className="row" style={{ alignItems: 'flex-end' }}>
        <Select
          label="Outcome"
          w={200}
          placeholder="all"
          clearable
          data={[...OUTCOMES]}
          value={outcome ?? null}
          onChange={(next) => go({ outcome: (next ?? undefined) as Outcome | undefined })}
        />
        <NameFilter label="Person" types={['user']} value={user} set={(fqn) => go({ user: fqn && unquoted(fqn) })} />
        <TextInput
          label="Day"
          type="date"
          value={day ?? ''}
          onChange={({ currentTarget: { value } }) => go({ day: value || undefined })}
        />
        <TextInput
          label="Last day"
          type="date"
          {...(day !== undefined && { min: day })}
          value={until ?? ''}
          onChange={({ currentTarget: { value } }) => go({ until: value || undefined })}
        />
        <NameFilter label="Object" types={ALL_TYPES} value={object} set={(fqn) => go({ object: fqn || undefined })} />
        <Autocomplete
          label="Operation"
          placeholder="Any"
          clearable
          // Others are typed: the page has those of its records.
          data={[...new Set(query.data?.data.map(({ operation }) => operation) ?? [])]}
          defaultValue={done ?? ''}
          onOptionSubmit={(value) => go({ operation: value })}
          onChange={(value) => value === '' && go({ operation: undefined })}
          onKeyDown={({ key, currentTarget: { value } }) =>
            key === 'Enter' && go({ operation: value.trim() || undefined })
          }
        />
        <ActionButton
          changes={[]}
          act={async () => {
            await saveAudit(filter);
            return { text: 'The audit is saved as CSV.' };
          }}
        >
          Export CSV
        </ActionButton>
      </div>
      <Loaded query={query}>
        {({ data, paging }) => (
          <ListTable
            head={['When', 'Who', 'What', 'On', 'From']}
            none="Nothing is recorded"
            rows={data.map(({ timestamp, userName, outcome: result, operation, count, reason, ...record }) => [
              <span key="when" style={{ whiteSpace: 'nowrap' }}>
                <Moment of={timestamp} />
              </span>,
              <strong key="who">{userName}</strong>,
              <span key="what" className="row">
                <span className="nowrap">{inWords(operation)}</span>
                {result === 'refused' && <Tag tone="bad">refused{count && count > 1 ? ` ${count} times` : ''}</Tag>}
                {reason && <span className="dimmed small">{reason}</span>}
                <ResultNote of={record.result} />
              </span>,
              <span key="on">
                {inWords(record.entityType)} <span className="mono fqn">{record.entityFullyQualifiedName}</span>
              </span>,
              <span key="from" className={record.address ? 'mono' : 'dimmed small'} style={{ whiteSpace: 'nowrap' }}>
                {record.address ?? 'the service'}
              </span>,
            ])}
            more={paging.after === undefined ? undefined : () => go({ after: paging.after })}
            first={after === undefined ? undefined : () => go({})}
          />
        )}
      </Loaded>
    </div>
  );
}
