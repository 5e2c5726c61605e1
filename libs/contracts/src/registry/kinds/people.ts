import { diffSecurity } from '../../change/sections/diff-security';
import { numbered } from '../../promises/column-promises';
import type { Unjudged } from '../../promises/promise';
import type { PromiseKind } from '../../promises/promise-kind';

/** Promises that people, not data, fulfil. */
export const FOR_PEOPLE: Unjudged = { reason: 'forPeople', message: 'It is for people to judge' };

export const CLASSIFICATION: PromiseKind<'classification'> = {
  kind: 'classification',
  members: ['security.dataClassification'],
  ofContract: ({ contract: { security } }) =>
    typeof security?.dataClassification === 'string'
      ? [{ kind: 'classification', path: 'security.dataClassification', unjudged: FOR_PEOPLE }]
      : [],
  compare: ({ before, after, names }) => diffSecurity(before.security ?? {}, after.security ?? {}, names),
  documentPath: (_promise, paths) => paths.of('security.dataClassification'),
};

/** Access to the data, by policy. */
export const POLICY: PromiseKind<'policy'> = {
  kind: 'policy',
  members: ['security.policies'],
  ofContract: ({ contract: { security } }) => {
    const next = numbered();
    return (security?.policies ?? []).map(({ accessPolicy }, index) => ({
      kind: 'policy',
      path: next(`security.policies.${accessPolicy ?? index}`),
      index,
      unjudged: FOR_PEOPLE,
    }));
  },
  compare: { with: 'classification' },
  documentPath: ({ index }, paths) => `${paths.of(`security.policies[${index}]`)}.role`,
};

export const TERMS: PromiseKind<'terms'> = {
  kind: 'terms',
  members: ['termsOfUse'],
  ofContract: ({ contract: { termsOfUse } }) =>
    termsOfUse === undefined ? [] : [{ kind: 'terms', path: 'termsOfUse', unjudged: FOR_PEOPLE }],
  compare: { with: 'attributes' },
  documentPath: (_promise, paths) => paths.of('termsOfUse'),
};
