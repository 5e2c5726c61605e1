import type { Contract } from '../../api/contracts';
import { useGrantsOn } from '../../api/permissions';
import { PageLink } from '../../ui/link';
import { curedPart } from '../asset-edit/cure';
import { hasPart, PARTS } from '../asset-edit/parts';

interface RuleCureProps {
  readonly contract: Contract;
  /** The name of a rule that is not met. */
  readonly name: string;
}

/** Below the reason of a rule about one part of the asset: a link that opens the editor of that part, or to who may change it. */
export function RuleCure({ contract: { entity, semantics = [] }, name }: RuleCureProps) {
  const part = curedPart(semantics.find((rule) => rule.name === name) ?? { name });
  const isCurable = entity !== undefined && part !== undefined && hasPart(entity.type, part);
  const grants = useGrantsOn(entity?.type ?? '', isCurable ? entity.id : undefined);
  if (!isCurable || grants === undefined) return null;
  const { label, operation } = PARTS[part];
  const { type, name: asset, fullyQualifiedName: fqn = '' } = entity;
  return (
    <div className="small">
      <PageLink to="/asset" search={{ type, fqn, edit: part }}>
        {grants(operation) ? `Edit the ${label} of ${asset} →` : `Who may edit the ${label} of ${asset} →`}
      </PageLink>
    </div>
  );
}
