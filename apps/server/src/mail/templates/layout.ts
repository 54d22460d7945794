import { escapeHtml } from '../../http/escape-html.ts'
import { MAIL_LOCALE, type MailAction, type MailCopy } from './mail-copy.ts'

/**
 * Renders inline styles, because many mail programs ignore style sheets. Each text color is set together with its
 * background, so dark modes change both.
 */
export const layOutHtml = ({ subject, preheader, greeting, paragraphs, action, footer }: MailCopy) =>
  `<!doctype html>
<html lang="${MAIL_LOCALE}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="supported-color-schemes" content="light dark">
    <title>${escapeHtml(subject)}</title>
    <style>
      :root { color-scheme: light dark; supported-color-schemes: light dark; }
      @media (prefers-color-scheme: dark) {
        .page { background-color: #111827 !important; }
        .card { background-color: #1f2937 !important; color: #f3f4f6 !important; }
        .quiet { background-color: #1f2937 !important; color: #d1d5db !important; }
        .link { background-color: #1f2937 !important; color: #5eead4 !important; }
      }
    </style>
  </head>
  <body class="page" style="margin:0;padding:0;background-color:#f3f4f6;">
    <div style="${HIDDEN}">${escapeHtml(preheader)}</div>
    <table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background-color:#f3f4f6;">
      <tr>
        <td align="center" style="padding:24px 12px;">
          <table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" style="${CARD}">
            <tr>
              <td style="padding:32px;">
                <h1 style="margin:0 0 16px;font-size:22px;line-height:1.3;">${escapeHtml(greeting)}</h1>
${paragraphs.map(layOutParagraph).join('\n')}
${action ? layOutAction(action) : ''}
                <p class="quiet" style="${QUIET}">${escapeHtml(footer)}</p>
              </td>
            </tr>
          </table>
        </td>
      </tr>
    </table>
  </body>
</html>
`

const FONT = 'font-family:Arial,Helvetica,sans-serif;font-size:16px;line-height:1.5;'
const CARD = `max-width:560px;background-color:#ffffff;color:#111827;border-radius:8px;${FONT}`
const QUIET = 'margin:24px 0 0;background-color:#ffffff;color:#4b5563;font-size:14px;'
const BUTTON = `display:inline-block;padding:12px 24px;background-color:#0b6b5c;color:#ffffff;border-radius:6px;font-weight:bold;text-decoration:none;`
const LINK = 'background-color:#ffffff;color:#0b6b5c;word-break:break-all;'
const HIDDEN = 'display:none;max-height:0;overflow:hidden;opacity:0;mso-hide:all;'

const layOutParagraph = (text: string) => `                <p style="margin:0 0 16px;">${escapeHtml(text)}</p>`

function layOutAction({ button, link, plainLinkHint, validity }: MailAction): string {
  const href = escapeHtml(link)
  const validityLine =
    validity === undefined
      ? ''
      : `
                <p class="quiet" style="${QUIET}">${escapeHtml(validity)}</p>`
  return `                <p style="margin:24px 0;"><a href="${href}" style="${BUTTON}">${escapeHtml(button)}</a></p>
                <p class="quiet" style="${QUIET}">${escapeHtml(plainLinkHint)}<br>
                  <a href="${href}" class="link" style="${LINK}">${href}</a></p>${validityLine}`
}

export function layOutText({ greeting, paragraphs, action, footer }: MailCopy): string {
  const blocks = [greeting, ...paragraphs]
  // Text on the same line would become part of the link.
  if (action) blocks.push(action.link)
  if (action?.validity !== undefined) blocks.push(action.validity)
  blocks.push(`-- \n${footer}`)
  return `${blocks.join('\n\n')}\n`
}
