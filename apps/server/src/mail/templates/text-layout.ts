import type { MailCopy } from './mail-copy.ts'

/** Returns the mail as plain text. */
export const layOutText = ({ greeting, paragraphs, action, footer }: MailCopy): string =>
  [
    greeting,
    ...paragraphs,
    // On a separate line: mail programs would include following text in the link.
    ...(action ? [action.link, ...(action.validity === undefined ? [] : [action.validity])] : []),
    `-- \n${footer}`,
  ].join('\n\n') + '\n'
