import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { profiledTableQuery, profilesQuery, type Asset, type ColumnProfile, type TableProfile } from '../../api/assets';
import { PointChart } from '../../ui/charts/point-chart';
import { Loaded, Loading, Message } from '../../ui/states';
import type { DataColumn } from '../../ui/tables/data-column';
import { DataTable } from '../../ui/tables/data-table';
import { Table } from '../../ui/tables/table';
import { absoluteTime, Moment, Time } from '../../ui/time';
import { Charted } from './charted';
import { ProfileNow } from './profile-now';

const ColumnCharts = lazy(async () => ({ default: (await import('./column-charts')).ColumnCharts }));

/** One point is no chart. */
const LEAST_POINTS = 2;

/** Figures of a profiler: of the table, of each column, and the number of rows over time. */
export function Profile({ table }: { readonly table: Asset }) {
  const fqn = table.fullyQualifiedName;
  const newest = useQuery(profiledTableQuery(fqn));
  const earlier = useQuery(profilesQuery(fqn));
  return (
    <Loaded query={newest} what="Loading the profile">
      {({ profile, columns = [] }) =>
        profile === undefined ? (
          <div className="panel">
            <Message icon="table" title="No profile">
              <p>
                A profile measures the rows of the table and the values of its columns. It is made here, with the checks
                by their schedule (tab Test cases), or comes from tools such as OpenMetadata&apos;s profiler.
              </p>
              <ProfileNow table={table} />
            </Message>
          </div>
        ) : (
          <div className="stack">
            <TableFacts profile={profile} before={earlierThan(profile, earlier.data)[0]} />
            <Loaded query={earlier} what="Loading earlier profiles">
              {(profiles) => <RowsOverTime profiles={[profile, ...earlierThan(profile, profiles)]} />}
            </Loaded>
            <ColumnFacts
              table={fqn}
              columns={columns.flatMap(({ name = '', profile: of }) => (of ? [{ name, of: of as ColumnProfile }] : []))}
            />
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

interface ProfiledColumn {
  readonly name: string;
  readonly of: ColumnProfile;
}

const COLUMNS: readonly DataColumn<ProfiledColumn>[] = [
  {
    label: 'Column',
    isName: true,
    cell: ({ name }) => <span className="mono fqn">{name}</span>,
    sortBy: ({ name }) => name,
  },
  { label: 'Null', cell: ({ of }) => share(of.nullProportion), sortBy: ({ of }) => of.nullProportion },
  { label: 'Distinct', cell: ({ of }) => share(of.distinctProportion), sortBy: ({ of }) => of.distinctProportion },
  { label: 'Min', cell: ({ of }) => textOf(of.min) },
  { label: 'Max', cell: ({ of }) => textOf(of.max) },
  {
    label: 'Mean',
    cell: ({ of }) => (of.mean === undefined ? '–' : number.format(of.mean)),
    sortBy: ({ of }) => of.mean,
  },
];

interface ColumnFactsProps {
  /** FQN of the table. */
  readonly table: string;
  readonly columns: readonly ProfiledColumn[];
}

/** The newest figures of each column; below a row how they came to be. */
function ColumnFacts({ table, columns }: ColumnFactsProps) {
  if (columns.length === 0) return <p className="dimmed">No column was profiled.</p>;
  return (
    <DataTable
      label="Profiled columns"
      columns={COLUMNS}
      rows={columns}
      keyOf={({ name }) => name}
      nameOf={({ name }) => `charts of ${name}`}
      detail={({ name }) => (
        <Suspense fallback={<Loading what="Loading the charts" />}>
          <ColumnCharts table={table} column={name} />
        </Suspense>
      )}
    />
  );
}

/** Numbers, dates and words, as the profiler wrote them. */
function textOf(value: unknown): string {
  if (value === undefined || value === null) return '–';
  return typeof value === 'number' ? number.format(value) : typeof value === 'string' ? value : JSON.stringify(value);
}

/** How many rows there were at each profile. @param profiles the newest first */
function RowsOverTime({ profiles }: { readonly profiles: readonly TableProfile[] }) {
  const points = profiles.flatMap(({ timestamp, rowCount = -1 }) =>
    rowCount < 0 ? [] : [{ timestamp, value: rowCount, mark: 'ok' as const }],
  );
  if (points.length < LEAST_POINTS) return null;
  return (
    <div className="panel">
      <Charted
        title="Rows over time"
        chart={
          <PointChart
            label={`Rows in the newest ${points.length} profiles, as in the table`}
            points={points}
            textOf={counted}
          />
        }
        table={
          <Table
            label="Rows over time"
            head={['When', 'Rows', 'Change', 'Size']}
            rows={profiles.map(({ timestamp, rowCount, sizeInByte }, at) => [
              <Moment key="when" of={timestamp} />,
              counted(rowCount),
              changeOf(rowCount, profiles[at + 1]?.rowCount),
              bytes(sizeInByte),
            ])}
          />
        }
      />
    </div>
  );
}

function changeOf(now: number | undefined, before: number | undefined): string {
  if (now === undefined || before === undefined || now < 0 || before < 0) return '';
  return now === before ? 'the same' : `${now > before ? '+' : '−'}${number.format(Math.abs(now - before))}`;
}
