import type { Settings } from '@app/config';
import type { FastifyInstance } from 'fastify';
import { Links } from './links';
import { McpEndpoint } from './mcp-endpoint';
import { TOOLS } from './tool-list';

/** Serves language models: the tools of /mcp, and /llms.txt, which is open. */
export function serveAgents(
  api: FastifyInstance,
  settings: Pick<Settings, 'publicUrl' | 'host' | 'port'>,
  hasConsole: boolean,
): void {
  const links = new Links(settings, hasConsole);
  const endpoint = new McpEndpoint(api, links);
  api.addHook('onClose', () => endpoint.stop());
  api.post('/mcp', { config: { access: { kind: 'principal' } } }, (request, reply) => endpoint.answer(request, reply));
  api.get('/llms.txt', { config: { access: { kind: 'open' } } }, (_request, reply) =>
    reply.header('content-type', 'text/plain; charset=utf-8').send(llmsText(links)),
  );
}

/** The text for language models at /llms.txt, in the form of https://llmstxt.org. */
function llmsText(links: Links): string {
  const tools = TOOLS.map(({ name, title, description }) => `- \`${name}\` (${title}): ${description}`);
  return `# Metadata catalog

> A catalog of data assets with data contracts: what a table promises, whether it holds, why not, and whom a change would break.

Every request takes a token: \`Authorization: Bearer <JWT>\`. Assets and contracts are named by fully qualified names such as
\`shop.db.public.orders\`, or by id. Times in the REST API are epoch milliseconds.

## For agents

- [MCP endpoint](${links.at('/mcp')}): Model Context Protocol over streamable HTTP, without sessions, with the tokens and permissions of the REST API

Its tools:

${tools.join('\n')}

## For programs

- [OpenAPI document](${links.at('/openapi.json')}): every operation of the REST API, with schemas and examples
- [Documentation to try](${links.at('/docs')}): the same as a page
- [Search](${links.at('/api/v1/search/query')}): \`?q=orders&index=table\`
- [Contracts that fail](${links.at('/api/v1/dataContracts/broken')}): newest first
`;
}
