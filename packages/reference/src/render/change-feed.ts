import { changesOf } from '../guides.ts'
import type { RenderContext } from './context.ts'
import { html } from './html.ts'
import { markdown, plainText } from './markdown.ts'

const MAX_TITLE_LENGTH = 100

/** Renders the changelog as Atom (RFC 4287). */
export function renderChangeFeed({ messages, locale, baseUrl }: RenderContext): string {
  const page = `${baseUrl}/docs/changelog?lang=${locale}`
  const feed = `${baseUrl}/docs/changelog.atom?lang=${locale}`
  const changes = changesOf(locale)
  const timeOf = (date: string) => `${date}T00:00:00Z`
  return html`<?xml version="1.0" encoding="utf-8"?>
    <feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${locale}">
      <id>${feed}</id>
      <title>${messages.title}: ${messages.changelog}</title>
      <updated>${timeOf(changes[0]?.date ?? '')}</updated>
      <author><name>${messages.title}</name></author>
      <link rel="self" href="${feed}" />
      <link href="${page}" />
      ${changes.map(
        ({ date, text }, index) =>
          html`<entry>
            <id>${feed}#${changes.length - index}</id>
            <title>${plainText(text).slice(0, MAX_TITLE_LENGTH)}</title>
            <updated>${timeOf(date)}</updated>
            <link href="${page}" />
            <content type="html">${markdown(text).text}</content>
          </entry>`,
      )}
    </feed>`.text
}
