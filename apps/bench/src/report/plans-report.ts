import type { ExplainedStatement } from '../statements/explain-statements.ts'
import type { RecordedOperation } from '../statements/record-operations.ts'

/** Formats the statements of an operation and their plans as Markdown. */
export function formatPlans(
  target: string,
  { operation, statements }: RecordedOperation,
  explained: readonly ExplainedStatement[],
): string {
  const sections = explained.map(({ text, plans }, index) =>
    [
      `### ${index + 1}`,
      fenced(text, 'sql'),
      'Custom plan, for these values:',
      fenced(plans.force_custom_plan),
      'Generic plan, for any values:',
      fenced(plans.force_generic_plan),
    ].join('\n\n'),
  )
  return [`## ${target}: ${operation.title} (${statements.length} round trips)`, ...sections, ''].join('\n\n')
}

const fenced = (text: string, language = '') => `\`\`\`${language}\n${text.trim()}\n\`\`\``
