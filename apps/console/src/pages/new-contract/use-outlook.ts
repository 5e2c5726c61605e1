import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { Asset } from '../../api/assets';
import { checkContract } from '../../api/contract-yaml';
import { tryRules, type TriedRule } from '../../api/contracts';
import { faultsOfRule, rulesOf, type ContractDraft } from './contract-draft';

/** A pause in typing after which the service is asked about the document. */
const PAUSE_MS = 500;

interface Proposed {
  readonly type: string;
  readonly asset: Asset;
  readonly draft: ContractDraft;
  readonly yaml: string;
  /** Whether the draft can be sent. */
  readonly isWhole: boolean;
}

/** Findings on a contract before it is there. */
export interface ContractOutlook {
  /** The document that is looked at. */
  readonly looked: string;
  readonly isChecked: boolean;
  readonly errors: readonly { readonly field: string; readonly message: string }[];
  /** Why the service could not be asked. */
  readonly error: unknown;
  readonly hasColumns: boolean;
  readonly hasLevels: boolean;
  /** The rules in words, and whether the asset meets each; absent as long as that is not known. */
  readonly rules: readonly (TriedRule & { readonly label: string })[] | undefined;
  /** How many test cases are expected to pass. */
  readonly tests: number;
  /** Why the rules could not be tried. */
  readonly rulesError: unknown;
}

/** Asks the service whether the columns of the asset fit a proposed contract, and which of its rules the asset meets. */
export function useOutlook({ type, asset, draft, yaml, isWhole }: Proposed): ContractOutlook {
  const [looked] = useDebouncedValue(yaml, PAUSE_MS);
  const check = useQuery({
    queryKey: ['checked', looked],
    queryFn: () => checkContract(looked),
    enabled: isWhole,
    retry: false,
  });
  const [settled] = useDebouncedValue(draft, PAUSE_MS);
  const areRead = settled.ownRules.every((rule) => Object.keys(faultsOfRule(rule)).length === 0);
  const asked = rulesOf(type, settled);
  const tried = useQuery({
    queryKey: ['tried-rules', type, asset.id, asked],
    queryFn: () =>
      tryRules(
        type,
        asset.id,
        asked.map(({ name, rule }) => ({ name, ...(rule && { rule }) })),
      ),
    enabled: asked.length > 0 && areRead,
    retry: false,
  });
  return {
    looked,
    isChecked: check.data?.valid === true,
    errors: check.data?.errors ?? [],
    error: check.error,
    hasColumns: draft.columns.size > 0,
    hasLevels: [draft.refresh, draft.latency, draft.retention].some(({ amount }) => amount !== ''),
    rules:
      asked.length === 0
        ? []
        : tried.data?.map((outcome, at) => ({
            ...outcome,
            label: asked[at]?.description ?? asked[at]?.name ?? '',
          })),
    tests: draft.tests.size,
    rulesError: tried.error,
  };
}
