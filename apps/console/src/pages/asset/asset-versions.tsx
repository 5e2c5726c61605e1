import { useQuery } from '@tanstack/react-query';
import { assetVersionsQuery } from '../../api/assets';
import type { Schemas } from '../../api/client';
import { Loaded } from '../../ui/states';
import { Tag } from '../../ui/status';
import { Time } from '../../ui/time';

interface VersionsProps {
  readonly type: string;
  readonly id: string;
}

/** All versions, newest first, with the members that each one changed. */
export function AssetVersions({ type, id }: VersionsProps) {
  const query = useQuery(assetVersionsQuery(type, id));
  return (
    <Loaded query={query} what="Loading the versions">
      {(versions) => (
        <ol className="stack" style={{ listStyle: 'none', padding: 0, margin: 0 }} aria-label="Versions">
          {versions.map(({ version, updatedAt, updatedBy, changeDescription }) => (
            <li key={version} className="panel stack" style={{ gap: 10 }}>
              <div className="row">
                <h2 style={{ margin: 0, fontSize: 16 }}>Version {version}</h2>
                <span className="dimmed">
                  <Time of={updatedAt} /> by {updatedBy}
                </span>
              </div>
              <Changes of={changeDescription} />
            </li>
          ))}
        </ol>
      )}
    </Loaded>
  );
}

function Changes({ of }: { readonly of: Schemas['ChangeDescription'] | undefined }) {
  const names = (fields: readonly { name?: string }[] | undefined): string =>
    (fields ?? []).flatMap(({ name }) => name ?? []).join(', ');
  const kinds = [
    { tone: 'ok', label: 'added', text: names(of?.fieldsAdded) },
    { tone: 'busy', label: 'changed', text: names(of?.fieldsUpdated) },
    { tone: 'bad', label: 'removed', text: names(of?.fieldsDeleted) },
  ] as const;
  return (
    <>
      {kinds
        .filter(({ text }) => text !== '')
        .map(({ tone, label, text }) => (
          <div key={label} className="row">
            <Tag tone={tone}>{label}</Tag>
            <span className="mono fqn">{text}</span>
          </div>
        ))}
    </>
  );
}
