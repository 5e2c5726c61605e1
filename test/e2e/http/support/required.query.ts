import { TextParameter } from '../../../../apps/api/src/http/input';

export class RequiredQuery {
  @TextParameter({ required: true, description: 'What to look for.' })
  q!: string;
}
