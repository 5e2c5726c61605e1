import { AccessControl } from '@app/auth';
import type { AccessRule, Actor } from '@app/common';
import {
  array,
  base,
  byRequest,
  defineEntityType,
  inverse,
  many,
  openObject,
  part,
  parts,
  readOnly,
  text,
  word,
} from '../../definition/build';
import type { StoredEntity } from '../entity-update';
import type { Plan, Surroundings } from './plan';
import type { WriterRights } from './rights';

/** The subject of the specs of plans: a type of assets with all that plans distinguish, an entity of it, and its writers. */
export const thing = defineEntityType({
  type: 'thing',
  collection: 'things',
  description: 'A thing.',
  traits: { asset: true },
  parents: [{ property: 'shelf', types: ['shelf'], required: true }],
  ancestors: [{ property: 'shelf', at: 'parent', types: ['shelf'] }],
  attributes: {
    kind: base(word),
    notes: byRequest(array(text)),
    size: byRequest(openObject),
    seen: readOnly(byRequest(text)),
    columns: parts(array(part('Column')), 'single', { columns: true }),
    schema: parts(openObject, 'single', { below: 'fields', fields: true }),
  },
  relations: {
    charts: many('chart'),
    owners: { ...many('user', 'team'), inherited: true },
    shownBy: { ...inverse('shows', 'page'), keptByPut: true },
  },
  example: {},
});

/** An id that looks like one. */
export const idOf = (name: string): string =>
  `00000000-0000-4000-8000-${Buffer.from(name).toString('hex').padStart(12, '0')}`;

export const ref = (name: string, of: string, more: object = {}): object => ({
  id: idOf(name),
  type: of,
  name,
  fullyQualifiedName: `the.${name}`,
  deleted: false,
  ...more,
});

export const label = (tagFQN: string, more: object = {}): object => ({
  tagFQN,
  source: 'Classification',
  labelType: 'Manual',
  state: 'Confirmed',
  ...more,
});

export const column = (name: string, more: object = {}): object => ({
  name,
  dataType: 'INT',
  fullyQualifiedName: `the.s.t.${name}`,
  tags: [],
  ...more,
});

export const CHART = idOf('c1');

export const STORED = {
  id: idOf('own'),
  version: 0.3,
  updatedAt: 5,
  name: 't',
  displayName: 'T',
  kind: 'round',
  notes: ['a', 'b'],
  size: { wide: 1, deep: { high: [2] } },
  seen: 'yesterday',
  tags: [label('PII.None'), label('Tier.One')],
  shelf: ref('s', 'shelf'),
  columns: [
    column('x', { tags: [label('PII.None')] }),
    column('y', { children: [column('z', { fullyQualifiedName: 'the.s.t.y.z' })] }),
  ],
  schema: { kind: 'avro', fields: [column('f')] },
  charts: [ref('c1', 'chart'), ref('c2', 'chart')],
  owners: [ref('o', 'team', { inherited: true })],
  shownBy: [ref('p', 'page')],
};

/** The body of a client that has been sent before. */
export const BODY = {
  name: 't',
  displayName: 'T',
  kind: 'round',
  notes: ['a', 'b'],
  size: { wide: 1, deep: { high: [2] } },
  shelf: 'the.s',
  columns: [
    { name: 'x', dataType: 'INT' },
    { name: 'y', dataType: 'INT', children: [{ name: 'z', dataType: 'INT' }] },
  ],
  schema: { kind: 'avro', fields: [{ name: 'f', dataType: 'INT' }] },
  charts: [CHART, 'the.c2'],
};

/** The entity, with other members in its document. */
export function storedThing(more: object = {}): StoredEntity {
  return {
    locked: {
      node: '7',
      id: idOf('own'),
      name: 't',
      fqn: 'the.s.t',
      parent: '3',
      root: '1',
      version: 3,
      updated_at: '5',
      deleted_by: null,
    },
    current: JSON.parse(JSON.stringify({ ...STORED, ...more })) as Record<string, unknown>,
  };
}

const access = new AccessControl();

/** The rights of a user under these rules; without a rule: of an administrator. */
export function rightsBy(...rules: Partial<AccessRule>[]): WriterRights {
  const actor: Actor = { name: 'w', id: 'w', isAdmin: rules.length === 0, ownerIds: new Set(['w']), rules: [] };
  const whole = rules.map((rule, at): AccessRule => ({
    name: `rule ${at}`,
    effect: 'allow',
    resources: ['All'],
    operations: ['ViewAll'],
    ...rule,
  }));
  return { actor: { ...actor, rules: whole }, access, object: { id: idOf('own'), ownerIds: [] }, isHidden: false };
}

export const ALONE: Surroundings = { behaviour: {}, concerns: () => false };

export const kindOf = (plan: Plan): string => (plan.kind === 'refusal' ? plan.error.code : plan.kind);
