import { useQuery } from '@tanstack/react-query';
import { profiledTableQuery, type Asset, type TableProfile } from '../../api/assets';
import { DAYS, type Suggestion } from '../../api/governance/suggestions';
import { PageLink } from '../../ui/link';
import { Notice } from '../../ui/states';
import { ProfileNow } from '../profile/profile-now';

interface MeasuredNoteProps {
  readonly table: Asset;
  readonly suggestion: Suggestion;
}

/** Says why nothing is suggested of the values of a table, with the way to a profile, or how far what is suggested of them goes. */
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
  return (
    <div className="stack" style={{ gap: 10 }}>
      <Notice tone="idle" icon="info">
        <p>{reasonOf(data.profile)}</p>
        {data.profile && (
          <PageLink to="/asset" search={{ type: 'table', fqn: table.fullyQualifiedName, tab: 'tests' }}>
            Schedule profiles with the checks
          </PageLink>
        )}
      </Notice>
      <ProfileNow table={table} />
    </div>
  );
}

function reasonOf(profile: Pick<TableProfile, 'profileSample'> | undefined): string {
  if (!profile)
    return 'The table was never profiled: what is suggested is what the catalog states, and nothing of its values.';
  return profile.profileSample === undefined
    ? 'Nothing is suggested of the values yet: it takes five profiles, of four days or more.'
    : 'The newest profile read a sample of the rows alone: what it showed may not be true of the others, so nothing is suggested of the values.';
}
