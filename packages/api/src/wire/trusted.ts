import type * as z from 'zod'

/**
 * The schema of an answer that is not checked each time it is given: it stands in types and in the OpenAPI document.
 * Answers are made by code that the compiler holds to it, and the tests compare them whole; to parse a page of 100
 * again cost a twelfth of it.
 *
 * @returns the schema itself, whose `parse` gives what it gets (`z.parse` looks at it still)
 */
export const trusted = <Schema extends z.ZodType>(schema: Schema): Schema =>
  Object.assign(schema, { parse: (answer: z.output<Schema>) => answer })
