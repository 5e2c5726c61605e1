import { Button, Loader } from '@mantine/core';
import { useSyncExternalStore, type ReactNode } from 'react';
import { ApiError } from '../api/service/api-error';
import { connection } from '../api/service/connection';
import { Icon, type IconName } from './icon';
import { PageLink } from './link';
import { errorText, refusalText, rightLacking, type Right } from './rights';
import { Time } from './time';

export function Loading({ what = 'Loading' }: { readonly what?: string }) {
  return (
    <div className="centred" role="status">
      <Loader size="sm" aria-hidden />
      <span className="dimmed">{what} …</span>
    </div>
  );
}

interface MessageProps {
  readonly icon?: IconName;
  readonly title: string;
  readonly children?: ReactNode;
}

/** Shown for missing content. */
export function Message({ icon = 'info', title, children }: MessageProps) {
  return (
    <div className="centred">
      <span className="dimmed">
        <Icon name={icon} size={34} />
      </span>
      <h2>{title}</h2>
      {children}
    </div>
  );
}

interface FailureProps {
  readonly error: unknown;
  readonly retry?: (() => unknown) | undefined;
}

/** Why something cannot be shown: users without the right see which one is missing, others what they can do. */
export function Failure({ error, retry }: FailureProps) {
  const { icon, title } = headOf(error);
  if (error instanceof ApiError && error.isForbidden) return <Refused right={rightLacking(error)} />;
  if (error instanceof ApiError && error.isMissing) return <Missing />;
  return (
    <div role="alert">
      <Message icon={icon} title={title}>
        <p>{error instanceof Error ? error.message : String(error)}</p>
        {error instanceof ApiError && error.requestId && (
          <p className="dimmed small">
            Request <span className="mono">{error.requestId}</span>
          </p>
        )}
        {retry && (
          <Button variant="default" onClick={() => void retry()}>
            Try again
          </Button>
        )}
      </Message>
    </div>
  );
}

/** Shown for content that the user may not see: which right is missing, and who can grant it. */
export function Refused({ right }: { readonly right?: Right | undefined }) {
  return (
    <div role="alert" className="panel">
      <Message icon="lock" title="You may not see this">
        <p>{refusalText(right)}</p>
        <PageLink to="/">Back to Start</PageLink>
      </Message>
    </div>
  );
}

function Missing() {
  return (
    <div role="alert" className="panel">
      <Message icon="search" title="Not found">
        <p>Nothing is called that, or it is deleted, or hidden from you. The search finds by a part of a name.</p>
        <PageLink to="/search" search={{}}>
          Search the catalog
        </PageLink>
      </Message>
    </div>
  );
}

function headOf(error: unknown): { icon: IconName; title: string } {
  if (!(error instanceof ApiError)) return { icon: 'warning', title: 'Something went wrong' };
  if (error.isPassing) return { icon: 'clock', title: "Can't reach the server" };
  return { icon: 'warning', title: 'This could not be loaded' };
}

/** The state of a query of TanStack Query, as far as pages need it. */
interface QueryState<T> {
  readonly data: T | undefined;
  readonly error: unknown;
  readonly isPending: boolean;
  readonly dataUpdatedAt: number;
  readonly refetch: () => unknown;
}

interface LoadedProps<T> {
  readonly query: QueryState<T>;
  readonly what?: string;
  /** The heading of a page that has none without its data. */
  readonly failedAs?: string;
  readonly children: (data: T) => ReactNode;
}

/** Said once for the whole page, above it. */
const isAway = (error: unknown): boolean => error instanceof ApiError && error.isPassing;

/** Waits, fails, or shows the data; where they could not be brought up to date, it says how old they are. */
export function Loaded<T>({ query, what, failedAs, children }: LoadedProps<T>) {
  const isLost = useSyncExternalStore(connection.subscribe, connection.isLost);
  if (query.data === undefined) {
    // If the service is known to be away, the page does not wait for the end of retries.
    const error = query.error ?? (isLost ? new ApiError(0, undefined) : undefined);
    return error ? (
      <div className="stack">
        {failedAs !== undefined && <h1 className="fqn page-title">{failedAs}</h1>}
        <Failure error={error} retry={query.refetch} />
      </div>
    ) : (
      <Loading {...(what ? { what } : {})} />
    );
  }
  return (
    <>
      {query.error !== null && query.error !== undefined && !isAway(query.error) && (
        <Notice tone="part" icon="clock">
          <p>
            This is from <Time of={query.dataUpdatedAt} />: it could not be brought up to date. {errorText(query.error)}
          </p>
        </Notice>
      )}
      {children(query.data)}
    </>
  );
}

interface NoticeProps {
  readonly tone: 'ok' | 'part' | 'bad' | 'idle' | 'busy';
  readonly icon: IconName;
  readonly children: ReactNode;
}

export function Notice({ tone, icon, children }: NoticeProps) {
  return (
    <div className={`notice tone-${tone}`} role={tone === 'bad' ? 'alert' : 'status'}>
      <Icon name={icon} />
      <div>{children}</div>
    </div>
  );
}

/** Why something that was asked for did not happen; nothing where it did. */
export function Refusal({ error }: { readonly error: unknown }) {
  if (error === null || error === undefined) return null;
  return (
    <Notice tone="bad" icon="warning">
      <p>{errorText(error)}</p>
    </Notice>
  );
}

interface FieldRefusalProps {
  readonly error: unknown;
  /** Fields of the form that show their own messages. */
  readonly shown?: readonly string[];
}

/** The reason of a refusal, at the member where the service names one. */
export function FieldRefusal({ error, shown = [] }: FieldRefusalProps) {
  if (!(error instanceof ApiError) || error.details.length === 0) return <Refusal error={error} />;
  const others = error.details.filter(({ field }) => !shown.includes(field));
  if (others.length === 0) return null;
  return (
    <Notice tone="bad" icon="warning">
      {others.map(({ field, message }) => (
        <p key={`${field} ${message}`}>
          <span className="mono">{field}</span> {message}
        </p>
      ))}
    </Notice>
  );
}
