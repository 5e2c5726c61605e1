import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { customPropertiesQuery, type CustomProperty } from '../../api/operations/asset-changes';
import type { Asset } from '../../api/assets';
import { RowButton } from '../../ui/tables/list-table';
import { Markdown } from '../../ui/markdown';
import { References } from '../../ui/references';
import { absoluteTime } from '../../ui/time';
import type { Schemas } from '../../api/service/client';
import { fieldOf } from './property-draft';
import { useEditRights } from './use-edit-rights';

const PropertyEditor = lazy(async () => ({ default: (await import('./property-editor')).PropertyEditor }));

interface PropertiesProps {
  readonly type: string;
  readonly asset: Asset;
}

/** Custom properties that the type declares, each with its value and the button to change it; then values that nothing declares. */
export function CustomProperties({ type, asset }: PropertiesProps) {
  const { data: declared } = useQuery(customPropertiesQuery(type));
  const { may } = useEditRights(type, asset);
  const [edited, edit] = useState<CustomProperty>();
  const values: Readonly<Record<string, unknown>> = asset.extension ?? {};
  const known = declared ?? [];
  const others = Object.entries(values).filter(([name]) => !known.some((one) => one.name === name));
  if (known.length + others.length === 0) return null;
  const field = edited && fieldOf(edited);
  return (
    <section className="panel stack" aria-labelledby="custom-properties">
      <h2 id="custom-properties" style={{ margin: 0, fontSize: 17 }}>
        Custom properties
      </h2>
      <dl className="facts">
        {known.map((one) => [
          <dt key={one.name} title={one.description}>
            {one.displayName ?? one.name}
          </dt>,
          <dd key={`${one.name}-value`} className="row">
            <Value of={values[one.name]} kind={one.propertyType.name} />
            {may('EditAll') &&
              (fieldOf(one) ? (
                <RowButton label="Edit" name={`Edit ${one.displayName ?? one.name}`} act={() => edit(one)} />
              ) : (
                <span className="dimmed small">Changed by the API: the console has no field for it</span>
              ))}
          </dd>,
        ])}
        {others.map(([name, value]) => [
          <dt key={name}>{name}</dt>,
          <dd key={`${name}-value`} className="row">
            <Value of={value} kind={undefined} />
            {may('EditAll') && declared && <span className="dimmed small">Not declared: changed by the API</span>}
          </dd>,
        ])}
      </dl>
      {edited && field && (
        <Suspense fallback={null}>
          <PropertyEditor type={type} asset={asset} property={edited} field={field} close={() => edit(undefined)} />
        </Suspense>
      )}
    </section>
  );
}

type Reference = Schemas['EntityReference'];

function Value({ of, kind }: { readonly of: unknown; readonly kind: string | undefined }) {
  if (of === undefined || of === null) return <span className="dimmed">–</span>;
  if (kind === 'markdown' && typeof of === 'string') return <Markdown text={of} />;
  if (kind === 'timestamp' && typeof of === 'number') return absoluteTime(of);
  if (kind === 'entityReference') return <References of={[of as Reference]} />;
  if (kind === 'entityReferenceList') return <References of={of as Reference[]} />;
  if (Array.isArray(of) && of.every((one) => typeof one === 'string'))
    return <bdi className="fqn">{of.join(', ')}</bdi>;
  return <bdi className="fqn">{typeof of === 'string' ? of : JSON.stringify(of)}</bdi>;
}
