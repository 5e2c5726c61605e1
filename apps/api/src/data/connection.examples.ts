import { component, list, object, text } from '../http/schemas';
import { DRIVER_SCHEMA, PREVIEW } from './data.examples';

export const CONNECTION_KINDS_SCHEMA = object({
  data: list(
    component('ConnectionKind', {
      engine: text,
      'preview?': PREVIEW,
      driver: DRIVER_SCHEMA,
      serviceTypes: list(text, 'Types of services that the engine reads'),
      schemes: {
        type: 'object',
        additionalProperties: text,
        description: 'Schemes of connection strings, each with the type of services that it stands for',
      },
      schema: {
        type: 'object',
        additionalProperties: true,
        description: 'JSON schema (draft 2020-12) of connection.config',
      },
    }),
  ),
});

export const CONNECTION_KINDS = {
  data: [
    {
      engine: 'trino',
      driver: { package: 'node', installed: true, version: '26.10.0' },
      serviceTypes: ['Trino'],
      schemes: { trino: 'Trino' },
      schema: {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        type: 'object',
        required: ['hostPort', 'username', 'catalog'],
        properties: {
          hostPort: { type: 'string', title: 'Host and port', 'x-connection-string': 'host' },
          username: { type: 'string', title: 'User', 'x-connection-string': 'user' },
          authType: {
            type: 'object',
            properties: {
              password: {
                type: 'string',
                title: 'Password',
                format: 'password',
                writeOnly: true,
                'x-connection-string': 'password',
              },
            },
          },
          catalog: { type: 'string', title: 'Catalog', 'x-connection-string': 'path' },
        },
      },
    },
  ],
};
