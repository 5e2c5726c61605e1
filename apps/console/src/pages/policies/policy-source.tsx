import type { EffectivePolicy } from '../../api/governance/policies';
import { typeLabel } from '../../api/entity-types';
import { EntityLink } from '../../ui/link';

type Source = EffectivePolicy['change']['source'];

/** A scope that the reader may not view is named by its type alone. */
export function PolicySource({ of: { type, fullyQualifiedName, displayName } }: { readonly of: Source }) {
  if (type === 'default') return <span className="dimmed">the default: no policy says otherwise</span>;
  if (type === 'all') return 'the policy for all contracts';
  if (type === 'dataContract') return 'the policy of this contract';
  const label = typeLabel(type).toLowerCase();
  if (fullyQualifiedName === undefined) return `the policy of a ${label}`;
  return (
    <>
      the policy of the {label}{' '}
      <EntityLink type={type} fqn={fullyQualifiedName}>
        <bdi>{displayName ?? fullyQualifiedName}</bdi>
      </EntityLink>
    </>
  );
}
