import { useQuery } from '@tanstack/react-query';
import { profiledTableQuery, type Asset } from '../../api/assets';
import { dataAccessQuery } from '../../api/connections';
import { useMayDoTo } from '../../api/permissions';
import { DAYS, type Suggestion } from '../../api/governance/suggestions';
import { PageLink } from '../../ui/link';
import { Notice } from '../../ui/states';

interface MeasuredNoteProps {
  readonly table: Asset;
  readonly suggestion: Suggestion;
}

/** Says why nothing is suggested of the values of a table, and how far what is suggested of them goes. */
export function MeasuredNote({ table, suggestion: { lines } }: MeasuredNoteProps) {
  const isMeasured = lines.some(({ evidence }) => evidence.some(({ kind }) => kind === 'profile'));
  const { data } = useQuery({ ...profiledTableQuery(table.fullyQualifiedName), enabled: !isMeasured });
  if (isMeasured) {
    return (
      <p className="dimmed small" style={{ margin: 0 }}>
        Only what all profiles of the last {DAYS} days showed is suggested. Profiles of a sample do not count, and of
        columns whose values are hidden no value is named.
      </p>
    );
  }
  if (!data) return null;
  if (!data.profile) return <NeverMeasured table={table} />;
  const isSample = data.profile.profileSample !== undefined;
  return (
    <Notice tone="idle" icon="info">
      <p>
        {isSample
          ? 'The newest profile read a sample of the rows alone: what it showed may not be true of the others, so nothing is suggested of the values.'
          : 'Nothing is suggested of the values yet: it takes five profiles, of four days or more.'}
      </p>
    </Notice>
  );
}

function NeverMeasured({ table: { service } }: { readonly table: Asset }) {
  const name = service?.fullyQualifiedName ?? service?.name ?? '';
  // Who may not connect data may not read how a source is read either.
  const mayConnect = useMayDoTo('databaseService', service?.id, 'ConnectData');
  const access = useQuery({ ...dataAccessQuery(name), enabled: mayConnect && name !== '' });
  return (
    <Notice tone="idle" icon="info">
      <p>
        The table was never profiled: what is suggested is what the catalog states, and nothing of its values.
        {access.data === null && (
          <>
            {' '}
            The service has no data access:{' '}
            <PageLink to="/connections" search={{ service: name }} style={{ textDecoration: 'underline' }}>
              give it one
            </PageLink>
            , and profiles can be made.
          </>
        )}
      </p>
    </Notice>
  );
}
