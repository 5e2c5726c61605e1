import { Button, CloseButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { assetQuery, contractOfAssetQuery } from '../../api/assets';
import { typeLabel } from '../../api/entity-types';
import type { Side } from '../../api/lineage';
import { EntityName } from '../../ui/entity-name';
import { Fact } from '../../ui/fact';
import { EntityLink, PageLink } from '../../ui/link';
import { Markdown } from '../../ui/markdown';
import { Owners } from '../../ui/references';
import { Loaded } from '../../ui/states';
import { Status } from '../../ui/status';
import { absoluteTime, Lasted } from '../../ui/time';
import { SIDES } from '../lineage-view/known';
import type { Card } from '../lineage-view/visible';

interface CardPanelProps {
  readonly card: Card;
  readonly toggle: (side: Side, card: Card) => void;
  readonly leave: () => void;
}

/** The chosen card: what it is, whose it is, and whether its contract passes. */
export function CardPanel({ card, toggle, leave }: CardPanelProps) {
  const { type = 'table', fullyQualifiedName: fqn, displayName, isCentre, sides } = card;
  const query = useQuery(assetQuery(String(type), fqn));
  return (
    <section className="panel graph-panel stack" aria-label="Chosen card" style={{ gap: 12 }}>
      <div className="row row-apart" style={{ flexWrap: 'nowrap', alignItems: 'start' }}>
        <h2 style={{ minWidth: 0 }}>
          <EntityName type={String(type)} fqn={fqn} displayName={displayName} />
        </h2>
        <CloseButton aria-label="Close the panel" onClick={leave} />
      </div>
      <Loaded query={query}>
        {({ description, owners }) => (
          <>
            <Markdown text={description} />
            <dl className="facts">
              <Fact name="Type">{typeLabel(String(type))}</Fact>
              <Fact name="Owners">
                <Owners of={owners} />
              </Fact>
              <ContractFacts fqn={fqn} />
            </dl>
          </>
        )}
      </Loaded>
      <div className="row">
        <PageLink to="/asset" search={{ type: String(type), fqn }} className="label action">
          Open asset
        </PageLink>
        {!isCentre && (
          <PageLink to="/lineage" search={{ type: String(type), fqn }} className="label action">
            Start here
          </PageLink>
        )}
        {SIDES.filter((side) => ['open', 'closed'].includes(sides[side].state)).map((side) => (
          <Button key={side} size="xs" variant="default" onClick={() => toggle(side, card)}>
            {sides[side].state === 'open' ? 'Collapse' : 'Expand'} {side}
          </Button>
        ))}
      </div>
    </section>
  );
}

function ContractFacts({ fqn }: { readonly fqn: string }) {
  const { data } = useQuery(contractOfAssetQuery(fqn));
  if (data === undefined) return null;
  if (data === null) return <Fact name="Contract">No contract yet</Fact>;
  const { latestResult } = data;
  return (
    <>
      <Fact name="Contract">
        <EntityLink type="dataContract" fqn={data.fullyQualifiedName ?? ''}>
          <bdi className="fqn">{data.displayName ?? data.name}</bdi>
        </EntityLink>
      </Fact>
      <Fact name="Status">
        <Status of={latestResult?.status} />
      </Fact>
      {latestResult?.since !== undefined && (
        <Fact name="Since">
          {absoluteTime(latestResult.since)}, for <Lasted since={latestResult.since} />
        </Fact>
      )}
    </>
  );
}
