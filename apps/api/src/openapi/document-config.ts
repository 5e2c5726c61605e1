import { DocumentBuilder, type OpenAPIObject } from '@nestjs/swagger';
import { RELEASE } from '../health/release';
import { documentTags } from './tags';

const DESCRIPTION = `A catalog of data assets with data contracts: attach a contract to an asset, validate it, store the results.

Times are epoch milliseconds, absent values are left out, and every error has one body.`;

/** The part of the document about the service as a whole. */
export function documentConfig(): Omit<OpenAPIObject, 'paths'> {
  const builder = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Metadata catalog')
    .setDescription(DESCRIPTION)
    .setVersion(RELEASE)
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
    .addServer('/', 'The service that this document comes from')
    .addBearerAuth({ type: 'http', scheme: 'bearer', bearerFormat: 'JWT' }, 'bearer')
    .addApiKey({ type: 'apiKey', in: 'header', name: 'x-api-key' }, 'apiKey');
  for (const { name, description } of documentTags()) builder.addTag(name, description);
  return builder.build();
}
