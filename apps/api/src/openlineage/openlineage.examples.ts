const INPUT = { namespace: 'postgres://db.example.org:5432', name: 'shop.public.orders' };
const OUTPUT = { namespace: 'postgres://db.example.org:5432', name: 'shop.sales.revenue' };
const JOB = { namespace: 'airflow', name: 'shop.daily_revenue' };

export const EVENT = {
  eventType: 'COMPLETE',
  eventTime: '2026-11-20T06:00:12.345Z',
  producer: 'https://github.com/OpenLineage/OpenLineage/tree/1.54.0/integration/airflow',
  schemaURL: 'https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/RunEvent',
  run: { runId: '01936893-9751-7a91-a2a0-a51101a3970c' },
  job: { ...JOB, facets: { sql: { query: 'insert into sales.revenue select sum(total) from public.orders' } } },
  inputs: [INPUT],
  outputs: [
    {
      ...OUTPUT,
      facets: { columnLineage: { fields: { revenue: { inputFields: [{ ...INPUT, field: 'total' }] } } } },
    },
  ],
};

export const RECEIPT = { duplicate: false, notes: [], unresolved: [OUTPUT] };

const FAULT = { field: 'eventTime', message: 'must be a time such as 2024-08-06T13:26:49.980Z, from 1973 on' };
export const REFUSED = {
  status: 400,
  error: { code: 400, errorType: 'BAD_REQUEST', message: `${FAULT.field}: ${FAULT.message}`, details: [FAULT] },
};

export const MAPPINGS = {
  mappings: [
    { namespacePrefix: 'airflow', service: 'shop_airflow' },
    { namespacePrefix: 'postgres://db.example.org', service: 'shop_postgres' },
  ],
};

const service = (type: string, name: string) => ({
  id: '7d9f7a52-6d0a-4a3e-9f0b-0c9f4f1f3b11',
  type,
  fullyQualifiedName: name,
});

export const STORED_RULE = {
  namespacePrefix: 'airflow',
  service: service('pipelineService', 'shop_airflow'),
  create: false,
};

export const STORED_MAPPINGS = {
  mappings: [
    STORED_RULE,
    {
      namespacePrefix: 'postgres://db.example.org',
      service: service('databaseService', 'shop_postgres'),
      create: true,
    },
  ],
};

export const UNRESOLVED_PAGE = {
  data: [{ ...OUTPUT, firstSeen: 1_763_618_412_345, lastSeen: 1_763_704_812_345, events: 4 }],
  paging: { total: 1 },
};

export const EVENT_PAGE = {
  data: [
    {
      eventTime: 1_763_618_412_345,
      eventType: EVENT.eventType,
      kind: 'run',
      runId: EVENT.run.runId,
      job: JOB,
      receivedAt: 1_763_618_412_401,
      sender: 'ingestion-bot',
      reduced: false,
      notes: [],
      event: EVENT,
    },
  ],
  paging: { total: 1 },
};
