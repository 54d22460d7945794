import { highlight } from '../../assets/sample-writers.js'
import { Html } from './html.ts'

/** The page's script shows the copy button. */
export const codeBlock = (code: string, language = ''): Html => {
  const [, name] = /^(\w+)$/.exec(language) ?? []
  const attribute = name === undefined ? '' : ` data-language="${name}"`
  return new Html(
    `<div class="code-block"><button type="button" class="copy" data-copy hidden></button><pre tabindex="0"><code${attribute}>${highlight(code)}</code></pre></div>`,
  )
}
