/**
 * Returns the variables of an environment file with some values replaced.
 *
 * @throws Error if the file lacks one of them, because a deployment's file must be complete
 */
export function withValues(text: string, values: Record<string, string>): Record<string, string> {
  const variables = Object.fromEntries(
    [...text.matchAll(/^([A-Z_\d]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
  )
  const missing = Object.keys(values).filter((name) => !(name in variables))
  if (missing.length > 0) throw new Error(`the file has no line for ${missing.join(', ')}`)
  return { ...variables, ...values }
}

export const assignments = (variables: Record<string, string>): string[] =>
  Object.entries(variables).map(([name, value]) => `${name}=${value}`)
