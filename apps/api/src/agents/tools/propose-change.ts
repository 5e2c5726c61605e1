import { Property, SchemaProperty, TextProperty } from '../../http/input';
import { fittingAnswer, present } from '../bounded';
import type { Json } from '../catalog-calls';
import { defineTool } from '../tool';
import { count, LINKS, list, object, OMITTED, text, time } from '../tool-schema';
import { CONTRACT_PATCH, WHOLE_DOCUMENT } from './change-input';
import { contractOf } from './contract-input';
import { CHANGE, isoTime, objects, shownChange } from './shown';

const LONGEST_REASON = 4_000;

class ProposeInput {
  @TextProperty({ required: true, description: 'Name or id of the contract' })
  contract!: string;

  @SchemaProperty<ProposeInput>(WHOLE_DOCUMENT)
  document?: Record<string, unknown>;

  @Property({ description: 'A JSON Patch (RFC 6902) of the contract; or give document' }, CONTRACT_PATCH)
  patch?: object[];

  @TextProperty({ required: true, max: LONGEST_REASON, description: 'Why, for the people who decide' })
  reason!: string;
}

export const proposeChange = defineTool<ProposeInput>({
  name: 'propose_change',
  title: 'Ask people to change a contract',
  description:
    'Proposes a change of a contract, which stays as it is until people have agreed: reviewers, and consumers whom it breaks, as its policy ' +
    'says. Needs the right to make the change. Replaces an open proposal of your own. To see what a change would break, take check_change first.',
  input: ProposeInput,
  output: object(
    { contract: text, proposal: text, state: text, round: count, breaking: { type: 'boolean' }, links: LINKS },
    { openedAt: time, changes: list(CHANGE), omitted: OMITTED },
  ),
  readsOnly: false,
  run: async ({ contract, ...body }, catalog) => {
    const { id, fullyQualifiedName } = await contractOf(catalog, { contract });
    const fqn = String(fullyQualifiedName);
    const proposal = await catalog.post(`/dataContracts/${String(id)}/proposals`, { body: present(body) });
    return fittingAnswer(
      {
        contract: fqn,
        ...shownProposal(proposal),
        links: catalog.links.proposal(String(id), fqn, String(proposal.id)),
      },
      { changes: objects(proposal.changes).map(shownChange) },
    );
  },
});

const shownProposal = ({ id, state, round, breaking, openedAt }: Json): object =>
  present({ proposal: id, state, round, breaking, openedAt: isoTime(openedAt) });
