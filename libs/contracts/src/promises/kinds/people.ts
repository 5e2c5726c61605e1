import { numbered } from '../column-promises';
import type { PromiseKind, Unjudged } from '../promise';

/** Promises that people keep. */
export const FOR_PEOPLE: Unjudged = { reason: 'forPeople', message: 'It is for people to judge' };

export const CLASSIFICATION: PromiseKind = {
  kind: 'classification',
  members: ['security.dataClassification'],
  isDrafted: false,
  ofContract: ({ contract: { security } }) =>
    typeof security?.dataClassification === 'string'
      ? [{ kind: 'classification', path: 'security.dataClassification', unjudged: FOR_PEOPLE }]
      : [],
};

/** Access to the data, by policy. */
export const POLICY: PromiseKind = {
  kind: 'policy',
  members: ['security.policies'],
  isDrafted: false,
  ofContract: ({ contract: { security } }) => {
    const next = numbered();
    return (security?.policies ?? []).map(({ accessPolicy }, index) => ({
      kind: 'policy',
      path: next(`security.policies.${accessPolicy ?? index}`),
      unjudged: FOR_PEOPLE,
    }));
  },
};

export const TERMS: PromiseKind = {
  kind: 'terms',
  members: ['termsOfUse'],
  isDrafted: false,
  ofContract: ({ contract: { termsOfUse } }) =>
    termsOfUse === undefined ? [] : [{ kind: 'terms', path: 'termsOfUse', unjudged: FOR_PEOPLE }],
};
