import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { BusyButton } from '../../ui/buttons/busy-button';
import { resultsQuery, summaryQuery, type ContractResult } from '../../api/contracts';
import { Icon } from '../../ui/icon';
import { TableScroll } from '../../ui/tables/list-table';
import { Table } from '../../ui/tables/table';
import { Loaded, Message } from '../../ui/states';
import { lookOf, Status } from '../../ui/status';
import { absoluteTime, Moment } from '../../ui/time';
import { Comparison } from '../verdict/comparison';
import { StartedBy } from '../verdict/started-by';
import { Trend } from './trend';

/** All runs, newest first; one or two of them in detail. */
export function History({ id }: { readonly id: string }) {
  const query = useInfiniteQuery(resultsQuery(id));
  const summary = useQuery(summaryQuery(id));
  const { result, beside } = useSearch({ from: '/inside/contract' });
  const navigate = useNavigate({ from: '/contract' });
  const choose = (chosen: string) =>
    void navigate({
      replace: true,
      search: (now) => ({ ...now, ...nextChoice([now.result, now.beside], chosen) }),
    });
  return (
    <Loaded query={query} what="Loading the history">
      {({ pages }) => {
        const rows = pages.flatMap((page) => page.rows);
        if (rows.length === 0) {
          return (
            <div className="panel">
              <Message icon="clock" title="No run yet" />
            </div>
          );
        }
        const shown = [result, beside].flatMap((one) => rows.find(({ id: own }) => own === one) ?? []);
        return (
          <div className="stack">
            <Loaded query={summary} what="Loading the trend">
              {(sums) => <Trend summary={sums} />}
            </Loaded>
            <section className="panel stack">
              <div className="row row-apart">
                <h2 style={{ margin: 0, fontSize: 16 }}>Runs, newest first</h2>
                <span className="dimmed small">
                  {pages[0]?.paging.total} runs · choose one to see it, two to compare them
                </span>
              </div>
              <Strip rows={rows} chosen={[result, beside]} choose={choose} />
              {query.hasNextPage && (
                <BusyButton
                  variant="default"
                  w="max-content"
                  isBusy={query.isFetchingNextPage}
                  onClick={() => void query.fetchNextPage()}
                >
                  Older runs
                </BusyButton>
              )}
            </section>
            {shown.length > 0 ? <Comparison results={shown} /> : <RunTable rows={rows.slice(0, 10)} />}
          </div>
        );
      }}
    </Loaded>
  );
}

/** A third choice replaces the second; a repeated choice clears it. */
function nextChoice([first, second]: readonly (string | undefined)[], chosen: string) {
  if (chosen === first) return { result: second, beside: undefined };
  if (chosen === second) return { result: first, beside: undefined };
  return first === undefined ? { result: chosen, beside: undefined } : { result: first, beside: chosen };
}

interface StripProps {
  readonly rows: readonly ContractResult[];
  readonly chosen: readonly (string | undefined)[];
  readonly choose: (id: string) => void;
}

/** One symbol a run, distinguished by shape as well as by colour. */
function Strip({ rows, chosen, choose }: StripProps) {
  return (
    <ul className="strip" aria-label="Runs">
      {rows.map(({ id = '', timestamp, contractExecutionStatus }) => {
        const { tone, icon, label } = lookOf(contractExecutionStatus);
        return (
          <li key={id}>
            <button
              type="button"
              className={`tone-${tone}`}
              aria-pressed={chosen.includes(id)}
              aria-label={`${label}, ${absoluteTime(timestamp)}`}
              title={`${label}, ${absoluteTime(timestamp)}`}
              onClick={() => choose(id)}
            >
              <Icon name={icon} size={16} />
            </button>
          </li>
        );
      })}
    </ul>
  );
}

function RunTable({ rows }: { readonly rows: readonly ContractResult[] }) {
  return (
    <TableScroll className="panel panel-flush">
      <Table
        head={['Run', 'Result', 'Started', 'What it found']}
        rows={rows.map((run) => [
          <Moment key="run" of={run.timestamp} />,
          <Status key="result" of={run.contractExecutionStatus} />,
          <StartedBy key="started" result={run} />,
          <span key="found" className="small">
            {run.result ?? run.details?.message}
          </span>,
        ])}
        keyOf={(at) => rows[at]?.id ?? String(at)}
      />
    </TableScroll>
  );
}
