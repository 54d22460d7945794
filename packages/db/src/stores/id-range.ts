/** Sorts after every id: they are hexadecimal. */
export const AFTER_ALL_IDS = 'g'
