/** @typedef {import('./rank.d.ts').SearchEntry} SearchEntry */

const MAX_SNIPPET_LENGTH = 110

/** Points for a term by where it is found: as a whole word, as the beginning of a word, anywhere. */
const WEIGHTS = {
  title: [24, 12, 6],
  keywords: [16, 8, 0],
  place: [6, 3, 1],
  text: [4, 2, 1],
}

/** A page comes before its parts. */
const PAGE_FACTOR = 1.5

/** An entry whose title is the query comes before entries that contain it. */
const WHOLE_TITLE_FACTOR = 2

/** Words of questions in both languages. They are in every text, and would hide the subject of the question. */
const FILLERS = new Set(
  (
    'a an and are can could do does for how i in is it mean means my of on or should the this to we what when where ' +
    'which why with as com como da das de dizer do dos e em eu fazer faco na nas no nos o onde os ou para por posso ' +
    'qual quando que quer se significa ser um uma'
  ).split(' '),
)

/** @type {typeof import('./rank.d.ts').rank} */
export function rank(entries, query) {
  const words = wordsOf(query)
  const terms = termsOf(query)
  const rated = entries.map((entry) => rate(entry, terms, words.join(' '))).filter(({ found }) => found > 0)
  const mostFound = Math.max(...rated.map(({ found }) => found))
  return rated
    .filter(({ found }) => found === mostFound)
    .sort((one, other) => other.score - one.score)
    .map(({ entry }) => entry)
}

/**
 * Returns how many terms the entry contains, and how well.
 *
 * @param {SearchEntry} entry @param {string[]} terms @param {string} query
 */
function rate(entry, terms, query) {
  let found = 0
  let total = 0
  for (const term of terms) {
    const points = Object.entries(WEIGHTS).map(([part, weights]) =>
      pointsFor(term, normalize(entry[/** @type {keyof typeof WEIGHTS} */ (part)] ?? ''), weights),
    )
    const best = Math.max(...points)
    if (best > 0) found += 1
    total += best
  }
  const isWholeTitle = normalize(entry.title) === query
  const titleFactor = isWholeTitle ? WHOLE_TITLE_FACTOR : 1
  const pageFactor = entry.anchor === undefined ? PAGE_FACTOR : 1
  return { entry, found, score: total * titleFactor * pageFactor }
}

/** @param {string} term @param {string} text @param {number[]} weights */
function pointsFor(term, text, [whole = 0, beginning = 0, anywhere = 0]) {
  let points = 0
  for (let start = text.indexOf(term); start >= 0; start = text.indexOf(term, start + 1)) {
    const isBeginning = !isInWord(text[start - 1])
    const isWhole = isBeginning && !isInWord(text[start + term.length])
    if (isWhole) return whole
    points = Math.max(points, isBeginning ? beginning : anywhere)
  }
  return points
}

const isInWord = (character = '') => /[\p{L}\p{N}]/u.test(character)

/** @type {typeof import('./rank.d.ts').snippetOf} */
export function snippetOf(text, query) {
  // Folds each character to one character, so that positions are those of the text.
  const folded = [...text].map((character) => normalize(character).charAt(0) || character).join('')
  const positions = termsOf(query)
    .map((term) => folded.indexOf(term))
    .filter((position) => position >= 0)
  const first = positions.length > 0 ? Math.min(...positions) : 0
  const earliest = first - MAX_SNIPPET_LENGTH / 2
  const start = earliest < 0 ? 0 : text.indexOf(' ', earliest) + 1
  const end =
    text.length - start <= MAX_SNIPPET_LENGTH ? text.length : text.lastIndexOf(' ', start + MAX_SNIPPET_LENGTH)
  return `${start > 0 ? '… ' : ''}${text.slice(start, end)}${end < text.length ? ' …' : ''}`
}

/** Returns the words of a query without fillers, or all words if there is nothing else. @param {string} query */
function termsOf(query) {
  const words = wordsOf(query)
  const subjects = words.filter((word) => !FILLERS.has(word))
  return subjects.length > 0 ? subjects : words
}

/** @param {string} query */
const wordsOf = (query) =>
  normalize(query)
    .split(/[\s?!,;]+/)
    .filter(Boolean)

/** Ignores case and accents. @param {string} text */
const normalize = (text) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
