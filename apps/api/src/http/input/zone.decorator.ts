import { zoneOf } from '@app/contracts';
import { type PropertyOptions, TextProperty } from './property.decorators';

const zoneFault = (zone: unknown): string | undefined =>
  zone === undefined || zoneOf(zone as string)
    ? undefined
    : `must be an IANA time zone such as Europe/Berlin, not ${JSON.stringify(zone)}`;

/** The name of a time zone. */
export const ZoneProperty = (options: PropertyOptions & { readonly min?: number }): PropertyDecorator =>
  TextProperty({ ...options, further: zoneFault });
