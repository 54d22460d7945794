import type { RenderContext } from './context.ts'
import { html, type Html } from './html.ts'

/** Renders a heading that links to itself. */
export const heading = (id: string, title: string | Html, { messages }: RenderContext): Html =>
  html`<h2 id="${id}">${title} <a class="anchor" href="#${id}" aria-label="${messages.linkTo}">#</a></h2>`
