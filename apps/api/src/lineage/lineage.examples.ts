const ORDERS = {
  id: '3f0c8a52-9a1e-4f0b-8d67-2f6f4d1c9a11',
  type: 'table',
  name: 'orders',
  fullyQualifiedName: 'shop_warehouse.shop.sales.orders',
  deleted: false,
};
const REVENUE = {
  id: '7b1d5c1e-2a0b-4f6e-9a53-0f8f6c2d7e21',
  type: 'table',
  name: 'revenue',
  fullyQualifiedName: 'shop_warehouse.shop.marts.revenue',
  deleted: false,
};

const SAID = {
  sqlQuery: 'insert into marts.revenue select day, sum(total) from sales.orders group by day',
  columnsLineage: [
    {
      fromColumns: [`${ORDERS.fullyQualifiedName}.total`],
      toColumn: `${REVENUE.fullyQualifiedName}.revenue`,
      function: 'sum',
    },
  ],
  source: 'QueryLineage',
};

export const SENT_EDGE_EXAMPLE = {
  fromEntity: { type: 'table', fullyQualifiedName: ORDERS.fullyQualifiedName },
  toEntity: { type: 'table', id: REVENUE.id },
  lineageDetails: SAID,
};

export const DETAILS_EXAMPLE = {
  ...SAID,
  createdAt: 1_767_225_600_000,
  createdBy: 'admin',
  updatedAt: 1_767_225_600_000,
  updatedBy: 'admin',
};

export const EDGE_EXAMPLE = { fromEntity: ORDERS, toEntity: REVENUE, lineageDetails: DETAILS_EXAMPLE };

const GRAPH_EDGE_EXAMPLE = { fromEntity: ORDERS.id, toEntity: REVENUE.id, lineageDetails: DETAILS_EXAMPLE };

export const NEIGHBOURHOOD_EXAMPLE = {
  entity: ORDERS,
  nodes: [REVENUE],
  upstreamEdges: [],
  downstreamEdges: [GRAPH_EDGE_EXAMPLE],
};

export const GRAPH_EXAMPLE = {
  entity: ORDERS,
  nodes: [{ ...REVENUE, direction: 'downstream', hop: 1 }],
  edges: [{ ...GRAPH_EDGE_EXAMPLE, direction: 'downstream', hop: 1 }],
  hops: [{ direction: 'downstream', hop: 1, nodes: 1, edges: 1 }],
  cycles: [],
  paging: {},
};

export const PATH_EXAMPLE = {
  found: true,
  direction: 'downstream',
  length: 1,
  nodes: [ORDERS, REVENUE],
  edges: [GRAPH_EDGE_EXAMPLE],
};
