import type * as z from 'zod'

/**
 * Returns a schema with a type that the compiler cannot infer, because the schema is built in a loop over rules. The type
 * is derived from the same rules, and tests parse an example of each field.
 */
export const typedSchema = <Schema extends z.ZodType>(schema: z.ZodType) => schema as Schema

/** Returns the schemas of an object's fields with a type that the compiler cannot infer, for the same reason. */
export const typedFields = <Fields>(fields: Record<string, z.ZodType>) => fields as Fields
