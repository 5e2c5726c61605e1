import { Principals } from '@app/auth';
import { Injectable } from '@nestjs/common';
import type { EntityBehaviour } from '../write/entity-behaviour';

/** Users, teams, roles and policies decide who may do what: once one has changed, this process asks anew. */
@Injectable()
export class PrincipalBehaviour implements EntityBehaviour {
  constructor(readonly principals: Principals) {}

  committed(): void {
    this.principals.forget();
  }
}
