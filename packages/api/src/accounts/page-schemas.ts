import { LIMITS } from '@partner-accounts/core'
import * as z from 'zod'
import { typedSchema } from '../wire/typed-schema.ts'
import { accountSchema } from './account-schemas.ts'

const { defaultNumber, defaultSize, maxSize } = LIMITS.page

/**
 * Accepts any input at run time, although its type permits only numbers and texts. Reduces larger numbers to `max`, and
 * replaces anything other than a positive integer with `fallback` (4.2).
 */
const countingNumber = (fallback: number, max: number) =>
  typedSchema<z.ZodDefault<z.ZodType<number, number | string>>>(
    z
      .union([z.number(), z.string().regex(/^\d+$/).transform(Number)])
      .transform((value) => Math.min(value, max))
      .pipe(z.int().min(1))
      .catch(fallback)
      // trpc-to-openapi accepts a pipe as a parameter, but not a catch.
      .pipe(z.int())
      .default(fallback),
  )

export const maxResultsSchema = countingNumber(defaultSize, maxSize).meta({
  override: { type: 'integer', minimum: 1, maximum: maxSize, default: defaultSize },
  description: `Page size. Values above ${maxSize} are reduced to ${maxSize}. Any value other than a positive integer is replaced with ${defaultSize}.`,
})

export const pageQuerySchema = z
  .object({
    max_results: maxResultsSchema,
    // The maximum only keeps the number exact, because no list has as many pages.
    page: countingNumber(defaultNumber, Number.MAX_SAFE_INTEGER).meta({
      override: { type: 'integer', minimum: 1, default: defaultNumber },
      description:
        'Page number. A page past the end has no items. Any value other than a positive integer is replaced with 1.',
    }),
  })
  .prefault({})

const linkSchema = z
  .object({
    href: z.string().meta({
      description: 'Address, relative to the base address of the API.',
      examples: ['partner-accounts?max_results=25&page=3'],
    }),
    title: z.string().meta({ description: 'Name of the link target, in English.', examples: ['next page'] }),
  })
  .meta({ id: 'LinkModel', description: 'A link.' })

export const link = (description: string) => linkSchema.meta({ description })

export const accountPageSchema = z
  .object({
    _items: z
      .array(accountSchema)
      .meta({ maxItems: maxSize, description: 'The accounts of the page, from the most recent to the oldest.' }),
    // The first `meta` describes the model, which has an id, and the second one describes the property.
    _links: z
      .object({
        parent: link('The root of the API, always `/` and `home`.'),
        self: link('This page. Absent when it has no items.').optional(),
        next: link('The next page. Absent on the last page.').optional(),
        last: link('The last page. Absent if there is only one page.').optional(),
      })
      .meta({ id: 'LinksModel', description: 'Links to other pages. Follow `next` to read the whole list.' })
      .meta({ description: 'Links to other pages of this list.' }),
    _meta: z
      .object({
        max_results: z.int().meta({ minimum: 1, description: 'Page size in effect.', examples: [25] }),
        page: z.int().meta({ minimum: 1, description: 'Page number in effect.', examples: [2] }),
        total: z.int().meta({ minimum: 0, description: 'The number of accounts on all pages.', examples: [163] }),
      })
      .meta({ id: 'MetaModel', description: 'Paging counters.' })
      .meta({ description: 'The page in effect and the length of the whole list.' }),
  })
  .meta({ id: 'PartnerAccountPageModel', description: "A page of the partner's accounts." })
