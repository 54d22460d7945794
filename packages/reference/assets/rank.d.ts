/** What the search of the page finds. */
export interface SearchEntry {
  view: string
  /** The anchor of a place on the view. */
  anchor?: string
  title: string
  /** The title of the view, unless the entry is the view. */
  place?: string
  text: string
  /** More words for its subject. */
  keywords?: string
}

/** Returns the entries that contain most words of a query besides fillers such as "how", the best first. */
export function rank(entries: readonly SearchEntry[], query: string): SearchEntry[]

/** Returns the part of a text around the first match, with whole words. */
export function snippetOf(text: string, query: string): string
