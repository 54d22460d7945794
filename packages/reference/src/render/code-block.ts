import { highlight } from '../../assets/sample-writers.js'
import { Html } from './html.ts'

/** Renders code with a copy button, which the page's script shows. */
export const codeBlock = (code: string): Html =>
  new Html(
    `<div class="code-block"><button type="button" class="copy" data-copy hidden></button><pre tabindex="0"><code>${highlight(code)}</code></pre></div>`,
  )
