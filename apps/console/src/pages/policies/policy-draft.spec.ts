import type { ContractPolicy } from '../../api/governance/policies';
import { bodyOf, isComplete, policyBody, policyDraft } from './policy-draft';

const STORED: ContractPolicy = {
  id: '3f0e6a5c-1111-4222-8333-444455556666',
  scope: { type: 'domain', id: '3f0e6a5c-1111-4222-8333-444455556667', fullyQualifiedName: 'sales' },
  change: {
    mode: 'consented',
    consentPeriod: 'P14D',
    mostExtension: 'PT12H',
    atDeadline: 'reject',
    sunsetNotice: 'P1M',
  },
  incidents: { open: true, assign: 'none', closeAfterRuns: 0, group: false, groupWithin: 'PT90M' },
  updatedAt: 1_764_300_000_000,
  updatedBy: 'admin',
};
const SALES = { scopeType: 'domain', scopeName: ' sales ' } as const;

describe('the form of a contract policy', () => {
  it('sends a stored policy as it is', () => {
    const { change, incidents } = STORED;
    expect(policyBody(policyDraft(SALES, STORED))).toEqual({
      scope: { type: 'domain', fullyQualifiedName: 'sales' },
      change,
      incidents,
    });
    expect(bodyOf(STORED)).toEqual({ scope: { type: 'domain', id: STORED.scope.id }, change, incidents });
  });

  it('sends the sections alone that are switched on', () => {
    const draft = policyDraft({ scopeType: 'all', scopeName: '' });
    const has = { change: false, incidents: false, learned: true };
    expect(policyBody({ ...draft, has, volume: false })).toEqual({
      scope: { type: 'all' },
      learned: { freshness: 'warn', volume: 'off', sensitivity: 'medium', timezone: 'UTC' },
    });
  });

  it('assigns incidents to a team by its name', () => {
    const draft = policyDraft(SALES, STORED, { type: 'team', fullyQualifiedName: 'data_team' });
    expect(policyBody({ ...draft, assign: 'party' }).incidents).toMatchObject({
      assign: { type: 'team', fullyQualifiedName: 'data_team' },
    });
  });

  it('needs a scope, a section, and the name of an assignee', () => {
    const draft = policyDraft(SALES, STORED);
    expect(isComplete(draft)).toBe(true);
    expect(isComplete({ ...draft, scopeName: ' ' })).toBe(false);
    expect(isComplete({ ...draft, has: { change: false, incidents: false, learned: false } })).toBe(false);
    expect(isComplete({ ...draft, assign: 'party' })).toBe(false);
  });
});
