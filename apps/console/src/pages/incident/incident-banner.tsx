import { useQuery } from '@tanstack/react-query';
import type { Contract } from '../../api/contracts';
import { openIncidentQuery } from '../../api/governance/incidents';
import { EntityLink } from '../../ui/link';
import { nameOf } from '../../ui/references';
import { Notice } from '../../ui/states';
import { absoluteTime } from '../../ui/time';
import { IncidentActions } from './incident-actions';
import { STATUS_LABELS } from './incident-words';

/** The open incident of a contract: its status, assignee and cause, and the actions that the reader may take; nothing where none is. */
export function IncidentBanner({ contract }: { readonly contract: Contract }) {
  const { data: incident } = useQuery(openIncidentQuery(contract.id ?? ''));
  if (!incident) return null;
  const { status, openedAt, assignee, cause, affected, snoozedUntil, mutedUntil } = incident;
  return (
    <section aria-label="Open incident">
      <Notice tone="bad" icon="warning">
        <div className="stack" style={{ gap: 10 }}>
          <p>
            <strong>Incident, {STATUS_LABELS[status].toLowerCase()}</strong>, opened on {absoluteTime(openedAt)}
            {assignee && (
              <>
                , assigned to <bdi>{nameOf(assignee)}</bdi>
              </>
            )}
            {snoozedUntil !== undefined && `, snoozed until ${absoluteTime(snoozedUntil)}`}
            {mutedUntil !== undefined && `, muted until ${absoluteTime(mutedUntil)}`}.{' '}
            {cause && (
              <>
                It follows from{' '}
                <EntityLink type="dataContract" fqn={cause.contract.fullyQualifiedName}>
                  {nameOf(cause.contract)}
                </EntityLink>
                .
              </>
            )}
            {affected > 0 && `${affected} more follow from it.`}
          </p>
          <IncidentActions incident={incident} />
        </div>
      </Notice>
    </section>
  );
}
