// Rewrites Unicode classes such as `\p{Letter}` by the names of Go 1.26, with which Kubernetes 1.37 is built,
// since re2js supports other names. Case, `_`, `-` and spaces do not matter, long category names are valid,
// and scripts whose Unicode name has a `_` are rejected. Source: unicodeTable of regexp/syntax.
// The classes contain the characters of re2js's Unicode version, which is newer than Go's 15.0.

const CATEGORIES: ReadonlyMap<string, string> = new Map(
  [
    'C Cc Cf Cn Co Cs L Lc=LC Ll Lm Lo Lt Lu M Mc Me Mn N Nd Nl No P Pc Pd Pe Pf Pi Po Ps S Sc Sk Sm So Z Zl Zp Zs Any',
    'Casedletter=LC Closepunctuation=Pe Combiningmark=M Connectorpunctuation=Pc Control=Cc Currencysymbol=Sc Dashpunctuation=Pd Decimalnumber=Nd',
    'Enclosingmark=Me Finalpunctuation=Pf Format=Cf Initialpunctuation=Pi Letter=L Letternumber=Nl Lineseparator=Zl Lowercaseletter=Ll Mark=M Mathsymbol=Sm',
    'Modifierletter=Lm Modifiersymbol=Sk Nonspacingmark=Mn Number=N Openpunctuation=Ps Other=C Otherletter=Lo Othernumber=No Otherpunctuation=Po',
    'Othersymbol=So Paragraphseparator=Zp Privateuse=Co Punctuation=P Separator=Z Spaceseparator=Zs Spacingmark=Mc Surrogate=Cs Symbol=S Titlecaseletter=Lt',
    'Unassigned=Cn Uppercaseletter=Lu Cntrl=Cc Digit=Nd Punct=P',
  ]
    .join(' ')
    .split(' ')
    .map((entry): readonly [string, string] => {
      const [name = '', category = name] = entry.split('=');
      return [name, category];
    }),
);

const SCRIPTS: ReadonlySet<string> = new Set(
  [
    'Adlam Ahom Arabic Armenian Avestan Balinese Bamum Batak Bengali Bhaiksuki Bopomofo Brahmi Braille Buginese Buhid Carian Chakma Cham Cherokee Chorasmian',
    'Common Coptic Cuneiform Cypriot Cyrillic Deseret Devanagari Dogra Duployan Elbasan Elymaic Ethiopic Georgian Glagolitic Gothic Grantha Greek Gujarati',
    'Gurmukhi Han Hangul Hanunoo Hatran Hebrew Hiragana Inherited Javanese Kaithi Kannada Katakana Kawi Kharoshthi Khmer Khojki Khudawadi Lao Latin Lepcha',
    'Limbu Lisu Lycian Lydian Mahajani Makasar Malayalam Mandaic Manichaean Marchen Medefaidrin Miao Modi Mongolian Mro Multani Myanmar Nabataean Nandinagari',
    'Newa Nko Nushu Ogham Oriya Osage Osmanya Palmyrene Phoenician Rejang Runic Samaritan Saurashtra Sharada Shavian Siddham Sinhala Sogdian Soyombo Sundanese',
    'Syriac Tagalog Tagbanwa Takri Tamil Tangsa Tangut Telugu Thaana Thai Tibetan Tifinagh Tirhuta Toto Ugaritic Vai Vithkuqi Wancho Yezidi Yi',
  ]
    .join(' ')
    .split(' '),
);

/**
 * Matches classes and everything that may contain the characters of one: quotations, escapes, and the start and end of a character list.
 */
const TOKEN = /\\Q[\s\S]*?(?:\\E|$)|\\[pP](?:\{([^}]*)\}|[^{])|\\[\s\S]|\[\^?\]?|\]/gu;
/** Matches classes in a character list, where `[` is literal unless it begins a POSIX class. */
const TOKEN_IN_LIST = /\[:\^?\w+:\]|\\[pP](?:\{([^}]*)\}|[^{])|\\[\s\S]|\]/gu;

/** Rewrites the Unicode classes in a pattern for re2js. Throws Error with Go's message for a class that Go does not support. */
export function withSupportedClasses(pattern: string): string {
  if (!/\\p/i.test(pattern)) return pattern;
  let rewritten = '';
  let at = 0;
  let token = TOKEN;
  for (;;) {
    token.lastIndex = at;
    const match = token.exec(pattern);
    if (match === null) return rewritten + pattern.slice(at);
    const [text] = match;
    const isInList = token === TOKEN_IN_LIST;
    rewritten += pattern.slice(at, match.index);
    rewritten += /^\\[pP]./u.test(text) ? classFor(text, match[1], isInList) : text;
    at = match.index + text.length;
    if (isInList ? text === ']' : text.startsWith('[')) token = isInList ? TOKEN : TOKEN_IN_LIST;
  }
}

function classFor(text: string, inBraces: string | undefined, isInList: boolean): string {
  const className = inBraces ?? text.slice(2);
  const isInverse = className.startsWith('^');
  const name = canonicalName(isInverse ? className.slice(1) : className);
  const isNegated = (text[1] === 'P') !== isInverse;
  if (name === 'Ascii') {
    const range = isNegated ? '\\x{80}-\\x{10FFFF}' : '\\x00-\\x7F';
    return isInList ? range : `[${range}]`;
  }
  if (name === 'Assigned') return isNegated ? '\\p{Cn}' : '\\P{Cn}';
  const supportedName = CATEGORIES.get(name) ?? (SCRIPTS.has(name) ? name : undefined);
  if (supportedName === undefined) throw new Error(`error parsing regexp: invalid character class range: \`${text}\``);
  return `\\${isNegated ? 'P' : 'p'}{${supportedName}}`;
}

/** Returns the name with an upper-case first letter, other letters in lower case (ASCII only), and without word separators. */
function canonicalName(name: string): string {
  const joined = name.replace(/[_ -]/g, '');
  return (
    joined.slice(0, 1).replace(/[a-z]/, (letter) => letter.toUpperCase()) +
    joined.slice(1).replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  );
}
