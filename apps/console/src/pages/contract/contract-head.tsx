import type { ReactNode } from 'react';
import { BusyButton } from '../../ui/buttons/busy-button';
import type { Contract } from '../../api/contracts';
import { typeLabel } from '../../api/entity-types';
import { useLackedOn, useMayDoTo } from '../../api/permissions';
import { AskForRight } from '../../ui/buttons/ask-for-right';
import { FollowButton } from '../../ui/buttons/follow-button';
import { Icon } from '../../ui/icon';
import { SubscribeButton } from '../../ui/subscribe-button';
import { EntityLink, PageLink } from '../../ui/link';
import { Owners, References, Tags } from '../../ui/references';
import { EntityStatus, Status } from '../../ui/status';
import { Lasted, Time } from '../../ui/time';
import { DeleteContract } from './delete-contract';
import { NextRun } from './schedule';
import type { Run } from '../contract-run/use-run';

/** Rights to a contract by which the page offers more. */
const RIGHTS = ['ValidateContract', 'EditAll', 'Delete'] as const;

export function ContractHead({ contract, run }: { readonly contract: Contract; readonly run: Run }) {
  const { id, name, displayName, entity, entityStatus, latestResult, owners, domains, tags, followers, description } =
    contract;
  const mayValidate = useMayDoTo('dataContract', id, 'ValidateContract');
  const mayEdit = useMayDoTo('dataContract', id, 'EditAll');
  const mayDelete = useMayDoTo('dataContract', id, 'Delete');
  const lacked = useLackedOn('dataContract', id, RIGHTS);
  const asset = entity?.fullyQualifiedName ?? '';
  return (
    <header className="stack" style={{ gap: 12 }}>
      <nav aria-label="Breadcrumb" className="small">
        <PageLink to="/contracts" search={{}}>
          Contracts
        </PageLink>
      </nav>
      <div className="row row-apart">
        <div className="row">
          <h1 style={{ margin: 0 }} className="fqn">
            {displayName ?? name}
          </h1>
          <Status of={latestResult?.status} />
        </div>
        <div className="row">
          {id !== undefined && (
            <FollowButton type="dataContract" id={id} name={displayName ?? name} followers={followers} />
          )}
          <SubscribeButton type="dataContract" fqn={contract.fullyQualifiedName ?? ''} name={displayName ?? name} />
          {mayValidate && (
            <BusyButton leftSection={<Icon name="play" size={16} />} isBusy={run.isRunning} onClick={run.start}>
              Run
            </BusyButton>
          )}
          {mayEdit && (
            <PageLink
              to="/contract"
              search={{ fqn: contract.fullyQualifiedName ?? '', tab: 'yaml', format: 'form', edit: true }}
            >
              Edit
            </PageLink>
          )}
          {mayDelete && <DeleteContract contract={contract} />}
        </div>
      </div>
      {id !== undefined && <AskForRight type="dataContract" id={id} name={displayName ?? name} operations={lacked} />}
      {description && <p style={{ margin: 0, maxWidth: '80ch' }}>{description}</p>}
      <dl className="row" style={{ margin: 0, gap: '8px 28px' }}>
        <Fact label={typeLabel(entity?.type ?? 'asset')}>
          <EntityLink type={entity?.type ?? 'table'} fqn={asset}>
            {asset}
          </EntityLink>
        </Fact>
        <Fact label="Status">
          <EntityStatus of={entityStatus} />
        </Fact>
        <Fact label="Owners">
          <Owners of={owners} />
        </Fact>
        {domains && domains.length > 0 && (
          <Fact label="Domains">
            <References of={domains} />
          </Fact>
        )}
        <Fact label="Last run">
          {latestResult ? <Time of={latestResult.timestamp} /> : <span className="dimmed">never</span>}
        </Fact>
        {latestResult?.since !== undefined && (
          <Fact label="Status for">
            <Lasted since={latestResult.since} />
          </Fact>
        )}
        {id !== undefined && (
          <Fact label="Next run">
            <NextRun id={id} mayChange={mayValidate} />
          </Fact>
        )}
        {tags && tags.length > 0 && (
          <Fact label="Tags">
            <Tags of={tags} />
          </Fact>
        )}
      </dl>
    </header>
  );
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="row" style={{ gap: 8 }}>
      <dt className="dimmed small">{label}</dt>
      <dd className="row" style={{ margin: 0 }}>
        {children}
      </dd>
    </div>
  );
}
