import type { AppError } from '@app/common';
import { proposedBody } from './proposed-document';

const CURRENT = {
  id: 'c',
  name: 'orders',
  entity: { id: '0b7c9a52-7c1f-4b0e-9c7d-0f5a2d1e6b34', type: 'table', fullyQualifiedName: 's.d.p.orders' },
};

describe('a proposed document as a body', () => {
  it.each([
    ['neither name nor asset', { sla: {} }],
    ['both', { name: 'orders', entity: CURRENT.entity, sla: {} }],
    ['another name', { name: 'orders v2', sla: {} }],
    ['the asset by id alone', { entity: { id: CURRENT.entity.id, type: 'table' }, sla: {} }],
    ['its id in capitals', { entity: { id: CURRENT.entity.id.toUpperCase(), type: 'table' }, sla: {} }],
    ['the asset by FQN', { entity: 's.d.p.orders', sla: {} }],
    ['a reference by FQN', { entity: { type: 'table', fullyQualifiedName: 's.d.p.orders' }, sla: {} }],
    ['what only answers have', { inherited: false, latestResult: { status: 'Failed' }, sla: {} }],
    ['null for absent', { entity: null, sla: {} }],
  ])('with %s is for the contract', (_what, document) => {
    const { id, type } = CURRENT.entity;
    expect(proposedBody(document, CURRENT)).toEqual({ name: 'orders', entity: { id, type }, sla: {} });
  });

  it.each([
    ['another id', { id: 'ffffffff-7c1f-4b0e-9c7d-0f5a2d1e6b34', type: 'table' }],
    ['another FQN', 's.d.p.customers'],
    ['nothing that names an asset', { type: 'table' }],
  ])('for another asset is refused: %s', (_what, entity) => {
    expect(() => proposedBody({ entity }, CURRENT)).toThrow(
      expect.objectContaining<Partial<AppError>>({
        code: 'BAD_REQUEST',
        details: [{ field: 'entity', message: expect.stringContaining('table s.d.p.orders') as string }],
      }),
    );
  });

  it.each([[undefined], [null], ['name: x'], [7], [[{}]]])('that is no object is refused: %j', (document) => {
    expect(() => proposedBody(document, CURRENT)).toThrow(/must be an object/);
  });
});
