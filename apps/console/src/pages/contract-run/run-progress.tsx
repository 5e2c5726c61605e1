import { cancelValidation, type Contract } from '../../api/contracts';
import { useMayDoTo } from '../../api/permissions';
import { ActionButton, type Done } from '../../ui/buttons/action-button';
import { Refusal } from '../../ui/states';
import { OUTCOMES, Status, Tag } from '../../ui/status';
import type { Run } from './use-run';
import { Waiting } from './waiting';

interface ProgressProps {
  /** Id of the contract. */
  readonly contract: string;
  readonly run: Run;
  readonly latest: Contract['latestResult'];
}

/** How far the run of this visit is, dimension by dimension; what came of it stays until there is a newer result. */
export function RunProgress({
  contract,
  run: { status, result, dimensions, error, isRunning },
  latest,
}: ProgressProps) {
  if (error !== undefined) {
    return <Refusal error={error} />;
  }
  const isOvertaken =
    !isRunning && result && latest && latest.resultId !== result.id && latest.timestamp >= result.timestamp;
  if (status === undefined || isOvertaken) return null;
  return (
    <div className="panel row" role="status" aria-label="Validation">
      <strong>{isRunning ? 'Running' : 'Run finished'}</strong>
      <Status of={status} />
      {dimensions.map(({ name, label, passed, failed, total }) => (
        <Tag key={name} {...OUTCOMES[failed > 0 ? 'broken' : 'holds']}>
          {label} {failed > 0 ? `${failed} of ${total} failed` : `${passed} passed`}
        </Tag>
      ))}
      {isRunning && status === 'Queued' && <Waiting />}
      {isRunning && result?.id !== undefined && <Cancel contract={contract} run={result.id} />}
    </div>
  );
}

/** For users who may run the contract. The events of the run say that it has ended. */
function Cancel({ contract, run }: { readonly contract: string; readonly run: string }) {
  const mayCancel = useMayDoTo('dataContract', contract, 'ValidateContract');
  const cancel = async (): Promise<Done> => {
    await cancelValidation(contract, run);
    return { text: 'The run was cancelled.' };
  };
  return (
    mayCancel && (
      <ActionButton size="compact-sm" act={cancel} changes={[]}>
        Cancel the run
      </ActionButton>
    )
  );
}
