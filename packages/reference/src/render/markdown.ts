import { Marked } from 'marked'
import { codeBlock } from './code-block.ts'
import { Html } from './html.ts'

// Renders only the project's own texts, so it does not sanitize them.
const marked = new Marked({
  renderer: {
    code: ({ text, lang }) => codeBlock(text, lang).text,
    // The surrounding element scrolls a table that is wider than the page.
    table(token) {
      const row = (cells: typeof token.header, tag: 'td' | 'th') =>
        `<tr>${cells.map(({ tokens }) => `<${tag}${tag === 'th' ? ' scope="col"' : ''}>${this.parser.parseInline(tokens)}</${tag}>`).join('')}</tr>`
      return `<div class="table" tabindex="0"><table><thead>${row(token.header, 'th')}</thead><tbody>${token.rows
        .map((cells) => row(cells, 'td'))
        .join('')}</tbody></table></div>`
    },
  },
})

export const markdown = (text: string): Html => new Html(marked.parse(text, { async: false }))

export const inlineMarkdown = (text: string): Html => new Html(marked.parseInline(text, { async: false }))

/** Returns the text on one line, without Markdown: code fences, comments, rulers of tables, links and marks. */
export const plainText = (text: string): string =>
  text
    .replaceAll(/^```\w*$|<!--[\s\S]*?-->|^\|[-| ]+\|$/gm, '')
    .replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .replaceAll(/[`*|]|^#+ |^- /gm, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
