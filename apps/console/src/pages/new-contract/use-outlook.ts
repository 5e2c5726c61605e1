import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Asset } from '../../api/assets';
import { checkContract } from '../../api/contract-yaml';
import type { TriedRule } from '../../api/contracts';
import { isRecord, listOf, readingOf } from '../draft/draft-text';
import { faultsOfRule, rulesOf, type DraftRule } from '../rules/draft-rules';
import { sentenceText } from '../rules/sentence';
import { useTriedRules } from '../rules/use-tried-rules';

/** A pause in typing after which the service is asked about the document. */
const PAUSE_MS = 500;

interface Proposed {
  readonly type: string;
  readonly asset: Asset;
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
export function useOutlook({ type, asset, yaml, isWhole }: Proposed): ContractOutlook {
  const [looked] = useDebouncedValue(yaml, PAUSE_MS);
  const check = useQuery({
    queryKey: ['checked', looked],
    queryFn: () => checkContract(looked),
    enabled: isWhole,
    retry: false,
  });
  const members = useMemo(() => readingOf(looked).members ?? {}, [looked]);
  const rules = rulesOf(members).filter(({ isEnabled }) => isEnabled);
  const areRead = rules.every((rule) => Object.keys(faultsOfRule(rule)).length === 0);
  const { outcomes, error } = useTriedRules(type, asset.id, members);
  return {
    looked,
    isChecked: check.data?.valid === true,
    errors: check.data?.errors ?? [],
    error: check.error,
    hasColumns: listOf(members.schema).length > 0,
    hasLevels: isRecord(members.sla),
    rules:
      rules.length === 0 ? [] : areRead && outcomes ? rules.flatMap((rule) => labelled(rule, outcomes)) : undefined,
    tests: listOf(members.qualityExpectations).length,
    rulesError: error,
  };
}

const labelled = (rule: DraftRule, outcomes: ReadonlyMap<number, TriedRule>) => {
  const outcome = outcomes.get(rule.at);
  return outcome ? [{ ...outcome, label: labelOf(rule) }] : [];
};

const labelOf = ({ said, description, name }: DraftRule): string =>
  said ? sentenceText(said.sentence, said.values) : description || name;
