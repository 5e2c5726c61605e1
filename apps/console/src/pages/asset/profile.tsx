import { useQuery } from '@tanstack/react-query';
import { profiledTableQuery, profilesQuery, type ColumnProfile, type TableProfile } from '../../api/assets';
import { TableScroll } from '../../ui/tables/list-table';
import { Table } from '../../ui/tables/table';
import { Loaded, Message } from '../../ui/states';
import { absoluteTime, Time } from '../../ui/time';

/** Figures of a profiler: of the table, of each column, and the number of rows over time. */
export function Profile({ fqn }: { readonly fqn: string }) {
  const newest = useQuery(profiledTableQuery(fqn));
  const earlier = useQuery(profilesQuery(fqn));
  return (
    <Loaded query={newest} what="Loading the profile">
      {({ profile, columns = [] }) =>
        profile === undefined ? (
          <div className="panel">
            <Message icon="table" title="No profile">
              <p>Profiles come from the tools that look at the data, such as OpenMetadata&apos;s profiler.</p>
            </Message>
          </div>
        ) : (
          <div className="stack">
            <TableFacts profile={profile} before={earlierThan(profile, earlier.data)[0]} />
            <ColumnFacts
              columns={columns.flatMap(({ name = '', profile: of }) => (of ? [{ name, of: of as ColumnProfile }] : []))}
            />
            <Loaded query={earlier} what="Loading earlier profiles">
              {(profiles) => <Earlier profiles={earlierThan(profile, profiles)} />}
            </Loaded>
          </div>
        )
      }
    </Loaded>
  );
}

const number = new Intl.NumberFormat('en');
/** -1 and absent alike: nothing is known. */
const counted = (value: number | undefined): string => (value === undefined || value < 0 ? '–' : number.format(value));
const share = (value: number | undefined): string =>
  value === undefined ? '–' : `${(100 * value).toFixed(value > 0 && value < 0.01 ? 2 : 0)} %`;

const BYTE_UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB', 'PB'];

function bytes(size: number | undefined): string {
  if (size === undefined) return '–';
  const step = size < 1000 ? 0 : Math.min(Math.floor(Math.log10(size) / 3), BYTE_UNITS.length - 1);
  return `${number.format(Number((size / 1000 ** step).toPrecision(3)))} ${BYTE_UNITS[step]}`;
}

function sampleOf({ profileSample, profileSampleType }: TableProfile): string {
  if (profileSample === undefined) return 'all rows';
  return profileSampleType === 'ROWS' ? `${number.format(profileSample)} rows` : `${profileSample} % of the rows`;
}

/** The newest first. */
const earlierThan = ({ timestamp }: TableProfile, profiles: readonly TableProfile[] = []): readonly TableProfile[] =>
  profiles.filter((one) => one.timestamp < timestamp);

interface FactsProps {
  readonly profile: TableProfile;
  readonly before: TableProfile | undefined;
}

function TableFacts({ profile, before }: FactsProps) {
  return (
    <dl className="facts panel">
      <dt>Rows</dt>
      <dd>
        {counted(profile.rowCount)}{' '}
        {before && <span className="dimmed small">{changeOf(profile.rowCount, before.rowCount)}</span>}
      </dd>
      <dt>Size</dt>
      <dd>{bytes(profile.sizeInByte)}</dd>
      <dt>Sample</dt>
      <dd>{sampleOf(profile)}</dd>
      <dt>Profiled</dt>
      <dd>
        <Time of={profile.timestamp} isBeside />, {absoluteTime(profile.timestamp)}
      </dd>
    </dl>
  );
}

function ColumnFacts({ columns }: { readonly columns: readonly { name: string; of: ColumnProfile }[] }) {
  if (columns.length === 0) return <p className="dimmed">No column was profiled.</p>;
  return (
    <TableScroll className="panel panel-flush">
      <Table
        head={['Column', 'Null', 'Distinct', 'Min', 'Max', 'Mean']}
        rows={columns.map(({ name, of }) => [
          <span key="name" className="mono">
            {name}
          </span>,
          share(of.nullProportion),
          share(of.distinctProportion),
          textOf(of.min),
          textOf(of.max),
          of.mean === undefined ? '–' : number.format(of.mean),
        ])}
      />
    </TableScroll>
  );
}

/** Numbers, dates and words, as the profiler wrote them. */
function textOf(value: unknown): string {
  if (value === undefined || value === null) return '–';
  return typeof value === 'number' ? number.format(value) : typeof value === 'string' ? value : JSON.stringify(value);
}

function Earlier({ profiles }: { readonly profiles: readonly TableProfile[] }) {
  if (profiles.length === 0) return null;
  return (
    <section className="panel panel-flush">
      <h2 style={{ fontSize: 16, margin: 0, padding: '14px 16px 4px' }}>Earlier profiles</h2>
      <Table
        head={['When', 'Rows', 'Change', 'Size']}
        rows={profiles.map(({ timestamp, rowCount, sizeInByte }, at) => [
          <Time key="when" of={timestamp} />,
          counted(rowCount),
          changeOf(rowCount, profiles[at + 1]?.rowCount),
          bytes(sizeInByte),
        ])}
      />
    </section>
  );
}

function changeOf(now: number | undefined, before: number | undefined): string {
  if (now === undefined || before === undefined || now < 0 || before < 0) return '';
  return now === before ? 'the same' : `${now > before ? '+' : '−'}${number.format(Math.abs(now - before))}`;
}
