import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.apache.lucene.analysis.core.KeywordAnalyzer;
import org.apache.lucene.analysis.core.KeywordTokenizer;
import org.apache.lucene.analysis.en.PorterStemFilter;
import org.apache.lucene.analysis.miscellaneous.ASCIIFoldingFilter;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.index.Term;
import org.apache.lucene.queryparser.classic.ParseException;
import org.apache.lucene.queryparser.classic.QueryParser;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.util.automaton.Automaton;
import org.apache.lucene.util.automaton.CharacterRunAutomaton;
import org.apache.lucene.util.automaton.LevenshteinAutomata;
import org.apache.lucene.util.automaton.RegExp;

/**
 * What Lucene itself makes of texts, one answer a line.
 *
 * <p>parse or, with AND as the default operator, parse-and: a line is a query text as UTF-16 in hexadecimal; the answer is its
 * tree, or {@code !} and why it is refused; a boost is the bits of its float. regexp: an expression and a token, as texts are written, with a blank
 * between them; fuzzy: a word, a token and a number of edits; the answer is true or false. stem: a word a line. fold: no input; a code unit in
 * hexadecimal and what it is folded to, for all that change.
 */
public class LuceneOracle {
  private static final PrintStream OUT = new PrintStream(System.out, false, StandardCharsets.UTF_8);

  public static void main(String[] arguments) throws Exception {
    BooleanQuery.setMaxClauseCount(Integer.MAX_VALUE);
    switch (arguments[0]) {
      case "parse" -> answerLines(hex -> parse(hex, QueryParser.Operator.OR));
      case "parse-and" -> answerLines(hex -> parse(hex, QueryParser.Operator.AND));
      case "regexp" -> answerLines(LuceneOracle::matchesRegexp);
      case "fuzzy" -> answerLines(LuceneOracle::isWithinEdits);
      case "stem" -> answerLines(LuceneOracle::stem);
      case "fold" -> fold();
      default -> throw new IllegalArgumentException(arguments[0]);
    }
    OUT.flush();
  }

  private interface Answer {
    String of(String line) throws Exception;
  }

