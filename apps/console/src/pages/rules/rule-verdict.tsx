import { useDebouncedValue } from '@mantine/hooks';
import type { FormState } from '../draft/draft-text';
import { faultsOfRule, type DraftRule } from './draft-rules';
import { useTriedRules } from './use-tried-rules';

/** A pause in typing after which the service is asked. */
const PAUSE_MS = 500;

interface VerdictProps {
  readonly state: FormState;
  readonly rule: DraftRule;
}

/** Whether the asset, as it is, meets a rule that is being written. */
export function RuleVerdict({ state: { type, asset, members }, rule }: VerdictProps) {
  const [looked] = useDebouncedValue(members, PAUSE_MS);
  const { outcomes, error } = useTriedRules(type, asset?.id, looked);
  if (!asset || !rule.isEnabled) return null;
  return (
    <p className="small" role="status" aria-label="This asset" style={{ margin: 0 }}>
      {verdictText(rule, outcomes?.get(rule.at), error)}
    </p>
  );
}

interface Outcome {
  readonly passed?: boolean;
  readonly reason?: string;
}

function verdictText(rule: DraftRule, outcome: Outcome | undefined, error: unknown): string {
  if (Object.keys(faultsOfRule(rule)).length > 0) return 'This asset is tried once the rule is complete.';
  if (outcome)
    return outcome.passed ? 'This asset passes.' : `This asset fails: ${outcome.reason ?? 'the rule is not met'}.`;
  return error ? 'It could not be tried on this asset: a validation judges it.' : 'It is being tried on this asset.';
}
