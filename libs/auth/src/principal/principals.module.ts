import { Module } from '@nestjs/common';
import { AccessControl } from '../permission/access-control';
import { PrincipalRepository } from './principal.repository';
import { Principals } from './principals';
import { RightsReader } from './rights-reader';
import { RuleHolders } from './rule-holders';

/** Provides users and their rights, without tokens and their keys. Needs DatabaseModule. */
@Module({
  providers: [AccessControl, PrincipalRepository, Principals, RightsReader, RuleHolders],
  exports: [AccessControl, Principals, RightsReader, RuleHolders],
})
export class PrincipalsModule {}
