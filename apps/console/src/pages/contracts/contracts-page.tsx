import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { BusyButton } from '../../ui/buttons/busy-button';
import { contractsQuery } from '../../api/contracts';
import { useMayDoToEach } from '../../api/permissions';
import { PageLink, useTitle } from '../../ui/link';
import { Loaded, Message } from '../../ui/states';
import { BatchProgress } from './batch-progress';
import { ContractTable } from './contract-table';
import { Filters } from './filters';
import { useBatch } from './use-batch';
import type { ListOrder } from '../../ui/tables/data-column';
import { CONTRACT_SORTS } from '../../search-parameters';

export function ContractsPage() {
  useTitle('Contracts');
  const { after, before, latest, sort = 'name', order = 'asc', ...rest } = useSearch({ from: '/inside/contracts' });
  const navigate = useNavigate({ from: '/contracts' });
  const query = useQuery(
    contractsQuery({ ...rest, latestStatus: latest, sortBy: sort, sortOrder: order }, after, before),
  );
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const shown = query.data?.rows.flatMap(({ id }) => id ?? []) ?? [];
  const choosable = useMayDoToEach('dataContract', shown, 'ValidateContract');
  const batch = useBatch();
  const turn = (cursor: { after?: string | undefined; before?: string | undefined }) =>
    void navigate({ search: (now) => ({ ...now, after: undefined, before: undefined, ...cursor }) });
  const setOrder = ({ by, direction }: ListOrder) => {
    const first = { sort: CONTRACT_SORTS.find((name) => name === by), order: direction };
    void navigate({ search: (now) => ({ ...now, after: undefined, before: undefined, ...first }) });
  };
  const isFiltered = [...Object.values(rest), latest].some((value) => value !== undefined);

  return (
    <div className="stack">
      <div className="row row-apart">
        <h1 style={{ margin: 0 }}>Contracts</h1>
        {(choosable.size > 0 || chosen.size > 0) && (
          <BusyButton disabled={chosen.size === 0} isBusy={batch.isRunning} onClick={() => batch.start([...chosen])}>
            Run {chosen.size === 0 ? 'selected' : chosen.size === 1 ? '1 contract' : `${chosen.size} contracts`}
          </BusyButton>
        )}
      </div>
      <Filters />
      {rest.text !== undefined && <Described text={rest.text} />}
      <BatchProgress batch={batch} />
      <Loaded query={query} what="Loading contracts">
        {({ rows, paging }) =>
          rows.length === 0 ? (
            <div className="panel">
              {isFiltered ? (
                <Message icon="search" title="No contract matches">
                  <PageLink to="/contracts" search={{}}>
                    Clear the filters
                  </PageLink>
                </Message>
              ) : (
                <Message icon="contract" title="There are no contracts yet">
                  <p>A contract is attached to an asset: open one and write what its readers may rely on.</p>
                  <PageLink to="/search" search={{}}>
                    Find an asset
                  </PageLink>
                </Message>
              )}
            </div>
          ) : (
            <>
              <ContractTable
                rows={rows}
                order={{ by: sort, direction: order }}
                setOrder={setOrder}
                {...{ chosen, choose: setChosen, choosable }}
              />
              <div className="row row-apart">
                <span className="dimmed small" role="status">
                  {paging.total === 1 ? '1 contract' : `${paging.total} contracts`}
                </span>
                <div className="row">
                  <Button variant="default" disabled={!paging.before} onClick={() => turn({ before: paging.before })}>
                    Previous
                  </Button>
                  <Button variant="default" disabled={!paging.after} onClick={() => turn({ after: paging.after })}>
                    Next
                  </Button>
                </div>
              </div>
            </>
          )
        }
      </Loaded>
    </div>
  );
}

/** The list knows names alone; the search reads descriptions and columns as well. */
function Described({ text }: { readonly text: string }) {
  return (
    <p className="small" style={{ margin: 0 }}>
      <span className="dimmed">Descriptions are not looked into here: </span>
      <PageLink to="/search" search={{ q: text, type: ['datacontract'] }} style={{ textDecoration: 'underline' }}>
        search contracts for {text}
      </PageLink>
    </p>
  );
}
