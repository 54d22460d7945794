import hljs from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import csharp from 'highlight.js/lib/languages/csharp'
import go from 'highlight.js/lib/languages/go'
import java from 'highlight.js/lib/languages/java'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import php from 'highlight.js/lib/languages/php'
import powershell from 'highlight.js/lib/languages/powershell'
import python from 'highlight.js/lib/languages/python'
import ruby from 'highlight.js/lib/languages/ruby'
import { html, Html } from './html.ts'

const GRAMMARS = { bash, csharp, go, java, javascript, json, php, powershell, python, ruby }
for (const [name, grammar] of Object.entries(GRAMMARS)) hljs.registerLanguage(name, grammar)
hljs.registerAliases(['curl', 'sh'], { languageName: 'bash' })
hljs.registerAliases(['fetch'], { languageName: 'javascript' })

/**
 * Renders highlighted code. The page's script shows the copy button.
 *
 * @param language language of a code sample or of a Markdown code block. Code in an unknown language is not highlighted
 */
export function codeBlock(code: string, language = ''): Html {
  const isWord = /^\w+$/.test(language)
  const highlighted = hljs.getLanguage(language) ? new Html(hljs.highlight(code, { language }).value) : code
  return html`<div class="code-block">
    <button type="button" class="copy" data-copy hidden></button>
    <pre tabindex="0"><code${isWord && html` data-language="${language}"`}>${highlighted}</code></pre>
  </div>`
}
