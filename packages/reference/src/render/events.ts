import type { SentEvent } from '../document.ts'
import type { Guide } from '../guides.ts'
import { NAMED_LANGUAGES } from '../samples/index.ts'
import { VERIFY_SAMPLES } from '../samples/verify-samples.ts'
import { codeBlock } from './code-block.ts'
import type { RenderContext } from './context.ts'
import { html, type Html } from './html.ts'
import { inlineMarkdown } from './markdown.ts'
import { codeTabs } from './samples.ts'

const VERIFY = '<!-- verify -->'
const CATALOGUE = '<!-- catalogue -->'

/** Adds the code that verifies a signature, and an example of each event, to the guide. */
export const insertEvents = (content: string, context: RenderContext): string =>
  content
    .replace(VERIFY, () => codeTabs('verify', (language) => VERIFY_SAMPLES[language], context).text)
    .replace(CATALOGUE, () => catalogue(context).text)

/** Does the same in the Markdown of the guide. */
export function insertEventsAsMarkdown({ text, ...guide }: Guide, context: RenderContext): Guide {
  const code = NAMED_LANGUAGES.map(
    ([language, name]) => `${name}:\n\n\`\`\`${language}\n${VERIFY_SAMPLES[language]}\n\`\`\``,
  )
  const examples = sentEvents(context).map(
    ({ type, description, value }) =>
      `\`${type}\`: ${context.translate(description)}\n\n\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``,
  )
  const full = text.replace(VERIFY, () => code.join('\n\n')).replace(CATALOGUE, () => examples.join('\n\n'))
  return { ...guide, text: full }
}

const catalogue = (context: RenderContext): Html =>
  html`${sentEvents(context).map(
    ({ type, description, value }) =>
      html`<details class="event" id="event-${type}">
        <summary><code>${type}</code> ${inlineMarkdown(context.translate(description))}</summary>
        ${codeBlock(JSON.stringify(value, null, 2), 'json')}
      </details>`,
  )}`

/** Returns the type, the description and an example of each event. */
export const sentEvents = ({ document }: RenderContext) =>
  Object.values(document.webhooks ?? {}).map(({ post }) => exampleOf(post))

function exampleOf({ summary, description, requestBody }: SentEvent) {
  const [example] = Object.values(requestBody.content['application/json'].examples ?? {})
  return { type: summary, description, value: example?.value }
}
