const count = { type: 'integer', minimum: 0 };
const byStatus = { type: 'object', additionalProperties: count };
const passRate = {
  type: 'number',
  minimum: 0,
  maximum: 100,
  description: 'Percent of the verdicts (Success, PartialSuccess, Failed) that are Success; absent without a verdict',
};
const dimension = {
  type: 'object',
  properties: { evaluated: count, passed: count, passRate: { type: 'number', minimum: 0, maximum: 100 } },
};

export const SUMMARY_SCHEMA = {
  type: 'object',
  required: ['window', 'total', 'byStatus', 'dimensions', 'trend'],
  properties: {
    window: { type: 'string' },
    total: count,
    byStatus,
    passRate,
    dimensions: {
      type: 'object',
      description: 'In how many results a dimension was judged, and in how many of them nothing of it failed',
      properties: { schema: dimension, semantics: dimension, quality: dimension, sla: dimension },
    },
    trend: {
      type: 'array',
      description: 'Parts of the window, the oldest first',
      items: { type: 'object', properties: { from: { type: 'integer' }, byStatus, passRate } },
    },
  },
};

export const SUMMARY = {
  window: 'P2D',
  total: 12,
  byStatus: { Success: 9, Failed: 2, Aborted: 1 },
  passRate: 81.82,
  dimensions: {
    schema: { evaluated: 11, passed: 9, passRate: 81.82 },
    sla: { evaluated: 11, passed: 11, passRate: 100 },
  },
  trend: [
    { from: 1_763_439_545_678, byStatus: { Success: 4, Failed: 2 }, passRate: 66.67 },
    { from: 1_763_525_945_678, byStatus: { Success: 5, Aborted: 1 }, passRate: 100 },
  ],
};
