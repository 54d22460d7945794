import type { Guide } from '../guides.ts'
import type { RenderContext } from './context.ts'
import { insertEvents } from './events.ts'
import { heading } from './heading.ts'
import { Html } from './html.ts'
import { markdown } from './markdown.ts'

export function guideContent({ id, text }: Guide, context: RenderContext): Html {
  const content = markdown(text).text.replaceAll(
    /<h2>(.*)<\/h2>/g,
    (_heading, name: string) => heading(`${id}-${slugOf(name)}`, new Html(name), context).text,
  )
  return new Html(insertEvents(content, context))
}

/** Returns GitHub's anchor for a heading. */
export const slugOf = (name: string): string =>
  name
    .replaceAll(/<[^>]*>/g, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')
