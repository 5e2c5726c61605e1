import type { AgentTool } from './tool';
import { acknowledgeIncident } from './tools/acknowledge-incident';
import { checkChange } from './tools/check-change';
import { checkTable } from './tools/check-table';
import { crawlService } from './tools/crawl-service';
import { explainCause } from './tools/explain-cause';
import { explainFailure } from './tools/explain-failure';
import { getAsset } from './tools/get-asset';
import { getContract } from './tools/get-contract';
import { getLineage } from './tools/get-lineage';
import { listFailing } from './tools/list-failing';
import { proposeChange } from './tools/propose-change';
import { search } from './tools/search';
import { suggestContract } from './tools/suggest-contract';
import { validateContract } from './tools/validate-contract';

/** Every tool, in the order in which agents are notified of them. */
export const TOOLS: readonly AgentTool[] = [
  search,
  getAsset,
  getContract,
  explainFailure,
  validateContract,
  checkChange,
  suggestContract,
  proposeChange,
  getLineage,
  listFailing,
  crawlService,
  checkTable,
  acknowledgeIncident,
  explainCause,
];
