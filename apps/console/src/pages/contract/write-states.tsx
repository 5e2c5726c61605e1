import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../../api/service/api-error';
import type { Contract } from '../../api/contracts';
import { effectivePolicyQuery } from '../../api/governance/policies';
import { Notice, Refusal } from '../../ui/states';
import { OpenProposal } from '../proposal/open-proposal';
import { policyText } from '../proposal/proposal-words';

/** Shows, before a change is written, whose consent the policy of the contract requires; nothing without any. */
export function PolicyLine({ contract }: { readonly contract: Contract }) {
  const { data: policy } = useQuery(effectivePolicyQuery(contract.id ?? ''));
  const text = policy && policyText(policy.change, contract);
  if (text === undefined) return null;
  return (
    <Notice tone="busy" icon="info">
      <p>{text}</p>
    </Notice>
  );
}

interface WriteRefusalProps {
  readonly error: unknown;
  readonly contract: Contract;
  /** Goes on from the version that there is. */
  readonly compare?: () => Promise<unknown>;
}

/** Why a contract was not written, with the way on: to the proposal that stands in the way, or to the version that there is. */
export function WriteRefusal({ error, contract, compare }: WriteRefusalProps) {
  if (!(error instanceof ApiError)) return <Refusal error={error} />;
  if (error.isConflict) {
    return (
      <div className="stack" style={{ gap: 10 }}>
        <Refusal error={error} />
        <OpenProposal contract={contract} />
      </div>
    );
  }
  if (error.isOutdated && compare) {
    return (
      <Notice tone="bad" icon="warning">
        <div className="stack" style={{ gap: 10 }}>
          <p>
            The contract has changed since you opened it, and nothing was overwritten. Your text is still here. Compare
            it with the contract as it is: what you would take back of the other change is shown too.
          </p>
          <div>
            <Button variant="default" onClick={() => void compare()}>
              Compare with the current version
            </Button>
          </div>
        </div>
      </Notice>
    );
  }
  return error.details.length > 0 ? null : <Refusal error={error} />;
}
