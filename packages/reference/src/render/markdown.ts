import { Marked } from 'marked'
import { codeBlock } from './code-block.ts'
import { Html } from './html.ts'

// Renders only the project's own texts, so it does not sanitize them.
const marked = new Marked({
  renderer: {
    code: ({ text, lang }) => codeBlock(text, lang).text,
    // The surrounding element scrolls a table that is wider than the page.
    table(token) {
      const rowOf = (cells: typeof token.header, start: string, end: string) => {
        const contents = cells.map(({ tokens }) => `${start}${this.parser.parseInline(tokens)}${end}`)
        return `<tr>${contents.join('')}</tr>`
      }
      const head = rowOf(token.header, '<th scope="col">', '</th>')
      const body = token.rows.map((cells) => rowOf(cells, '<td>', '</td>')).join('')
      return `<div class="table" tabindex="0"><table><thead>${head}</thead><tbody>${body}</tbody></table></div>`
    },
  },
})

export const markdown = (text: string): Html => new Html(marked.parse(text, { async: false }))

export const inlineMarkdown = (text: string): Html => new Html(marked.parseInline(text, { async: false }))

/** Returns the text on one line, without Markdown syntax and comments. Keeps code and the titles of links. */
export const plainText = (text: string): string =>
  text
    .replaceAll(/^```\w*$|<!--[\s\S]*?-->|^\|[-| ]+\|$/gm, '')
    .replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .replaceAll(/[`*|]|^#+ |^- /gm, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
