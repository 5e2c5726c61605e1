import { useQuery } from '@tanstack/react-query';
import { versionDiffQuery, versionsQuery, type Contract } from '../../api/contracts';
import { ChangeList } from '../../ui/changes/change-list';
import { Loaded } from '../../ui/states';
import { Tag } from '../../ui/status';
import { Moment } from '../../ui/time';

/** All versions, newest first, each with what it changed for readers. */
export function Versions({ id }: { readonly id: string }) {
  const query = useQuery(versionsQuery(id));
  return (
    <Loaded query={query} what="Loading the versions">
      {(versions) => (
        <ol className="stack" style={{ listStyle: 'none', padding: 0, margin: 0 }} aria-label="Versions">
          {versions.map((version, at) => (
            <Version key={version.version} id={id} version={version} before={versions[at + 1]} />
          ))}
        </ol>
      )}
    </Loaded>
  );
}

interface VersionProps {
  readonly id: string;
  readonly version: Contract;
  readonly before: Contract | undefined;
}

function Version({ id, version: { version = 0, updatedAt, updatedBy }, before }: VersionProps) {
  return (
    <li className="panel stack" style={{ gap: 12 }}>
      <div className="row">
        <h2 style={{ margin: 0, fontSize: 16 }}>Version {version}</h2>
        <span className="dimmed">
          {updatedAt !== undefined && <Moment of={updatedAt} />} by {updatedBy}
        </span>
        {!before && <Tag tone="idle">first</Tag>}
      </div>
      {before && <Changes id={id} from={String(before.version)} to={String(version)} />}
    </li>
  );
}

function Changes({ id, from, to }: { readonly id: string; readonly from: string; readonly to: string }) {
  const query = useQuery(versionDiffQuery(id, from, to));
  return <Loaded query={query}>{({ changes }) => <ChangeList changes={changes} />}</Loaded>;
}
