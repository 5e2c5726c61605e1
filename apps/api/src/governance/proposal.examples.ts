import { CHANGE_MODES, CONSENTS, DEADLINE_RULES, ENDS, PROPOSAL_STATES } from '@app/agreements';
import { component, count, flag, instant, list, oneOf, text, uuid } from '../http/schemas';

const version = { type: 'number', description: 'As in contracts' };

const PERSON = component('ProposalAuthor', { id: uuid, name: text });

const CHANGE = component('ProposedChange', {
  path: text,
  'from?': {},
  'to?': {},
  compatibility: oneOf(['breaking', 'compatible', 'info']),
  reason: text,
});

const TERMS = component('ProposalTerms', {
  mode: oneOf(CHANGE_MODES),
  consentPeriod: text,
  mostExtension: text,
  atDeadline: oneOf(DEADLINE_RULES),
  sunsetNotice: text,
});

const PARTY = component('ProposalParty', {
  consumer: { ...uuid, description: 'Id of the declaration' },
  'party?': component('ProposalPartyReference', {
    id: uuid,
    type: oneOf(['user', 'team']),
    name: text,
    fullyQualifiedName: text,
  }),
  'columns?': list(text, 'Absent: the whole contract'),
  decision: oneOf(['pending', ...CONSENTS]),
  'until?': instant,
  'comment?': text,
  'by?': text,
  'at?': instant,
});

export const PROPOSAL_SCHEMA = component('ContractProposal', {
  id: uuid,
  contract: component('ProposalContract', { id: uuid, fullyQualifiedName: text }),
  kind: oneOf(['edit', 'deletion']),
  state: oneOf(PROPOSAL_STATES),
  'endedBy?': oneOf(ENDS),
  round: { type: 'integer', minimum: 1 },
  baseVersion: version,
  'document?': { type: 'object', additionalProperties: true, description: 'The contract as it would become' },
  changes: list(CHANGE),
  breaking: flag,
  terms: TERMS,
  author: PERSON,
  'reason?': text,
  openedAt: instant,
  'consentFrom?': instant,
  'deadline?': instant,
  approvals: list(component('ProposalApproval', { user: text, at: instant, 'comment?': text })),
  parties: list(PARTY),
  'affected?': component(
    'AffectedByProposal',
    { assets: count, contracts: count, consumers: count },
    'By a read of one proposal',
  ),
  'override?': component('ProposalOverride', { user: text, reason: text, at: instant }),
  'appliedVersion?': version,
  'endedAt?': instant,
  'message?': text,
});

const USER = { id: '3f0cbc5b-1f64-4a8a-9f5e-0d5b64c2b6a1', name: 'ana' };
const FROM = 1_767_225_600_000;

export const PROPOSAL = {
  id: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  contract: {
    id: '9d1c4a52-3f0b-4f5e-8c1d-2b7a9e6f1c33',
    fullyQualifiedName: 'shop_postgres.shop.public.orders.dataContract_orders',
  },
  kind: 'edit',
  state: 'InReview',
  round: 1,
  baseVersion: 1.2,
  changes: [
    {
      path: 'schema.note',
      from: { name: 'note', dataType: 'TEXT' },
      compatibility: 'breaking',
      reason: 'the column is removed',
    },
  ],
  breaking: true,
  terms: {
    mode: 'consented',
    consentPeriod: 'P30D',
    mostExtension: 'P30D',
    atDeadline: 'applyUnlessObjected',
    sunsetNotice: 'P30D',
  },
  author: USER,
  reason: 'Nobody fills it any more.',
  openedAt: FROM,
  approvals: [],
  parties: [],
};

export const SENT_PROPOSAL = { patch: [{ op: 'remove', path: '/schema/4' }], reason: 'Nobody fills it any more.' };
