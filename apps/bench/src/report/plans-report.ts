import type { ExplainedStatement } from '../statements/explain-statements.ts'
import type { RecordedOperation } from '../statements/record-operations.ts'

/** The statements of an operation with their plans, in Markdown. */
export function formatPlans(
  contender: string,
  { operation, statements }: RecordedOperation,
  explained: readonly ExplainedStatement[],
): string {
  const sections = explained.map(({ text, plans }, index) =>
    [
      `### ${index + 1}`,
      fenced(text, 'sql'),
      'Planned for these values:',
      fenced(plans.force_custom_plan),
      'Planned once for any values:',
      fenced(plans.force_generic_plan),
    ].join('\n\n'),
  )
  return [`## ${contender}: ${operation.title} (${statements.length} round trips)`, ...sections, ''].join('\n\n')
}

const fenced = (text: string, language = '') => `\`\`\`${language}\n${text.trim()}\n\`\`\``
