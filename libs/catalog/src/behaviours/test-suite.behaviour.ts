import type { Actor } from '@app/common';
import { Injectable } from '@nestjs/common';
import type { EntityBehaviour, ReceivedBody } from '../write/entity-behaviour';

/** The name of the suite of a table: one table has one, whatever a client calls it. Its FQN is `<table>.testSuite`. */
export const BASIC_SUITE = 'testSuite';

/** Clients name the suite of a table by the table's whole FQN, which may be longer than a name can be. */
@Injectable()
export class TestSuiteBehaviour implements EntityBehaviour {
  received(_actor: Actor, body: Record<string, unknown>): ReceivedBody {
    const table = body.basicEntityReference ?? body.executableEntityReference;
    return { body: table == null || typeof body.name !== 'string' ? body : { ...body, name: BASIC_SUITE } };
  }
}
