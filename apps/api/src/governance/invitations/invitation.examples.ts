import { component, instant, text, uuid } from '../../http/schemas';
import { CONSUMER } from '../consumer.examples';
import { REFERENCE } from '../policy.examples';

export const INVITATION_SCHEMA = component('ContractInvitation', {
  id: uuid,
  'contract?': REFERENCE,
  'party?': REFERENCE,
  'message?': text,
  'invitedBy?': REFERENCE,
  invitedAt: instant,
  expiresAt: instant,
});

export const SENT_INVITATION = {
  party: { type: 'user', fullyQualifiedName: 'ann' },
  message: 'Your revenue report reads it nightly',
};

export const INVITATION = {
  id: '6c8d0e2f-3a4b-4c5d-8e7f-9a0b1c2d3e4f',
  contract: CONSUMER.contract,
  party: CONSUMER.party,
  message: SENT_INVITATION.message,
  invitedBy: { ...CONSUMER.party, id: '3f4d6a2b-3c1e-4d5f-8a9b-1c2d3e4f5a6c', name: 'bob', fullyQualifiedName: 'bob' },
  invitedAt: 1_764_300_000_000,
  expiresAt: 1_766_892_000_000,
};
