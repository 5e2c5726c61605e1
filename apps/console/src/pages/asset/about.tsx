import type { Asset } from '../../api/assets';
import { CustomProperties } from '../asset-edit/custom-properties';
import { References } from '../../ui/references';
import { absoluteTime } from '../../ui/time';

interface AboutProps {
  readonly type: string;
  readonly asset: Asset;
}

/** Its parents and followers, and below them its custom properties. */
export function About({ type, asset }: AboutProps) {
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
  } = asset;
  return (
    <>
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
      </dl>
      <CustomProperties type={type} asset={asset} />
    </>
  );
}
