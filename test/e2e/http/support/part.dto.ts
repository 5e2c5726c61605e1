import { ListProperty, TextProperty } from '../../../../apps/api/src/http/input';

export class Part {
  @TextProperty({ required: true, max: 5 })
  name!: string;

  @ListProperty({ of: Part, max: 100 })
  children?: Part[];
}
