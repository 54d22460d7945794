import { escapeHtml, Html } from './html.ts'

/** Comments and texts of all languages of the page. A `#` begins a comment only at the beginning of a line. */
const TOKENS = /(^\s*(?:#|\/\/).*$)|("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')/gm

/** Renders code with a button that copies it. Its script shows the button. */
export const codeBlock = (code: string): Html =>
  new Html(
    `<div class="code-block"><button type="button" class="copy" data-copy hidden></button><pre tabindex="0"><code>${highlight(code)}</code></pre></div>`,
  )

function highlight(code: string): string {
  let result = ''
  let end = 0
  for (const match of code.matchAll(TOKENS)) {
    const [text, comment] = match
    const kind = comment === undefined ? 'text' : 'comment'
    result += `${escapeHtml(code.slice(end, match.index))}<span class="${kind}">${escapeHtml(text)}</span>`
    end = match.index + text.length
  }
  return result + escapeHtml(code.slice(end))
}
