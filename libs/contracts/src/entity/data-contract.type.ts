import { type EntityType, type JsonSchema, defineEntityType, entityTypes, shape } from '@app/catalog/pure';
import { CONTRACT_ATTRIBUTES, MOST_TEST_CASES } from '../document/contract-schema';
import { CONTRACT_SUBJECTS } from '../document/schema-against-asset';
import { CONTRACT_STATUSES, EXECUTION_STATUSES } from '../document/contract-status';
import { bySince, byStatus } from '../status/contract-order';
import { notJudgedSince } from '../status/not-judged';
import { LIFECYCLE_STATES, lifecycleSql } from '../status/validity';
import { CONTRACT_SHAPE } from './contract-compatibility';

/** References to the expected test cases, in their order, read with the contract in its one statement. */
const QUALITY_EXPECTATIONS = `
  case when exists (select from entity_reference x where x.from_node = e.node and x.relation = 'qualityExpectations')
       then contract_expectations(e.node) end`;

/** The text as an id where it is one (each `$` is the bound value): a comparison of ids finds its row by index. */
const AS_ID = `case when length($::text) = 36 and $::text ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}' then $::text::uuid end`;

/** Reference to the contract that replaces this one, as JSON; null without one. */
const SUCCESSOR = `
  (select json_strip_nulls(json_build_object('id', t.id, 'type', t.type, 'name', t.name, 'fullyQualifiedName', t.fqn,
            'displayName', t.body ->> 'displayName', 'deleted', t.deleted_by is not null))
     from entity_reference x join entity t on t.node = x.to_node where x.from_node = e.node and x.relation = 'successor')`;

const ASSET_BY_ID_OR_FQN = `s.asset in (select x.node from entity x where x.id = ${AS_ID}
  union all select x.node from entity x where x.type = any('{${CONTRACT_SUBJECTS.join(',')}}')
    and md5(x.fqn)::uuid = md5($::text)::uuid and x.fqn = $::text)`;

const SERVICES = entityTypes.having('service');

/** A contract lies below its asset, and both below the service. */
const BELOW_SERVICE = `e.root in (select x.node from entity x where x.type = any('{${SERVICES.join(',')}}')
  and md5(x.fqn)::uuid = md5($::text)::uuid and x.fqn = $::text)`;

/** The tier of the asset counts, since it is assets that are labelled so; that of the contract does too. */
const OF_TIER = `e.node in (
  select t.node from (select u.node from tag_usage u where md5(u.tag_fqn)::uuid = md5($::text)::uuid and u.tag_fqn = $::text) labelled
    cross join lateral (select labelled.node union all
      select c.node from entity c where c.parent = labelled.node and c.type = 'dataContract') t)`;

/** The FQN begins with that of the asset. Of each contract of the catalog this reads the name, and nothing of the document. */
const NAMED_LIKE = `strpos(lower(e.fqn), lower($::text)) > 0`;

const instant = (description: string): JsonSchema => ({ type: 'integer', format: 'int64', description });

const REVIEW: JsonSchema = shape.closed(
  {
    authors: {
      type: 'array',
      items: shape.closed({ id: { type: 'string', format: 'uuid' }, name: { type: 'string' } }, ['name']),
      description: 'Users who have changed it since it was last in force; they may not approve it.',
    },
    submittedBy: { type: 'string' },
    submittedAt: instant('Epoch ms.'),
    reviewedBy: { type: 'string' },
    reviewedAt: instant('Epoch ms.'),
    comment: { type: 'string' },
  },
  ['authors'],
);

/** The review of a contract that a policy governs; null where there was none. */
const REVIEW_OF = `
  (select jsonb_build_object('authors', v.authors, 'submittedBy', v.submitted_by, 'submittedAt', v.submitted_at, 'reviewedBy', v.reviewed_by,
            'reviewedAt', v.reviewed_at, 'comment', v.comment)
     from contract_review v where v.node = e.node)`;

const LATEST_RESULT: JsonSchema = shape.answered(
  {
    timestamp: instant('Epoch ms.'),
    status: { type: 'string', enum: [...EXECUTION_STATUSES] },
    message: { type: 'string' },
    resultId: { type: 'string', format: 'uuid' },
    since: instant(
      'Timestamp of the first result of the current pass or failure, in epoch ms. Absent without a verdict.',
    ),
  },
  ['timestamp', 'status'],
);

