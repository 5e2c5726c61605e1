import { AppError, badRequest, type ErrorDetail } from '@app/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RELEASE } from '../health/release';
import { checkerOf } from '../http/input';
import { CatalogCalls } from './catalog-calls';
import type { Links } from './links';
import { inputSchemaOf } from './tool-schema';
import { TOOLS } from './tool-list';
import type { AgentTool } from './tool';

/** Messages of a batch, which clients of the protocol's version of March 2025 may send. */
const MOST_MESSAGES = 10;

const INSTRUCTIONS =
  'A catalog of data assets with data contracts. search finds assets and contracts; the other tools take the fully qualified names that ' +
  'it answers. Answers are cut to what fits: `omitted` says how many items a list lacks, and links lead to all of them. Times are in UTC.';

const NO_SUCH_THING =
  'There is no such thing, or you may not know of it. search answers fully qualified names that there are.';

type Sdk = Awaited<ReturnType<typeof loadSdk>>;

/** The protocol's library takes time and memory, which a service that no agent uses does not spend. */
async function loadSdk() {
  const [{ Server }, transport, types, ajv] = await Promise.all([
    import('@modelcontextprotocol/sdk/server/index.js'),
    import('@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'),
    import('@modelcontextprotocol/sdk/types.js'),
    import('@modelcontextprotocol/sdk/validation/ajv'),
  ]);
  const { WebStandardStreamableHTTPServerTransport: Transport } = transport;
  // Made once, since each costs milliseconds. It checks what clients are asked for, which is nothing.
  const jsonSchemaValidator = new ajv.AjvJsonSchemaValidator();
  return { Server, Transport, ...types, jsonSchemaValidator };
}

/**
 * The Model Context Protocol over HTTP, without sessions: each request has a server of its own, so that any process of the API answers
 * any request.
 */
export class McpEndpoint {
  private sdk: Promise<Sdk> | undefined;

  constructor(
    private readonly api: FastifyInstance,
    private readonly links: Links,
  ) {}

  async answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (Array.isArray(request.body) && request.body.length > MOST_MESSAGES)
      throw badRequest(`The batch has ${request.body.length} messages; at most ${MOST_MESSAGES} are allowed`);
    const sdk = await (this.sdk ??= loadSdk());
    const faults: unknown[] = [];
    const server = this.server(sdk, new CatalogCalls(this.api, request, this.links), faults);
    const transport = new sdk.Transport({ enableJsonResponse: true });
    await server.connect(transport);
    try {
      const answer = await transport.handleRequest(webRequest(request, this.links), { parsedBody: request.body });
      const body = answer.body === null ? undefined : await answer.text();
      // The library would tell the caller what an unexpected error says.
      if (faults.length > 0) throw faults[0];
      return await reply.code(answer.status).headers(Object.fromEntries(answer.headers)).send(body);
    } finally {
      await server.close();
    }
  }

  private server(sdk: Sdk, catalog: CatalogCalls, faults: unknown[]): InstanceType<Sdk['Server']> {
    const { Server, jsonSchemaValidator } = sdk;
    const server = new Server(
      { name: 'metadata-catalog', version: RELEASE, title: 'Metadata catalog' },
      { capabilities: { tools: {} }, instructions: INSTRUCTIONS, jsonSchemaValidator },
    );
    server.setRequestHandler(sdk.ListToolsRequestSchema, () => ({ tools: TOOLS.map(described) }));
    // Not by the library's schema of a call: it would answer malformed arguments as an internal error.
    server.fallbackRequestHandler = async ({ method, params: { name: asked, arguments: sent = {} } = {} }) => {
      if (method !== 'tools/call')
        throw new sdk.McpError(
          sdk.ErrorCode.MethodNotFound,
          `There is no method ${method}; use tools/list or tools/call`,
        );
      const tool = TOOLS.find(({ name }) => name === asked);
      const known = TOOLS.map(({ name }) => name).join(', ');
      if (!tool)
        throw new sdk.McpError(sdk.ErrorCode.InvalidParams, `There is no tool ${String(asked)}; there are ${known}`);
      return called(tool, sent, catalog, faults);
    };
    return server;
  }
}

/** The request as the library reads it; its body has been read and parsed. */
function webRequest({ method, headers }: FastifyRequest, links: Links): Request {
  const given = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  );
  return new Request(links.at('/mcp'), { method, headers: given });
}

function described({ name, title, description, input, output, readsOnly }: AgentTool) {
  return {
    ...{ name, title, description },
    inputSchema: inputSchemaOf(input) as { type: 'object' },
    outputSchema: output as { type: 'object' },
    annotations: { readOnlyHint: readsOnly, destructiveHint: false, openWorldHint: false },
  };
}

/** Calls the tool; a refusal is an answer too, which the model can read and act on. */
async function called(tool: AgentTool, sent: unknown, catalog: CatalogCalls, faults: unknown[]) {
  try {
    const answer = (await tool.run(checkerOf(tool.input).body(sent), catalog)) as Record<string, unknown>;
    return { content: [{ type: 'text' as const, text: JSON.stringify(answer) }], structuredContent: answer };
  } catch (error) {
    if (!(error instanceof AppError)) faults.push(error);
    const text = error instanceof AppError ? refusalText(error, tool) : 'INTERNAL_ERROR';
    return { isError: true, content: [{ type: 'text' as const, text }] };
  }
}

function refusalText({ code, message, details = [] }: AppError, { name }: AgentTool): string {
  const lines = details.map(({ field, message: reason }: ErrorDetail) => `- ${field ? `${field} ` : ''}${reason}`);
  const hint = code === 'NOT_FOUND' && name !== 'search' ? [NO_SUCH_THING] : [];
  return [`${code}: ${message}`, ...lines, ...hint].join('\n');
}
