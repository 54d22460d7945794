/** Words that the glossary in docs/contributing/language.md replaces, each with what to write instead. */
export const TERMS = [
  [/\b(tells?|told|telling)\b/i, 'report, return, pass, receive, log'],
  [/\bsays?\b|\bsaid\b/i, 'report, return, state'],
  [/\bheld by\b/i, 'verified by, tested by; only locks and connections are held'],
  [/\b(bounds?|bounded)\b/i, 'timeout, deadline, limit'],
  [/\bmoments?\b/i, 'time, timestamp'],
  [/\banswer(s|ed|ing)?\b/i, 'response, respond'],
  [/\basked again\b|\basks? again\b/i, 'retry, retried, replay'],
  [/\brefus(e|es|ed|ing|als?)\b|\bis no good\b/i, 'reject, rejection, invalid'],
  [/\bfaults?\b(?! injection)/i, 'error, failure; "fault injection" stays'],
  [/\banew\b|\bonce more\b/i, 'again'],
  [/\bunder way\b/i, 'in progress, in flight'],
  [/\bat once\b/i, 'immediately, concurrently'],
  [/\balone\b/i, 'only'],
  [/\bof (its|their|our|his|her|your|one's|one’s) own\b|\bof ours\b/i, 'separate, own, internal'],
  [/\bwhoever\b|\bfor who\b|\bwho has\b/i, 'callers that, clients with, anyone who'],
  [/\btakes? turns\b|\bin turn\b/i, 'slot, queue, semaphore'],
  [/\blook-ups?\b|\blook(s|ed|ing)? at\b/i, 'lookup, query; check, inspect'],
  [/\b(crowds?|contenders?|floors?)\b/i, 'load, target, baseline'],
  [/\bacted out\b|\bacts? as\b|\bacting as\b/i, 'fake, simulate, serve as'],
  [/\blets? go of\b/i, 'releases'],
  [/\b(is|are|was|were|be) away\b/i, 'is unavailable, is down'],
  [/\b(gives?|gave|given|giving) up\b/i, 'close, destroy, discard, stop'],
  [/\bwants?\b|\bwanted\b/i, 'requires, expects'],
  [/\bwhat is no\b|\bwho is no\b/i, 'anything other than'],
  [/\btime-outs?\b/i, 'timeout'],
  [/\bkeeps? book\b|\btakes? leave\b/i, 'tracks; starts draining'],
]

/** Prefixes and suffixes of identifiers that the naming rules replace. */
export const NAMES = [
  [/^MOST_/, 'MAX_…'],
  [/^(LEAST|FEWEST)_/, 'MIN_…'],
  [/_WITHIN(_MS|_SECONDS)?$/, '…_TIMEOUT_MS'],
  [/_EVERY(_MS|_SECONDS)?$/, '…_INTERVAL_MS'],
]
