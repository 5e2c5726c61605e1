import { Principals } from '@app/auth';
import { Injectable } from '@nestjs/common';
import type { EntityBehaviour } from '../write/entity-behaviour';

/** Users, teams, roles and policies determine permissions: a change to one invalidates the permission cache of this process. */
@Injectable()
export class PrincipalBehaviour implements EntityBehaviour {
  constructor(readonly principals: Principals) {}

  committed(): void {
    this.principals.forget();
  }
}
