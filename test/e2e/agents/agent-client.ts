import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import { TOOLS } from '../../../apps/api/src/agents/tool-list';
import type { RestClient } from '../../support/rest-client';

type Answer = Record<string, unknown>;

const ajv = addFormats(new Ajv());

/** The client of the protocol's own library. It checks answers by the whole schemas of their tools, of which the list has the outlines. */
export class AgentClient {
  private constructor(readonly client: Client) {}

  static async of({ baseUrl, token }: RestClient): Promise<AgentClient> {
    const client = new Client({ name: 'test', version: '1' });
    const headers = { authorization: `Bearer ${token}` };
    await client.connect(new StreamableHTTPClientTransport(new URL(`${baseUrl}/mcp`), { requestInit: { headers } }));
    // The schemas of answers are known to it from then on.
    await client.listTools();
    return new AgentClient(client);
  }

  /** The answer of a tool that must succeed. */
  async call(name: string, input: Answer = {}): Promise<Answer> {
    const { isError, content, structuredContent } = await this.client.callTool({ name, arguments: input });
    const [{ text }] = content as [{ text: string }];
    if (isError) throw new Error(text);
    expect(JSON.parse(text)).toEqual(structuredContent);
    const { notes: _notes, ...answer } = structuredContent as Answer;
    ajv.validate(TOOLS.find((tool) => tool.name === name)!.output, answer);
    expect(ajv.errors ?? []).toEqual([]);
    return structuredContent as Answer;
  }

  /** What a tool says that refuses. */
  async refusal(name: string, input: Answer = {}): Promise<string> {
    const { isError, content } = await this.client.callTool({ name, arguments: input });
    const [{ text }] = content as [{ text: string }];
    if (!isError) throw new Error(`was not refused: ${text}`);
    return text;
  }

  close(): Promise<void> {
    return this.client.close();
  }
}
