import { AppError, badRequest } from '@app/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RELEASE } from '../health/release';
import { checkerOf } from '../http/input';
import { YamlReader } from '../http/parsing/yaml/yaml-reader';
import { CatalogCalls } from './catalog-calls';
import type { Links } from './links';
import { readArguments } from './sent-arguments';
import { inputSchemaOf, shortSchema, text } from './tool-schema';
import { TOOLS } from './tool-list';
import type { AgentTool } from './tool';
import { answered, refusal } from './tool-answer';

/** Messages of a batch, which clients of the protocol's version of March 2025 may send. */
const MOST_MESSAGES = 10;

const INSTRUCTIONS =
  'A catalog of data assets with data contracts. search finds assets and contracts; the other tools take the names or ids that it answers, ' +
  'also the end of a name where only one has it. Answers are cut to what fits: `omitted` says how many items a list lacks, and links lead to ' +
  'all of them. `notes` says what was understood otherwise than it was sent. Times are in UTC.';

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
  private readonly yaml = new YamlReader();

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
      // The library would send the caller the message of an unexpected error.
      if (faults.length > 0) throw faults[0];
      return await reply.code(answer.status).headers(Object.fromEntries(answer.headers)).send(body);
    } finally {
      await server.close();
    }
  }

  stop(): Promise<void> {
    return this.yaml.stop();
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
      return this.called(tool, sent, catalog, faults);
    };
    return server;
  }

  private async called(tool: AgentTool, sent: unknown, catalog: CatalogCalls, faults: unknown[]) {
    try {
      const { values, notes } = await readArguments(inputSchemaOf(tool.input), sent, (written) =>
        this.yaml.read(Buffer.from(written)),
      );
      notes.forEach((sentence) => catalog.note(sentence));
      const answer = await tool.run(checkerOf(tool.input).body(values), catalog);
      return answered(answer, catalog.notes);
    } catch (error) {
      if (!(error instanceof AppError)) faults.push(error);
      return refusal(error);
    }
  }
}

/** The request as the library reads it; its body has been read and parsed. */
function webRequest({ method, headers }: FastifyRequest, links: Links): Request {
  const given = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  );
  return new Request(links.at('/mcp'), { method, headers: given });
}

/** A tool as the list says it. Any answer may have notes. */
function described({ name, title, description, input, output, readsOnly }: AgentTool) {
  const { properties, ...schema } = shortSchema(output);
  const notes = { type: 'array', items: text };
  return {
    ...{ name, title, description },
    inputSchema: shortSchema(inputSchemaOf(input)) as { type: 'object' },
    outputSchema: { ...schema, properties: { ...properties, notes } } as { type: 'object' },
    annotations: { readOnlyHint: readsOnly, destructiveHint: false },
  };
}