const LIFECYCLE: JsonSchema = shape.closed(
  {
    state: {
      enum: [...LIFECYCLE_STATES],
      description:
        'ended: effectiveUntil has come; upcoming: Active or Approved, and effectiveFrom has not come; inForce, deprecated; draft: every other status.',
    },
    from: instant('effectiveFrom in epoch ms.'),
    until: instant('effectiveUntil in epoch ms.'),
    successor: shape.part('EntityReference'),
    review: REVIEW,
    notJudgedSince: instant(
      'Timestamp of the first aborted run since the newest verdict, in epoch ms, where every run since then was aborted.',
    ),
  },
  ['state'],
);

/** It follows from the time of the read, and so is computed by each. */
const LIFECYCLE_OF = `jsonb_strip_nulls(jsonb_build_object('state', ${lifecycleSql('s')}, 'from', s.effective_from, 'until', s.effective_until,
  'successor', ${SUCCESSOR}, 'review', ${REVIEW_OF},
  'notJudgedSince', ${notJudgedSince('s')}))`;

/** The contract lies below its asset: it is renamed, deleted and restored with it, but does not prevent its deletion. */
export const dataContractType: EntityType = defineEntityType({
  type: 'dataContract',
  collection: 'dataContracts',
  description: 'What is expected of one asset: schema, semantics rules, quality, SLA, terms of use, security.',
  parents: [{ property: 'entity', types: CONTRACT_SUBJECTS, required: true, fixed: true }],
  ancestors: [{ property: 'entity', at: 'parent', types: CONTRACT_SUBJECTS }],
  fqnPart: (name) => `dataContract_${name}`,
  obstacle: false,
  traits: { governed: true },
  yaml: true,
  refused: ['inherited', 'latestResult'],
  // Clients of OpenMetadata ask for them.
  lacking: ['testSuite', 'createdAt', 'createdBy', 'contractUpdates'],
  compatible: CONTRACT_SHAPE,
  attributes: { ...storedAttributes(), lifecycle: shape.computed(LIFECYCLE, LIFECYCLE_OF) },
  relations: {
    qualityExpectations: { types: ['testCase'], many: true, most: MOST_TEST_CASES, shown: 'side' },
    // Clients of OpenMetadata cannot name it.
    successor: { types: ['dataContract'], many: false, shown: 'side', keptByPut: true },
  },
  side: {
    join: 'left join contract s on s.node = e.node',
    properties: {
      latestResult: `(s.latest_result || jsonb_strip_nulls(jsonb_build_object('since', s.verdict_since)))::text`,
      qualityExpectations: QUALITY_EXPECTATIONS,
      successor: `${SUCCESSOR}::text`,
    },
    schemas: { latestResult: LATEST_RESULT },
    madeOf: { rows: ['s'], naming: ['qualityExpectations', 'successor'] },
  },
  writeOptions: { allowDrift: 'Accept a schema with columns that the asset does not have.' },
  filters: {
    status: { condition: 's.status = $', words: CONTRACT_STATUSES, description: 'Only those with this entityStatus.' },
    latestStatus: {
      condition: `s.latest_status = $`,
      words: EXECUTION_STATUSES,
      description: 'Only those whose latest result has this status.',
    },
    entity: { condition: ASSET_BY_ID_OR_FQN, description: 'Only that of this asset, named by id or FQN.' },
    service: {
      condition: BELOW_SERVICE,
      description: 'Only those of assets of this service, named by its FQN.',
      fqnOf: SERVICES,
    },
    tier: {
      condition: OF_TIER,
      description: 'Filters by the FQN of a tier, set on the contract or on its asset.',
      fqnOf: ['tag', 'glossaryTerm'],
    },
    text: {
      condition: NAMED_LIKE,
      description: 'Only those with this text in their FQN, which is that of the asset with the name; case is ignored.',
    },
  },
  sorts: {
    status: { columns: byStatus('s'), description: 'failing contracts first, then by the time in that status' },
    since: {
      columns: bySince('s'),
      description: 'longest time passing or failing first, after contracts that have never done either',
    },
  },
  search: { index: 'data_contract_search_index' },
  example: {
    name: 'orders_contract',
    entity: { type: 'table', fullyQualifiedName: 'shop_postgres.shop.public.orders' },
    entityStatus: 'Active',
    schema: [{ name: 'order_id', dataType: 'BIGINT', constraint: 'PRIMARY_KEY' }],
    semantics: [
      { name: 'has an owner', description: 'A responsible user or team is named', rule: { '!!': { var: 'owners' } } },
    ],
    sla: { refreshFrequency: 'P1D', availability: 99.5 },
  },
});

function storedAttributes(): EntityType['attributes'] {
  const attributes = Object.entries(CONTRACT_ATTRIBUTES).filter(([name]) => name !== 'qualityExpectations');
  return Object.fromEntries(
    attributes.map(([name, { schema, shown }]) => [name, { schema: schema as unknown as JsonSchema, shown }]),
  );
}
