import { ChoiceProperty, IntegerProperty, TextProperty } from '../../http/input';
import type { Json } from '../catalog-calls';
import { fittingLists, present } from '../bounded';
import { defineTool } from '../tool';
import { LINK_TEMPLATES, list, object, OMITTED, text, time } from '../tool-schema';
import { isoTime, objects, reference, REFERENCE } from './shown';

class FailingInput {
  @IntegerProperty({ min: 1, max: 25, description: 'Contracts at most' })
  limit = 10;

  @ChoiceProperty({ of: ['newest', 'oldest'], description: 'oldest: those first that have failed longest' })
  order: 'newest' | 'oldest' = 'newest';

  @TextProperty({ description: 'Cursor: what the last answer gave as after' })
  after?: string;
}

export const listFailing = defineTool<FailingInput>({
  name: 'list_failing_contracts',
  title: 'Which contracts fail?',
  description:
    'Lists contracts whose newest result is Failed or PartialSuccess, with their assets and since when. For the reasons of one take ' +
    'explain_failure.',
  input: FailingInput,
  output: object(
    { contracts: list(object({ contract: REFERENCE, asset: REFERENCE, status: text }, { since: time, before: text })) },
    { after: { ...text, description: 'There are more: give it as after' }, omitted: OMITTED, links: LINK_TEMPLATES },
  ),
  readsOnly: true,
  run: async (input, catalog) => {
    const { data, paging } = await catalog.get('/dataContracts/broken', { ...input });
    const contracts = objects(data).map(({ contract, entity, status, since, previousStatus }) => ({
      contract: reference(contract as Json),
      asset: reference(entity as Json),
      ...present({ status, since: isoTime(since), before: previousStatus }),
    }));
    const types = contracts.flatMap(({ contract, asset }) => [contract.type, asset.type]);
    return {
      contracts: [],
      ...fittingLists({ contracts }),
      ...present({ after: (paging as Json).after }),
      ...(types.length > 0 && { links: catalog.links.templates(types) }),
    };
  },
});
