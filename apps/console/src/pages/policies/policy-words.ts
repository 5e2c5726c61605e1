import type { ContractPolicy, PolicyScopeType } from '../../api/governance/policies';
import { counted } from '../../ui/changes/value-words';
import { durationText } from '../contract/promise-text';

type ChangeRules = NonNullable<ContractPolicy['change']>;
type IncidentRules = NonNullable<ContractPolicy['incidents']>;
type LearnedRules = NonNullable<ContractPolicy['learned']>;

export const SCOPES: Readonly<Record<PolicyScopeType, string>> = {
  all: 'All contracts',
  domain: 'A domain',
  dataProduct: 'A data product',
  tag: 'A tag',
  dataContract: 'One contract',
};

export const MODES: Readonly<Record<ChangeRules['mode'], string>> = {
  open: 'Anyone who may edit a contract changes it',
  reviewed: 'A change needs a review',
  consented: 'A change needs a review, a breaking one also the consent of consumers',
};

export const AT_DEADLINE: Readonly<Record<ChangeRules['atDeadline'], string>> = {
  applyUnlessObjected: 'Apply the change unless a consumer objected',
  apply: 'Apply the change',
  reject: 'Reject the change without the consent of all',
};

export const SENSITIVITIES: Readonly<Record<LearnedRules['sensitivity'], string>> = {
  low: 'Low: few warnings',
  medium: 'Medium',
  high: 'High: many warnings',
};

const period = (iso: string): string => durationText(iso) ?? iso;

/** The rules of a section in a sentence. */
export function changeText({ mode, consentPeriod }: ChangeRules): string {
  return mode === 'consented' ? `${MODES.consented} (${period(consentPeriod)} to decide)` : MODES[mode];
}

export function incidentsText({ open, assign, closeAfterRuns }: IncidentRules): string {
  if (!open) return 'Opened manually';
  const whom =
    assign === 'owner' ? ', assigned to the owner' : assign === 'none' || assign === undefined ? '' : ', assigned';
  const end =
    closeAfterRuns === 0 ? 'closed manually' : `closed after ${counted(closeAfterRuns, 'passing run')} in a row`;
  return `Opened by failing runs${whom}; ${end}`;
}

export function learnedText({ freshness, volume, sensitivity }: LearnedRules): string {
  const warned = [freshness === 'warn' && 'freshness', volume === 'warn' && 'volume'].filter(Boolean);
  return warned.length === 0 ? 'No warnings' : `Warns of unusual ${warned.join(' and ')} (sensitivity ${sensitivity})`;
}
