import { Module } from '@nestjs/common';
import { AccessControl } from '../permission/access-control';
import { PrincipalRepository } from './principal.repository';
import { Principals } from './principals';

/** Who users are and what they may do, without tokens and their keys. Needs DatabaseModule. */
@Module({
  providers: [
    AccessControl,
    PrincipalRepository,
    {
      provide: Principals,
      useFactory: (repository: PrincipalRepository) => new Principals(repository),
      inject: [PrincipalRepository],
    },
  ],
  exports: [AccessControl, Principals],
})
export class PrincipalsModule {}
