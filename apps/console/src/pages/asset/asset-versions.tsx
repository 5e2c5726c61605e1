import { useQuery } from '@tanstack/react-query';
import { assetVersionsQuery } from '../../api/assets';
import type { Schemas } from '../../api/service/client';
import { ChangedValue } from '../../ui/changes/changed-value';
import { Loaded } from '../../ui/states';
import { Tag } from '../../ui/status';
import { Moment } from '../../ui/time';
import { placeInWords, wordsOf } from '../../ui/changes/value-words';

interface VersionsProps {
  readonly type: string;
  readonly id: string;
}

/** All versions, newest first, with what each one changed. */
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
                  <Moment of={updatedAt} /> by {updatedBy}
                </span>
                {!changeDescription && <Tag tone="idle">first</Tag>}
              </div>
              <Changes of={changeDescription} />
            </li>
          ))}
        </ol>
      )}
    </Loaded>
  );
}

type Described = Schemas['ChangeDescription'];

const KINDS = [
  { tone: 'ok', label: 'added', of: 'fieldsAdded' },
  { tone: 'busy', label: 'changed', of: 'fieldsUpdated' },
  { tone: 'bad', label: 'removed', of: 'fieldsDeleted' },
] as const;

/** Whether a change is the asset's own: an inherited value changes with what hands it down. */
const isOwn = ({ oldValue, newValue }: Field): boolean =>
  (oldValue === undefined && newValue === undefined) || wordsOf(oldValue).length + wordsOf(newValue).length > 0;

interface Field {
  readonly name?: string;
  readonly oldValue?: unknown;
  readonly newValue?: unknown;
}

function Changes({ of }: { readonly of: Described | undefined }) {
  if (!of) return null;
  const rows = KINDS.flatMap(({ tone, label, of: member }) =>
    ((of[member] ?? []) as Field[]).filter(isOwn).map((field) => ({ tone, label, ...field })),
  );
  if (rows.length === 0)
    return (
      <p className="dimmed" style={{ margin: 0 }}>
        Nothing of its own changed.
      </p>
    );
  return (
    <ul className="stack" style={{ gap: 8, listStyle: 'none', padding: 0, margin: 0 }}>
      {rows.map(({ tone, label, name = '', oldValue, newValue }) => (
        <li key={`${label} ${name}`} className="row" style={{ alignItems: 'flex-start', flexWrap: 'nowrap' }}>
          <Tag tone={tone}>{label}</Tag>
          <div>
            <strong className="fqn">{placeInWords(name)}</strong>
            <ChangedValue place={name} from={oldValue} to={newValue} />
          </div>
        </li>
      ))}
    </ul>
  );
}
