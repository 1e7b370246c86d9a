// Finds words and sentences that plain English avoids.

import { SentenceSplitterSyntax, split } from 'sentence-splitter';

/** Words to avoid, and their replacements. @typedef {{ avoid: RegExp, write: string }} WordRule */

/** A text for readers, with its first line. @typedef {{ line: number, text: string }} Passage */

/** @typedef {{ line: number, message: string, kind: 'word' | 'length' }} ProseFinding */

/** @typedef {{ words: number, sentences: number, long: number, listed: number }} ProseCounts */

/** The most words of a sentence. */
export const MOST_WORDS = 30;

/** @type {readonly WordRule[]} */
export const WORD_RULES = [
  {
    avoid:
      /\btakes?\b(?! (?:\d|about|up to|long|time|place|effect|part|care|precedence|turns|less than|more than|too (?:long|many|much)|over|the (?:place|form)|as long|at (?:least|most)|(?:milli)?seconds|(?:linear|quadratic|constant|exponential) time|\w+ branch))/i,
    write: 'accepts, uses, occupies or tolerates',
  },
  { avoid: /\bis taken for\b|\btaken off\b|\btakes? (?:them |it )?away\b/i, write: 'removes' },
  {
    avoid: /(?<!kubectl )(?<!X )\bgets?\b(?! (?:started|nodes|pods|resource|constraints from pod|region from zones))/i,
    write: 'is allocated, receives',
  },
  { avoid: /(?<!X, )\b(?:is|are|was|were) given\b/i, write: 'is allocated, receives' },
  { avoid: /\bwants?\b(?! colon)/i, write: 'requests, needs' },
  { avoid: /\b(?:pods?|claims?|it|they|that|and|one) waits?\b(?! (?:for|until))|\bwaiting (?:pod|claim)s?\b/i, write: 'is pending' },
  { avoid: /\bcan be (?:had|picked)\b/i, write: 'is available' },
  { avoid: /\bpick(?:s|ed|ing)?\b/i, write: 'allocate; in solver code select' },
  { avoid: /\brefus(?:e|es|ed|al|als|ing)\b/i, write: 'reject; of a selector: does not match' },
  { avoid: /\btell(?:s|ing)?\b|\btold\b/i, write: 'reports, describes, is notified' },
  { avoid: /\bsays? of\b|\bsays? nothing\b/i, write: 'reports, describes' },
  { avoid: /\b(?:is|are|was|were|be) asked\b|\basked? (?:about|for)\b/i, write: 'is queried; the request' },
  { avoid: /\bkept\b/i, write: 'cached, stored' },
  { avoid: /\b(?:is|are|not) known\b|\bknows?\b/i, write: 'supported, cached' },
  { avoid: /\balike\b|\band the like\b/i, write: 'equal, identical, equivalent' },
  { avoid: /\bdevices? of (?:other kinds|another kind)\b/i, write: 'of another device class' },
  { avoid: /\bbeside\b/i, write: 'next to, besides, in addition to' },
  { avoid: /\bas \w+ has (?:it|them)\b/i, write: 'as in X' },
  { avoid: /\b(?:nobody|somebody|anybody)\b/i, write: 'the actor: the scheduler, you' },
  { avoid: /\bnothing (?:is|was|can|could|else|that|of|but|in|has|comes|needs|may|fits)\b/i, write: 'no X' },
  { avoid: /(?<!\beffect )\bnone (?:is|are|does|has|of (?:them|it)|that)\b/i, write: 'no X' },
  { avoid: /\bit is none\b|\bthat is none\b/i, write: 'undefined if ...' },
  { avoid: /\bin the end\b|\bat last\b/i, write: 'finally' },
  { avoid: /\bof (?:its|their|our|his) own\b/i, write: 'a local, separate or private X' },
  { avoid: /\bgiv(?:es?|ing) way\b/i, write: 'yields' },
  { avoid: /\b(?:gone|goes|go|going) over\b/i, write: 'iterates' },
  { avoid: /\blook(?:s|ed|ing)? at\b/i, write: 'considers, checks, evaluates' },
  { avoid: /\bworks? out\b|\bworked out\b/i, write: 'computes' },
  { avoid: /\bput together\b/i, write: 'merged, joined' },
  { avoid: /\bwho(?:ever)? (?:asks?|calls?|runs?|reads?|waits?|holds?)\b/i, write: 'the caller, the user' },
  { avoid: /\b(?:of|to|by|with|for|from|in|on) what (?!is called)\b/i, write: 'a noun' },
  { avoid: /\bthose (?:of|with|in|on|from|before|behind|after)\b/i, write: 'the noun again' },
  { avoid: /\bin (?:their|its) turn\b/i, write: 'then, also' },
  { avoid: /\bfor all that\b|\ball the same\b/i, write: 'still' },
  { avoid: /\bneither [^.;:,]+ can (?:be )?[^.;:,]*together\b/i, write: 'X and Y cannot ... together' },
  { avoid: /\bif there (?:is|are) none\b/i, write: 'if none exists' },
  { avoid: /\bstands? in for\b/i, write: 'replaces' },
  { avoid: /\bat the call\b/i, write: 'at the start of the call' },
  { avoid: /\b(?:is|are|was|has) taken over\b/i, write: 'copies, replaces' },
];

/** @param {string} text */
function wordsIn(text) {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

/**
 * Returns the findings of a passage, and its counts.
 * @param {Passage} passage
 * @returns {{ findings: readonly ProseFinding[], counts: ProseCounts }}
 */
export function checkPassage({ line, text }) {
  /** @type {ProseFinding[]} */
  const findings = [];
  const counts = { words: 0, sentences: 0, long: 0, listed: 0 };
  for (const { type, raw, loc } of split(text)) {
    if (type !== SentenceSplitterSyntax.Sentence) continue;
    const words = wordsIn(raw);
    if (words < 2) continue;
    const at = line + loc.start.line - 1;
    counts.sentences++;
    counts.words += words;
    if (words > MOST_WORDS) {
      counts.long++;
      findings.push({ line: at, kind: 'length', message: `a sentence of ${words} words: split it (at most ${MOST_WORDS})` });
    }
    for (const { avoid, write } of WORD_RULES) {
      for (const [found] of raw.matchAll(new RegExp(avoid, 'gi'))) {
        counts.listed++;
        findings.push({ line: at, kind: 'word', message: `'${found}': write ${write}` });
      }
    }
  }
  return { findings, counts };
}
