import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { typeLabel } from '../../api/entity-types';
import { follow, unfollow } from '../../api/followers';
import { followsQuery } from '../../api/inbox';
import type { Schemas } from '../../api/service/client';
import { BusyButton } from '../../ui/buttons/busy-button';
import { EntityName } from '../../ui/entity-name';
import { nameOf } from '../../ui/references';
import { Loaded, Message, Refusal } from '../../ui/states';
import { TableScroll } from '../../ui/tables/list-table';
import { Table } from '../../ui/tables/table';
import { toasts } from '../../ui/toasts/toasts';

type Reference = Schemas['EntityReference'];

const labelOf = (type: string): string => (type === 'dataContract' ? 'Contract' : typeLabel(type));

/** Entities that the reader follows, each to be followed no more. */
export function Followed() {
  const query = useQuery(followsQuery());
  const queries = useQueryClient();
  const stop = useMutation({
    mutationFn: ({ own, of }: { readonly own: string; readonly of: Reference }) => unfollow(of.type, of.id, own),
    onSuccess: (_, { own, of }) => toasts.add(`You do not follow ${nameOf(of)}.`, () => follow(of.type, of.id, own)),
    onSettled: () => queries.invalidateQueries(),
  });
  return (
    <Loaded query={query} what="Looking for what you follow">
      {({ id, follows }) =>
        follows.length === 0 ? (
          <div className="panel">
            <Message icon="user" title="You follow nothing yet">
              <p>
                Follow a contract, an asset or a domain on its page: notices about its contracts come to your inbox.
              </p>
            </Message>
          </div>
        ) : (
          <div className="stack">
            <Refusal error={stop.error} />
            <TableScroll className="panel panel-flush">
              <Table
                label="Following"
                head={['What', 'Type', 'Change']}
                rows={follows.map((of) => [
                  <EntityName type={of.type} fqn={of.fullyQualifiedName ?? ''} displayName={of.displayName} />,
                  labelOf(of.type),
                  <BusyButton
                    size="compact-md"
                    variant="default"
                    aria-label={`Unfollow ${nameOf(of)}`}
                    isBusy={stop.isPending && stop.variables.of.id === of.id}
                    onClick={() => stop.mutate({ own: id, of })}
                  >
                    Unfollow
                  </BusyButton>,
                ])}
              />
            </TableScroll>
          </div>
        )
      }
    </Loaded>
  );
}
