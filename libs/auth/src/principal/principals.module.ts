import { Module } from '@nestjs/common';
import { AccessControl } from '../permission/access-control';
import { PrincipalRepository } from './principal.repository';
import { Principals } from './principals';
import { RightsReader } from './rights-reader';

/** Provides users and their rights, without tokens and their keys. Needs DatabaseModule. */
@Module({
  providers: [AccessControl, PrincipalRepository, Principals, RightsReader],
  exports: [AccessControl, Principals, RightsReader],
})
export class PrincipalsModule {}
