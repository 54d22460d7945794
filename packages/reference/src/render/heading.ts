import type { RenderContext } from './context.ts'
import { html, type Html } from './html.ts'

/** Level 2 headings use their section's id. */
export const heading = (level: 2 | 3, id: string, title: string | Html, { messages }: RenderContext): Html => {
  const anchor = html`<a class="anchor" href="#${id}" aria-label="${messages.linkTo}">#</a>`
  return level === 2 ? html`<h2>${title} ${anchor}</h2>` : html`<h3 id="${id}">${title} ${anchor}</h3>`
}
