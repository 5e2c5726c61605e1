import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { Asset } from '../../api/assets';
import { columnDefinitionsQuery, deleteTestCase, restoreTestCase, type TestCase } from '../../api/operations/checks';
import { useGrantsOn } from '../../api/permissions';
import { DecisionDialog, type Decision } from '../../ui/dialogs/decision-dialog';
import { columnsOf } from '../../ui/text/column-type';
import { CHECKS, checkedColumns } from '../expectation/check-draft';
import { columnIn, titleOf } from './check-words';

const CheckEditor = lazy(async () => ({ default: (await import('./check-editor')).CheckEditor }));

interface CheckActionsProps {
  readonly table: Asset;
  readonly testCase: TestCase;
}

/** Edits and deletes a check, for who may; nothing for others. */
export function CheckActions({ table, testCase }: CheckActionsProps) {
  const grants = useGrantsOn('testCase', testCase.id);
  const [asked, setAsked] = useState<'edit' | 'delete'>();
  const close = () => setAsked(undefined);
  if (!grants?.('EditAll') && !grants?.('Delete')) return null;
  const title = titleOf(testCase);
  return (
    <div className="row">
      {grants('EditAll') && <EditCheck table={table} testCase={testCase} edit={() => setAsked('edit')} />}
      {grants('Delete') && (
        <Button size="compact-sm" variant="default" aria-label={`Delete: ${title}`} onClick={() => setAsked('delete')}>
          Delete
        </Button>
      )}
      {asked === 'edit' && (
        <Suspense fallback={null}>
          <CheckEditor table={table} testCase={testCase} close={close} />
        </Suspense>
      )}
      {asked === 'delete' && <DecisionDialog of={deletion(testCase.id, title)} close={close} />}
    </div>
  );
}

/** Edits the values that a check judges by. */
function EditCheck({ table, testCase, edit }: CheckActionsProps & { readonly edit: () => void }) {
  const { data: definitions = [] } = useQuery(columnDefinitionsQuery);
  const definition = definitions.find(({ name }) => name === testCase.testDefinition?.name);
  const path = columnIn(testCase.entityLink);
  const hasForm =
    definition !== undefined &&
    definition.name in CHECKS &&
    checkedColumns(columnsOf(table)).some((column) => column.path === path);
  if (!hasForm) return <span className="dimmed small">Changed by the API: the console has no form for it</span>;
  if ((definition.parameterDefinition ?? []).length === 0) return null;
  return (
    <Button size="compact-sm" variant="default" aria-label={`Edit: ${titleOf(testCase)}`} onClick={edit}>
      Edit
    </Button>
  );
}

const deletion = (id: string, title: string): Decision => ({
  title: `Delete the check: ${title}`,
  label: 'Delete the check',
  text: 'It is run no more. A contract that expects it fails until it does so no more. Its results stay, and this can be undone.',
  comment: 'none',
  act: async () => {
    await deleteTestCase(id);
    return `The check is deleted: ${title}.`;
  },
  undo: () => restoreTestCase(id),
});