  private static void answerLines(Answer answer) throws Exception {
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) OUT.print(answer.of(line) + "\n");
  }

  private static void fold() {
    char[] folded = new char[8];
    for (int unit = 0x80; unit <= 0xffff; unit++) {
      if (Character.isSurrogate((char) unit)) continue;
      int length = ASCIIFoldingFilter.foldToASCII(new char[] {(char) unit}, 0, folded, 0, 1);
      String text = new String(folded, 0, length);
      if (!text.equals(String.valueOf((char) unit))) OUT.print(Integer.toHexString(unit) + " " + text + "\n");
    }
  }

  private static String stem(String word) throws Exception {
    KeywordTokenizer tokenizer = new KeywordTokenizer();
    tokenizer.setReader(new java.io.StringReader(word));
    try (PorterStemFilter filter = new PorterStemFilter(tokenizer)) {
      CharTermAttribute term = filter.addAttribute(CharTermAttribute.class);
      filter.reset();
      return filter.incrementToken() ? term.toString() : "";
    }
  }

  private static String matchesRegexp(String line) {
    String[] words = line.split(" ", -1);
    Automaton automaton = new RegExp(text(words[0]), RegExp.NONE).toAutomaton();
    return String.valueOf(new CharacterRunAutomaton(automaton).run(text(words[1])));
  }

  private static String isWithinEdits(String line) {
    String[] words = line.split(" ", -1);
    Automaton automaton = new LevenshteinAutomata(text(words[0]), true).toAutomaton(Integer.parseInt(words[2]));
    return String.valueOf(new CharacterRunAutomaton(automaton).run(text(words[1])));
  }

  private static String text(String hex) {
    StringBuilder text = new StringBuilder();
    for (int at = 0; at < hex.length(); at += 4) text.append((char) Integer.parseInt(hex.substring(at, at + 4), 16));
    return text.toString();
  }

  private static String parse(String hex, QueryParser.Operator operator) {
    try {
      return tree(new TreeParser(operator).parse(text(hex)));
    } catch (ParseException refused) {
      return "! " + String.valueOf(refused.getMessage()).replaceAll("\\s+", " ");
    }
  }

  /** Keeps each leaf as it was understood, in the shape of a term of the field "leaf". */
  private static final class TreeParser extends QueryParser {
    TreeParser(Operator operator) {
      super("", new KeywordAnalyzer());
      setDefaultOperator(operator);
      setAllowLeadingWildcard(true);
      setSplitOnWhitespace(true);
    }

    private Query leaf(String kind, String field, Object... parts) {
      StringBuilder said = new StringBuilder(kind).append(' ').append(quoted(field));
      for (Object part : parts) said.append(' ').append(part);
      return new TermQuery(new Term("leaf", said.toString()));
    }

    /** {@code >=10} behind a field is a range, as query_string has it. */
    @Override
    protected Query getFieldQuery(String field, String text, boolean isQuoted) {
      boolean isComparison = text.matches("(?s)[<>].*") && !field.isEmpty() && !field.equals("*");
      if (!isComparison) return leaf("word", field, quoted(text));
      boolean isIn = text.startsWith("=", 1);
      String end = end(text.substring(isIn ? 2 : 1), isIn);
      return text.startsWith(">") ? leaf("range", field, end, "open") : leaf("range", field, "open", end);
    }

    @Override
    protected Query getFieldQuery(String field, String text, int slop) {
      return leaf("phrase", field, quoted(text), slop);
    }

    @Override
    protected Query getRangeQuery(String field, String from, String to, boolean fromIn, boolean toIn) {
      return leaf("range", field, end(from, fromIn), end(to, toIn));
    }

    @Override
    protected Query getPrefixQuery(String field, String text) {
      return leaf("prefix", field, quoted(text));
    }

    @Override
    protected Query getWildcardQuery(String field, String text) {
      return leaf("wildcard", field, parts(text));
    }

    @Override
    protected Query getRegexpQuery(String field, String text) {
      return leaf("regexp", field, quoted(text));
    }

    @Override
    protected Query getFuzzyQuery(String field, String text, float edits) {
      return leaf("fuzzy", field, quoted(text), (int) edits);
    }
  }

  private static String tree(Query query) {
    if (query == null) return "()";
    if (query instanceof TermQuery) return ((TermQuery) query).getTerm().text();
    if (query instanceof BoostQuery) {
      BoostQuery boosted = (BoostQuery) query;
      String boost = Integer.toHexString(Float.floatToIntBits(boosted.getBoost()));
      return boosted.getBoost() == 1 ? tree(boosted.getQuery()) : "(^ " + boost + " " + tree(boosted.getQuery()) + ")";
    }
    StringBuilder said = new StringBuilder("(");
    for (BooleanClause clause : ((BooleanQuery) query).clauses()) {
      if (said.length() > 1) said.append(' ');
      said.append(clause.getOccur()).append('<').append(tree(clause.getQuery())).append('>');
    }
    return said.append(')').toString();
  }

  private static String end(String value, boolean isIn) {
    return value == null ? "open" : quoted(value) + (isIn ? "" : " out");
  }

  /** A wildcard's text, which comes with its escapes, by its parts. */
  private static String parts(String text) {
    StringBuilder said = new StringBuilder();
    StringBuilder literal = new StringBuilder();
    for (int at = 0; at <= text.length(); at++) {
      boolean isWild = at < text.length() && "*?".indexOf(text.charAt(at)) >= 0;
      if ((isWild || at == text.length()) && literal.length() > 0) {
        said.append(said.length() > 0 ? " " : "").append(quoted(literal.toString()));
        literal.setLength(0);
      }
      if (at == text.length()) break;
      if (isWild) {
        said.append(said.length() > 0 ? " " : "").append(text.charAt(at));
      } else if (text.startsWith("\\u", at) && text.substring(at).matches("(?s).u[0-9a-fA-F]{4}.*")) {
        literal.append((char) Integer.parseInt(text.substring(at + 2, at + 6), 16));
        at += 5;
      } else if (text.charAt(at) == '\\') {
        literal.append(text.charAt(++at));
      } else {
        literal.append(text.charAt(at));
      }
    }
    return said.toString();
  }

  /** The text as a JSON string of ASCII. */
  private static String quoted(String text) {
    StringBuilder said = new StringBuilder("\"");
    for (char unit : text.toCharArray()) {
      boolean plain = unit >= ' ' && unit < 0x7f && unit != '"' && unit != '\\';
      said.append(plain ? String.valueOf(unit) : String.format("\\u%04x", (int) unit));
    }
    return said.append('"').toString();
  }
}
