import type { MailCopy } from './mail-copy.ts'

export const layOutText = ({ greeting, paragraphs, action, footer }: MailCopy): string =>
  [
    greeting,
    ...paragraphs,
    // Mail programs would include text on the same line in the link.
    ...(action ? [action.link, ...(action.validity === undefined ? [] : [action.validity])] : []),
    `-- \n${footer}`,
  ].join('\n\n') + '\n'
