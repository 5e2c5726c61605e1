import type { Asset } from '../../api/assets';
import { References } from '../../ui/references';
import { absoluteTime } from '../../ui/time';

/** Its parents, followers, and custom properties. */
export function About({ asset }: { readonly asset: Asset }) {
  const {
    id,
    fullyQualifiedName: fqn,
    version,
    updatedAt,
    updatedBy,
    service,
    serviceType,
    dataProducts,
    followers,
    extension = {},
  } = asset;
  return (
    <dl className="facts panel">
      {service && <dt>Service</dt>}
      {service && (
        <dd>
          <References of={[service]} /> {serviceType && <span className="dimmed">{serviceType}</span>}
        </dd>
      )}
      <dt>Data products</dt>
      <dd>
        <References of={dataProducts} />
      </dd>
      <dt>Full name</dt>
      <dd className="mono fqn">{fqn}</dd>
      <dt>Followers</dt>
      <dd>
        <References of={followers} />
      </dd>
      <dt>Version</dt>
      <dd>
        {version}, {absoluteTime(updatedAt)} by {updatedBy}
      </dd>
      <dt>Id</dt>
      <dd className="mono">{id}</dd>
      {Object.entries(extension).map(([name, value]) => [
        <dt key={name}>{name}</dt>,
        <dd key={`${name}-value`} className="fqn">
          {typeof value === 'string' ? value : JSON.stringify(value)}
        </dd>,
      ])}
    </dl>
  );
}
