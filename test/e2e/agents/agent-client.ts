import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { RestClient } from '../../support/rest-client';

type Answer = Record<string, unknown>;

/** The client of the protocol's own library. It checks answers by the schemas of their tools. */
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
