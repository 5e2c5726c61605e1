import { ChoiceProperty } from '../http/input';

/** Clients ask for the custom properties; they are in every answer. */
export class MetadataTypeQuery {
  @ChoiceProperty({
    of: ['customProperties', '*'],
    description: 'Accepted for compatibility with clients that send it.',
  })
  fields?: string;
}

/** A type by name: the names of both categories are different, so that it need not be said. */
export class NamedMetadataTypeQuery extends MetadataTypeQuery {
  @ChoiceProperty({ of: ['entity', 'field'], description: 'Accepted for compatibility with clients that send it.' })
  category?: string;
}
