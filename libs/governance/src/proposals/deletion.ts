import type { Change } from '@app/contracts';

/** The deletion of a contract, as a comparison would tell it. */
export const DELETION: Change = {
  path: 'deleted',
  from: false,
  to: true,
  compatibility: 'breaking',
  reason: 'the contract is deleted: it promises nothing any more',
};
