import { type INestApplication, RequestMethod } from '@nestjs/common';

/** Operational routes at the root; all other routes are below /api. */
const AT_ROOT = ['livez', 'readyz', 'startupz'].map((path) => ({ path, method: RequestMethod.GET }));

/** Controllers are written without /api: `@Controller('v1/tables')`. */
export function withPrefix<App extends INestApplication>(app: App): App {
  return app.setGlobalPrefix('api', { exclude: AT_ROOT });
}
