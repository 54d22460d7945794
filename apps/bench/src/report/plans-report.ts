import type { ExplainedStatement } from '../statements/explain-statements.ts'
import type { RecordedOperation } from '../statements/record-operations.ts'

export function formatPlans(
  target: string,
  { operation, statements }: RecordedOperation,
  explained: readonly ExplainedStatement[],
): string {
  const sections = explained.map(({ text, custom, generic }, index) =>
    [
      `### ${index + 1}`,
      fenced(text, 'sql'),
      'Custom plan, for these values:',
      fenced(custom),
      ...(generic === undefined ? [] : ['Generic plan, for any values:', fenced(generic)]),
    ].join('\n\n'),
  )
  return [`## ${target}: ${operation.title} (${statements.length} round trips)`, ...sections, ''].join('\n\n')
}

const fenced = (text: string, language = '') => `\`\`\`${language}\n${text.trim()}\n\`\`\``
