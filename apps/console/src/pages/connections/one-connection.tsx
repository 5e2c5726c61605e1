import { useQuery } from '@tanstack/react-query';
import {
  allowAccess,
  crawlService,
  dataAccessQuery,
  serviceQuery,
  testService,
  type DataAccess,
  type DatabaseService,
  type DataRun,
} from '../../api/connections';
import { isEnded } from '../../api/execution-status';
import { useMayDoToAll } from '../../api/permissions';
import { EntityLink, PageLink } from '../../ui/link';
import { ActionButton, type Done } from '../../ui/buttons/action-button';
import { Loaded } from '../../ui/states';
import { Tag } from '../../ui/status';
import { Time } from '../../ui/time';
import { CrawlSchedule } from '../schedule/data-schedule';
import { ConnectionState, hasRead, TestSteps } from './connection-test';
import { NewestCrawl } from './newest-crawl';
import { KIND_LABELS } from './run-words';

/** The connection of one service: its newest test, how it may be read, and when it is crawled. */
export function OneConnection({ service }: { readonly service: string }) {
  const query = useQuery(serviceQuery(service));
  const mayConnect = useMayDoToAll('databaseService', 'ConnectData');
  return (
    <Loaded query={query} what="Loading the connection">
      {({ service: found, runs }) => (
        <div className="halves">
          <section className="panel stack" style={{ gap: 12 }}>
            <h2 className="row" style={{ margin: 0, fontSize: 17 }}>
              Connection <ConnectionState of={found} use={runs.find(isUse)} />
            </h2>
            <dl className="facts">
              <dt>Service</dt>
              <dd>
                <EntityLink type="databaseService" fqn={found.fullyQualifiedName}>
                  {found.displayName ?? found.name}
                </EntityLink>
              </dd>
              <dt>Type</dt>
              <dd>{found.serviceType}</dd>
              <dt>Last test</dt>
              <dd>
                <LastTest of={found} use={runs.find(isUse)} />
              </dd>
              <dt>Crawls</dt>
              <dd>
                <CrawlSchedule id={found.id} fqn={found.fullyQualifiedName} />
              </dd>
            </dl>
            <TestSteps of={found.testConnectionResult?.steps ?? []} />
            {mayConnect && <SourceActions service={found.fullyQualifiedName} />}
          </section>
          <div className="stack">
            <NewestCrawl service={found.fullyQualifiedName} />
            {mayConnect && <Access service={service} />}
          </div>
        </div>
      )}
    </Loaded>
  );
}

const isUse = ({ kind }: DataRun): boolean => kind !== 'connectionTest';

interface LastTestProps {
  readonly of: DatabaseService;
  readonly use: DataRun | undefined;
}

/** When the connection was tested as it is stored; else by what it was used, which says as much. */
function LastTest({ of: { testConnectionResult }, use }: LastTestProps) {
  if (testConnectionResult) return <Time of={testConnectionResult.lastUpdatedAt} />;
  if (!use || !hasRead(use)) return use && !isEnded(use.status) ? 'None: the source is being read' : 'None';
  return (
    <>
      None, but used: {KIND_LABELS[use.kind]} <Time of={use.endedAt ?? use.timestamp} />
    </>
  );
}

/** Query keys of what an action on a source changes. */
const OF_SOURCE = [['connections'], ['data-runs']];

/** Does something to a source, and says what in a sentence that is known before. */
const saying =
  (text: string, act: () => Promise<unknown>, undo?: () => Promise<unknown>) => async (): Promise<Done> => {
    await act();
    return { text, undo };
  };

/** Tries the connection, and reads what is in the source. */
function SourceActions({ service }: { readonly service: string }) {
  return (
    <div className="row">
      <ActionButton act={saying('The connection is being tested.', () => testService(service))} changes={OF_SOURCE}>
        Test
      </ActionButton>
      <ActionButton act={saying('The source is being crawled.', () => crawlService(service))} changes={OF_SOURCE}>
        Crawl
      </ActionButton>
      <PageLink to="/connect" search={{ service }}>
        Edit the connection
      </PageLink>
    </div>
  );
}

/** For those who may say where data is read. */
function Access({ service }: { readonly service: string }) {
  const query = useQuery(dataAccessQuery(service));
  return (
    <section className="panel stack" style={{ gap: 12 }}>
      <h2 style={{ margin: 0, fontSize: 17 }}>Data access</h2>
      <Loaded query={query}>
        {(access) =>
          access === null ? (
            <>
              <p style={{ margin: 0 }}>The service does not read this source: it has no data access.</p>
              <ActionButton act={saying('The source may be read.', () => allowAccess(service, {}))} changes={OF_SOURCE}>
                Give access
              </ActionButton>
            </>
          ) : (
            <>
              <AccessFacts of={access} />
              <AccessSwitch service={service} access={access} />
            </>
          )
        }
      </Loaded>
    </section>
  );
}

/** Ends and resumes the reading of a source, with all that its access says beside. */
function AccessSwitch({ service, access }: { readonly service: string; readonly access: DataAccess }) {
  const set = (enabled: boolean) => () => allowAccess(service, { ...access, enabled });
  const isOn = access.enabled && access.suspended !== true;
  return (
    <ActionButton
      key={String(isOn)}
      act={saying(isOn ? 'The source is not read.' : 'The source may be read.', set(!isOn), set(isOn))}
      changes={OF_SOURCE}
    >
      {isOn ? 'Disable' : 'Enable'}
    </ActionButton>
  );
}

function AccessFacts({
  of: { enabled, suspended, suspendedBy, engine, driver, customSql, timezone, limits },
}: {
  readonly of: DataAccess;
}) {
  return (
    <dl className="facts">
      <dt>State</dt>
      <dd>
        {suspended ? (
          <Tag tone="part" icon="warning">
            suspended: {suspendedBy} changed the connection
          </Tag>
        ) : (
          <Tag tone={enabled ? 'ok' : 'idle'}>{enabled ? 'enabled' : 'disabled'}</Tag>
        )}
      </dd>
      <dt>Driver</dt>
      <dd>
        {engine} by <span className="mono">{driver.package}</span> {driver.version}
        {!driver.installed && ' (not installed)'}
      </dd>
      <dt>SQL of tests</dt>
      <dd>{customSql ? 'allowed' : 'not allowed'}</dd>
      <dt>Time zone</dt>
      <dd>{timezone}</dd>
      <dt>Limits</dt>
      <dd>
        {limits.connections} readings at a time, {limits.statementSeconds} s a statement, {limits.runSeconds} s a run
      </dd>
    </dl>
  );
}
