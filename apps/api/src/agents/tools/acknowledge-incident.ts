import { TextProperty } from '../../http/input';
import { defineTool } from '../tool';
import { INCIDENT, IncidentInput, incidentOf, shownIncident } from './incident-input';

const LONGEST_TEXT = 4_000;

class AcknowledgeInput extends IncidentInput {
  @TextProperty({ max: LONGEST_TEXT, description: 'What to say about it' })
  comment?: string;
}

export const acknowledgeIncident = defineTool<AcknowledgeInput>({
  name: 'acknowledge_incident',
  title: 'Say that an incident is looked at',
  description:
    'Acknowledges the incident of a failing contract, so that others see that a user looks at it. It neither assigns nor ends it: that is ' +
    'for people. For why the contract fails take explain_cause first.',
  input: AcknowledgeInput,
  output: INCIDENT,
  readsOnly: false,
  run: async ({ comment, ...input }, catalog) => {
    const { id } = await incidentOf(catalog, input);
    const body = { action: 'acknowledge', ...(comment !== undefined && { comment }) };
    return shownIncident(await catalog.post(`/dataContracts/incidents/${String(id)}/actions`, { body }));
  },
});
