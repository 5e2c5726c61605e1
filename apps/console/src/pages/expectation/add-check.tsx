import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import type { Asset } from '../../api/assets';
import type { TestCase } from '../../api/operations/checks';
import { useMayDoTo } from '../../api/permissions';

const CheckDialog = lazy(async () => ({ default: (await import('./check-dialog')).CheckDialog }));

interface AddCheckProps {
  readonly table: Asset;
  readonly take: (made: TestCase) => Promise<unknown>;
}

/** Opens the form of a check; only for who may make test cases of the table. */
export function AddCheck({ table, take }: AddCheckProps) {
  const mayMake = useMayDoTo('table', table.id, 'EditTests');
  const [isOpen, setOpen] = useState(false);
  if (!mayMake) return null;
  return (
    <>
      <Button variant="default" w="max-content" onClick={() => setOpen(true)}>
        Add a check
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <CheckDialog table={table} take={take} close={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
