import { useQuery } from '@tanstack/react-query';
import type { Asset } from '../../api/assets';
import { columnDefinitionsQuery, type TestCase } from '../../api/operations/checks';
import { useMayDoTo } from '../../api/permissions';
import { columnsOf } from '../../ui/text/column-type';
import { EditDialog } from '../asset-edit/edit-dialog';
import {
  checkedColumns,
  enteredOf,
  faultsOfCheck,
  parameterChange,
  triedCheck,
  type Entered,
} from '../expectation/check-draft';
import { ParameterFields } from '../expectation/check-fields';
import { Trial } from '../expectation/trial';
import { columnIn, titleOf } from './check-words';

interface CheckEditorProps {
  readonly table: Asset;
  readonly testCase: TestCase;
  readonly close: () => void;
}

/** The values of a check; its column and its kind stay. */
interface CheckDraft {
  readonly entered: Entered;
}

/** Changes the values that a check judges by, after they were tried on the data. */
export function CheckEditor({ table, testCase, close }: CheckEditorProps) {
  const { data: definitions = [] } = useQuery(columnDefinitionsQuery);
  const mayTry = useMayDoTo('table', table.id, 'CheckData');
  const definition = definitions.find(({ name }) => name === testCase.testDefinition?.name);
  const column = checkedColumns(columnsOf(table)).find(({ path }) => path === columnIn(testCase.entityLink));
  if (!definition || !column) return null;
  const faultsOf = (entered: Entered) => faultsOfCheck(definition, entered, column);
  const isFaulty = ({ entered }: CheckDraft) => Object.keys(faultsOf(entered)).length > 0;
  return (
    <EditDialog<CheckDraft>
      type="testCase"
      id={testCase.id}
      close={close}
      of={{
        what: `the check of ${column.path}: ${titleOf(testCase)}`,
        draftOf: ({ parameterValues = [] }) => ({ entered: enteredOf(definition, parameterValues) }),
        changesOf: ({ parameterValues }, { entered }) => parameterChange(definition, parameterValues, entered),
        isFaulty,
        fields: ({ draft, set }) => (
          <>
            <ParameterFields
              of={definition}
              entered={draft.entered}
              enter={(entered) => set({ entered })}
              faults={faultsOf(draft.entered)}
            />
            <Trial
              table={table.id}
              check={isFaulty(draft) ? undefined : triedCheck(definition, column, draft.entered)}
              mayTry={mayTry}
            />
          </>
        ),
      }}
    />
  );
}
