import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Asset } from '../../api/assets';
import { latestEvidenceQuery, type Contract } from '../../api/contracts';
import { EntityLink } from '../../ui/link';
import { Markdown } from '../../ui/markdown';
import { Owners } from '../../ui/references';
import { EntityStatus, IN_FORCE, Status } from '../../ui/status';
import { Lasted, Time } from '../../ui/time';
import { isTier } from '../asset-edit/parts';
import { slaTargets } from '../contract/promise-text';
import { Tier } from './asset-facts';
import { freshAsOf } from './fresh-as-of';

interface UsableProps {
  readonly asset: Asset;
  readonly contract: Contract;
}

/** Whether the asset can be used, at one look: status and since when, how fresh, whom to ask, and under which terms. */
export function Usable({ asset, contract }: UsableProps) {
  const { latestResult, entityStatus = 'Draft' } = contract;
  const tier = (asset.tags ?? []).find(({ tagFQN }) => isTier(tagFQN));
  const targets = slaTargets(contract);
  const sla = targets.map(({ label, value }) => `${label.toLowerCase()} ${value}`).join(', ');
  return (
    <section className="panel stack" style={{ gap: 10, padding: '12px 16px' }} aria-label="Can I use it">
      <div className="row">
        <Status of={latestResult?.status} />
        {latestResult?.since !== undefined && (
          <span className="nowrap">
            for <Lasted since={latestResult.since} />
          </span>
        )}
        {entityStatus !== IN_FORCE && <EntityStatus of={entityStatus} />}
        <EntityLink type="dataContract" fqn={contract.fullyQualifiedName ?? ''}>
          <bdi>{contract.displayName ?? contract.name}</bdi>
        </EntityLink>
      </div>
      {latestResult?.message && <p className="small usable-text">{latestResult.message}</p>}
      <div className="row" style={{ gap: '8px 24px' }}>
        <Said label="Fresh as of">
          <Fresh asset={asset} contract={contract} />
        </Said>
        <Said label="Ask">
          <Owners of={asset.owners?.length ? asset.owners : contract.owners} isShort />
        </Said>
        {tier && (
          <Said label="Tier">
            <Tier of={tier.tagFQN} />
          </Said>
        )}
        {sla !== '' && <Said label="SLA">{sla}</Said>}
      </div>
      <Terms of={contract.termsOfUse} />
    </section>
  );
}

function Said({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <span className="row" style={{ gap: 8 }}>
      <span className="dimmed small">{label}</span> <span>{children}</span>
    </span>
  );
}

/** Evidence of refreshes is asked for only where a run has looked for it. */
function Fresh({ asset, contract: { id = '', sla, latestResult } }: UsableProps) {
  const { data } = useQuery(latestEvidenceQuery(id, sla !== undefined ? latestResult?.resultId : undefined));
  const fresh = freshAsOf(asset, data);
  if (!fresh) return <span className="dimmed">unknown</span>;
  return (
    <>
      <Time of={fresh.at} /> <span className="dimmed small">by {fresh.by}</span>
    </>
  );
}

/** The first line of the terms; whole on a click where there is more. */
function Terms({ of }: { readonly of: Contract['termsOfUse'] }) {
  const text = (typeof of === 'string' ? of : of?.content)?.trim();
  if (!text) return null;
  const [first = '', ...rest] = text.split('\n');
  if (rest.length === 0) return <p className="usable-text">{`Terms: ${first}`}</p>;
  return (
    <details>
      <summary>Terms: {first.replace(/^#+\s*/, '')}</summary>
      <Markdown text={text} />
    </details>
  );
}
