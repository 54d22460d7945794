import { highlight } from '../../assets/sample-writers.js'
import { Html } from './html.ts'

/** The page's script shows the copy button. */
export const codeBlock = (code: string): Html =>
  new Html(
    `<div class="code-block"><button type="button" class="copy" data-copy hidden></button><pre tabindex="0"><code>${highlight(code)}</code></pre></div>`,
  )
