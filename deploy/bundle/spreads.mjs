import { parseAst } from 'rolldown/parseAst';

/** A pattern of what is worth parsing: an object that may begin with another one. */
const MAY_BEGIN = /\{\s*\.\.\./;

/**
 * Has objects that begin with the members of another one, and have more, made in another way: `{ ...row, name }` becomes
 * `{ ...null, ...row, name }`, which is the same object. V8 copies an object that a literal begins with as a whole, and then takes its slow
 * path for each member that is added: in the V8 of Node 20 ten times as long as to add all members one by one. Lines stay as they are.
 */
export function withLateSpreads(code, id) {
  if (!MAY_BEGIN.test(code)) return undefined;
  const places = [];
  visit(parseAst(code, { lang: 'js', sourceType: 'unambiguous' }, id), (node) => {
    const [first, second] = node.type === 'ObjectExpression' ? node.properties : [];
    if (first?.type === 'SpreadElement' && second !== undefined) places.push(first.start);
  });
  let [made, end] = ['', 0];
  for (const place of places.sort((a, b) => a - b)) {
    made += `${code.slice(end, place)}...null, `;
    end = place;
  }
  return places.length === 0 ? undefined : made + code.slice(end);
}

function visit(node, see) {
  if (typeof node !== 'object' || node === null) return;
  if (typeof node.type === 'string') see(node);
  for (const value of Object.values(node)) visit(value, see);
}
