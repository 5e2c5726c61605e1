import type { Hit } from '../../api/searches';
import { entityTypeOf, typeLabel } from '../../api/entity-types';
import { EntityLink } from '../../ui/link';
import { Marked } from '../../ui/shell/completions';
import { Owners, Tags } from '../../ui/references';
import { EntityStatus, IN_FORCE, Status } from '../../ui/status';

const MOST_COLUMNS = 6;

export function HitCard({ hit: { document, highlight } }: { readonly hit: Hit }) {
  const {
    entityType,
    name,
    displayName,
    fullyQualifiedName: fqn,
    description = '',
    owners,
    tags = [],
    contract,
  } = document;
  const title = highlight.displayName?.[0] ?? highlight.name?.[0] ?? displayName ?? name;
  const columns = [...(highlight['columns.name'] ?? []), ...(highlight['children.name'] ?? [])].slice(0, MOST_COLUMNS);
  return (
    <article className="panel stack" style={{ gap: 8 }}>
      <div className="row row-apart">
        <h2 style={{ margin: 0, fontSize: 17 }}>
          <EntityLink type={entityTypeOf(entityType)} fqn={fqn}>
            <Marked text={title} />
          </EntityLink>
        </h2>
        <span className="row">
          {contract && <Status of={contract.latestStatus} />}
          {entityTypeOf(entityType) === 'dataContract' && document.entityStatus !== IN_FORCE && (
            <EntityStatus of={document.entityStatus} />
          )}
          <span className="label">{typeLabel(entityType)}</span>
        </span>
      </div>
      <div className="dimmed small fqn">{fqn}</div>
      {description !== '' && (
        <p className="clamped" style={{ margin: 0 }}>
          <Marked text={highlight.description?.[0] ?? description} />
        </p>
      )}
      {columns.length > 0 && (
        <div className="small">
          <span className="dimmed">Columns: </span>
          {columns.map((column, at) => (
            <span key={column} className="mono">
              {at > 0 && ', '}
              <Marked text={column} />
            </span>
          ))}
        </div>
      )}
      {(owners?.length || tags.length > 0) && (
        <div className="row">
          {owners && owners.length > 0 && <Owners of={owners} />}
          <Tags of={tags} />
        </div>
      )}
    </article>
  );
}
