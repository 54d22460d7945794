import type * as z from 'zod'

/** A procedure, by what it answers. */
interface Answering<Answer> {
  _def: { $types: { output: Answer } }
}

/**
 * Tells the schema of a procedure's answers, for the OpenAPI document. Unlike `.output()` it has no answer looked at:
 * answers are made by code that the compiler holds to the schema, and the tests compare them whole.
 *
 * @returns the procedure itself
 */
export function answering<Schema extends z.ZodType, Procedure extends Answering<z.output<Schema>>>(
  schema: Schema,
  procedure: Procedure,
): Procedure {
  Object.assign(procedure._def, { output: schema })
  return procedure
}
