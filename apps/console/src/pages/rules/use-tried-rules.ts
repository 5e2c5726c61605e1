import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { tryRules, type TriedRule } from '../../api/contracts';
import type { Members } from '../draft/draft-text';
import { faultsOfRule, rulesOf, type DraftRule } from './draft-rules';

/** Rules that the service takes at a time. */
const MOST_RULES = 20;

/** Outcomes of the rules of a draft on an asset. */
export interface TriedRules {
  /** By the index of the rule; absent as long as the answer is not there. Of a rule that is not complete there is none. */
  readonly outcomes: ReadonlyMap<number, TriedRule> | undefined;
  /** Why the rules could not be tried. */
  readonly error: unknown;
}

/** Tries the enabled rules of a draft, as far as they are complete, on an asset. What asks for the same draft shares one request. */
export function useTriedRules(type: string, assetId: string | undefined, members: Members): TriedRules {
  const rules = useMemo(() => rulesOf(members).filter(isWhole).slice(0, MOST_RULES), [members]);
  const asked = rules.map(({ name, logic }) => ({ name, ...(logic !== undefined && { rule: logic }) }));
  const { data, error } = useQuery({
    queryKey: ['tried-rules', type, assetId, asked],
    queryFn: () => tryRules(type, assetId!, asked),
    enabled: asked.length > 0 && assetId !== undefined,
    retry: false,
  });
  const outcomes = data && new Map(data.flatMap((outcome, index) => placed(rules[index], outcome)));
  return { outcomes, error };
}

const isWhole = (rule: DraftRule): boolean => rule.isEnabled && Object.keys(faultsOfRule(rule)).length === 0;

const placed = (rule: DraftRule | undefined, outcome: TriedRule): [number, TriedRule][] =>
  rule ? [[rule.at, outcome]] : [];
