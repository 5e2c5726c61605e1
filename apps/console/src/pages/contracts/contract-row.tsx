import { Checkbox } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import type { Contract } from '../../api/contracts';
import { EntityLink, PageLink } from '../../ui/link';
import { Owners, Tags } from '../../ui/references';
import { EntityStatus, Status } from '../../ui/status';
import { Time } from '../../ui/time';

interface RowProps {
  readonly contract: Contract;
  /** withheld: it may be made of other rows alone. */
  readonly choice: 'none' | 'offered' | 'withheld';
  readonly isChosen: boolean;
  readonly choose: (isChosen: boolean) => void;
}

/** A name that breaks into lines at its dots, rather than anywhere. */
function brokenAtDots(fqn: string): ReactNode[] {
  return fqn.split('.').map((part, at) => (
    <Fragment key={at}>
      {at > 0 && (
        <>
          .<wbr />
        </>
      )}
      {part}
    </Fragment>
  ));
}

export function ContractRow({ contract, choice, isChosen, choose }: RowProps) {
  const {
    name,
    displayName,
    fullyQualifiedName: fqn = '',
    entity,
    latestResult,
    entityStatus,
    owners,
    tags,
  } = contract;
  const asset = entity?.fullyQualifiedName ?? '';
  return (
    <tr>
      {choice !== 'none' && (
        <td className="lone-checkbox">
          {choice === 'offered' && (
            <Checkbox
              aria-label={`Choose ${displayName ?? name}`}
              checked={isChosen}
              onChange={({ currentTarget }) => choose(currentTarget.checked)}
            />
          )}
        </td>
      )}
      <td style={{ minWidth: 210 }}>
        <PageLink to="/contract" search={{ fqn }} className="strong">
          {displayName ?? name}
        </PageLink>
        <div className="small fqn">
          <EntityLink type={entity?.type ?? 'table'} fqn={asset}>
            {brokenAtDots(asset)}
          </EntityLink>
        </div>
        {tags && tags.length > 0 && (
          <div className="row" style={{ marginTop: 4 }}>
            <Tags of={tags} />
          </div>
        )}
      </td>
      <td>
        <Status of={latestResult?.status} />
      </td>
      <td style={{ minWidth: 180, maxWidth: 420 }}>
        <span className="small">{firstSentence(latestResult?.message)}</span>
      </td>
      <td className="small" style={{ whiteSpace: 'nowrap' }}>
        {latestResult ? <Time of={latestResult.timestamp} /> : <span className="dimmed">never</span>}
      </td>
      <td>
        <EntityStatus of={entityStatus} />
      </td>
      <td>
        <Owners of={owners} none="–" isShort />
      </td>
    </tr>
  );
}

/** The message of a result begins with what failed; the reasons behind it are on the page of the contract. */
function firstSentence(message = ''): string {
  const end = message.search(/\.(\s|$)/);
  return end < 0 ? message : message.slice(0, end + 1);
}
