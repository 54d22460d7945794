/** The path of the operators' pages. */
export const CONSOLE_PATH = '/console'
