import { ChoiceParameter } from '../http/input';

/** Clients ask for the custom properties; they are in every answer. */
export class MetadataTypeQuery {
  @ChoiceParameter({ of: ['customProperties', '*'], description: 'Taken for clients that send it.' })
  fields?: string;
}
