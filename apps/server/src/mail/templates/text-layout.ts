import type { MailCopy } from './mail-copy.ts'

/** The mail for those who read no HTML. */
export const layOutText = ({ greeting, paragraphs, action, footer }: MailCopy): string =>
  [
    greeting,
    ...paragraphs,
    // On a line of its own, or mail programs take what follows for a part of it.
    ...(action ? [action.link, action.validity] : []),
    `-- \n${footer}`,
  ].join('\n\n') + '\n'
