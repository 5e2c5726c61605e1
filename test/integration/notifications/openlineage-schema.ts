import Ajv2020, { type ErrorObject } from 'ajv/dist/2020';

const uri = { type: 'string', pattern: '^[a-z][a-z0-9+.-]*:' };
const facet = {
  type: 'object',
  required: ['_producer', '_schemaURL'],
  properties: { _producer: uri, _schemaURL: uri },
};
const facets = { type: 'object', additionalProperties: facet };
const text = { type: 'string' };

/** What a RunEvent of OpenLineage 2-0-2 has to be, with the facet of assertions 1-1-0 in its inputs; written after the specification. */
const RUN_EVENT = {
  type: 'object',
  required: ['eventTime', 'producer', 'schemaURL', 'run', 'job'],
  properties: {
    eventTime: {
      type: 'string',
      pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?(Z|[+-]\\d\\d:\\d\\d)$',
    },
    producer: uri,
    schemaURL: uri,
    eventType: { enum: ['START', 'RUNNING', 'COMPLETE', 'ABORT', 'FAIL', 'OTHER'] },
    run: {
      type: 'object',
      required: ['runId'],
      properties: { runId: { type: 'string', pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' }, facets },
    },
    job: { type: 'object', required: ['namespace', 'name'], properties: { namespace: text, name: text, facets } },
    inputs: {
      type: 'array',
      items: {
        type: 'object',
        required: ['namespace', 'name'],
        properties: {
          namespace: text,
          name: text,
          facets,
          inputFacets: {
            ...facets,
            properties: {
              dataQualityAssertions: {
                ...facet,
                required: [...facet.required, 'assertions'],
                properties: {
                  ...facet.properties,
                  assertions: {
                    type: 'array',
                    items: {
                      type: 'object',
                      required: ['assertion', 'success'],
                      properties: {
                        ...{ assertion: text, success: { type: 'boolean' }, column: text, severity: text, name: text },
                        ...{ description: text, expected: text, actual: text },
                      },
                    },
                  },
                },
              },
            },
          },
        },
      },
    },
    outputs: { type: 'array' },
  },
};

const validate = new Ajv2020({ strict: false }).compile(RUN_EVENT);

/** What is wrong with a RunEvent; nothing where it is one. */
export function runEventFaults(event: unknown): readonly ErrorObject[] {
  return validate(event) ? [] : (validate.errors ?? []);
}
