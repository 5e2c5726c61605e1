import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Asset } from '../../api/assets';
import { columnDefinitionsQuery, createTestCase, testCaseNamesQuery, type TestCase } from '../../api/operations/checks';
import { useMayDoTo } from '../../api/permissions';
import { FormDialog } from '../../ui/dialogs/form-dialog';
import { FieldRefusal, Loaded } from '../../ui/states';
import { columnsOf } from '../../ui/text/column-type';
import {
  allowedFor,
  begunWith,
  checkedColumns,
  faultsOfCheck,
  testCaseOf,
  triedCheck,
  type Entered,
} from './check-draft';
import { CheckFields } from './check-fields';
import { Trial } from './trial';

const NOTHING: Entered = {};

interface CheckDialogProps {
  readonly table: Asset;
  /** Takes the test case that was made. Where that fails it is tried again with the same one. */
  readonly take: (made: TestCase) => Promise<unknown>;
  readonly close: () => void;
}

/** A check of a column by a form: tried on the data, and then a test case. */
export function CheckDialog({ table, take, close }: CheckDialogProps) {
  const definitions = useQuery(columnDefinitionsQuery);
  const known = useQuery(testCaseNamesQuery(table.fullyQualifiedName));
  const queries = useQueryClient();
  const mayTry = useMayDoTo('table', table.id, 'CheckData');
  const columns = checkedColumns(columnsOf(table));
  const [path, setPath] = useState<string | null>(null);
  const [name, setName] = useState<string | null>(null);
  const [entered, enter] = useState(NOTHING);
  const [made, setMade] = useState<TestCase>();
  const column = columns.find((one) => one.path === path);
  const allowed = column ? allowedFor(definitions.data ?? [], column, table.serviceType) : [];
  const definition = allowed.find((one) => one.name === name);
  const faults = definition && column ? faultsOfCheck(definition, entered, column) : {};
  const isWhole = definition !== undefined && column !== undefined && Object.keys(faults).length === 0;
  const save = useMutation({
    mutationFn: async () => {
      if (!definition || !column) return;
      const body = testCaseOf(table.fullyQualifiedName, definition, column, entered, known.data ?? []);
      const testCase = made ?? (await createTestCase(body));
      setMade(testCase);
      await take(testCase);
    },
    onSuccess: close,
    onSettled: () => queries.invalidateQueries({ queryKey: ['test-cases'] }),
  });
  const choose = (next: string | null) => {
    const chosen = allowed.find((one) => one.name === next);
    setName(next);
    enter(chosen ? begunWith(chosen) : NOTHING);
    setMade(undefined);
  };
  return (
    <FormDialog
      title="Add a check"
      label="Add the check"
      size="lg"
      save={save}
      disabled={!isWhole || known.data === undefined}
      isChanged={path !== null}
      close={close}
    >
      <Loaded query={definitions} what="Loading the kinds of checks">
        {() => (
          <CheckFields
            columns={columns}
            column={column}
            chooseColumn={(next) => {
              setPath(next);
              choose(null);
            }}
            definitions={allowed}
            definition={definition}
            chooseDefinition={choose}
            entered={entered}
            enter={(next) => {
              enter(next);
              setMade(undefined);
            }}
            faults={faults}
          />
        )}
      </Loaded>
      <Trial table={table.id} check={isWhole ? triedCheck(definition, column, entered) : undefined} mayTry={mayTry} />
      <FieldRefusal error={save.error} />
    </FormDialog>
  );
}
