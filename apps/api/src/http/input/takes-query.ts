import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum';

/** Whether a method of a controller has a parameter that is made from the query string. */
export function takesQuery(controller: object, method: string | symbol): boolean {
  const parameters = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, method) ?? {}) as object;
  return Object.keys(parameters).some((key) => key.startsWith(`${RouteParamtypes.QUERY}:`));
}
