/** Words that readers of this field do not know, or read otherwise, and what is written for them. */
const WORDS = [
  [/\basked for by hand\b/i, 'manual run'],
  [/\bonly when asked for\b/i, 'not scheduled'],
  [/\bvalidated? (?:a contract )?by itself\b/i, 'scheduled; stop the schedule'],
  [/\b(?:is|are|was|were) rung\b|\bdoorbells?\b/i, 'woken, wake-up'],
  [/\bmarked for (?:search|indexing)\b|\bsearch marks?\b/i, 'queued for indexing'],
  [
    /\bkept (?:answers?|texts?|reads?|responses?)\b|\b(?:answers?|texts?|reads?|responses?) (?:is|are) kept\b/i,
    'cached',
  ],
  [/\bread along\b/i, 'prefetched'],
  [/\bfree places?\b|\bplaces? of (?:a|the|its) worker\b|\bleaves? (?:its|their) places?\b/i, 'slots'],
  [/\b(?:passed|passes) over\b/i, 'skipped'],
  [/\bin part\b/i, 'partially'],
  [/\bcontracts? (?:that |which )?(?:holds?|held)\b/i, 'passes, is met'],
  [/\bgo(?:es)? the general way\b/i, 'falls back to …'],
  [/\btold of\b/i, 'notified; reported; sent'],
];

/** A definition says what it is or does: it begins with a noun, or with a verb. `definitions` asks for it strictly. */
const BEGINNING = /^\*\s*(?:\*\s*)?(?:Whoever|Nobody|Everybody)\b/;
const STRICT_BEGINNING = /^\*\s*(?:\*\s*)?(?:What|Of|As|Who|Whoever|Nobody|Everybody|Somebody)\b/;

const faultOf = (text) => WORDS.find(([word]) => word.test(text));

/**
 * Comments and texts, not names: a word of the list stands where people read it. A text of one word, such as the label of a metric, is a
 * name.
 */
export const words = {
  meta: {
    type: 'suggestion',
    schema: [{ type: 'object', properties: { definitions: { type: 'boolean' } }, additionalProperties: false }],
    messages: {
      word: '"{{ found }}" says little to a reader of this field; write: {{ better }}',
      beginning: 'Begin with what it is or does: a noun or a verb',
    },
  },
  create({ sourceCode, report, options: [{ definitions = false } = {}] }) {
    const beginning = definitions ? STRICT_BEGINNING : BEGINNING;
    const judge = (node, text) => {
      const [word, better] = faultOf(text) ?? [];
      if (word) report({ node, loc: node.loc, messageId: 'word', data: { found: word.exec(text)[0], better } });
    };
    return {
      Program() {
        for (const comment of sourceCode.getAllComments()) {
          judge(comment, comment.value);
          if (beginning.test(comment.value)) report({ loc: comment.loc, messageId: 'beginning' });
        }
      },
      'Literal[value=/ /]': (node) => judge(node, String(node.value)),
      TemplateElement: (node) => judge(node, node.value.raw),
      JSXText: (node) => judge(node, node.value),
    };
  },
};
