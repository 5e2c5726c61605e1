import { ChoiceProperty } from '../http/input';

/** Clients ask for the custom properties; they are in every answer. */
export class MetadataTypeQuery {
  @ChoiceProperty({ of: ['customProperties', '*'], description: 'Taken for clients that send it.' })
  fields?: string;
}
