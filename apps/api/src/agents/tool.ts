import type { JsonSchema } from '@app/catalog';
import type { Type } from '@nestjs/common';
import type { CatalogCalls } from './catalog-calls';

/** One tool that agents may call. */
export interface AgentTool<Input extends object = object> {
  readonly name: string;
  readonly title: string;
  /** For the model: what it is for, and when to take another one. */
  readonly description: string;
  /** The DTO class of its arguments. */
  readonly input: Type<Input>;
  readonly output: JsonSchema;
  /** Whether it leaves the catalog as it is. */
  readonly readsOnly: boolean;
  /** @throws {AppError} where the API refuses what the tool asks for */
  readonly run: (input: Input, catalog: CatalogCalls) => Promise<object>;
}

/** A tool whose arguments have the type of its DTO class. */
export function defineTool<Input extends object>(tool: AgentTool<Input>): AgentTool {
  return tool as unknown as AgentTool;
}
