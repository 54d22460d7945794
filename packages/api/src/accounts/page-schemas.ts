import { LIMITS } from '@partner-accounts/core'
import * as z from 'zod'
import { accountSchema } from './account-schemas.ts'

const { defaultNumber, defaultSize, maxSize } = LIMITS.page

/** Digits of a number in a query. More than any number of pages has. */
const MAX_DIGITS = 1000

/**
 * A whole number of at least 1, as a number or, from a query string, in decimal digits. Anything else is the default:
 * 4.2 lists no error for it.
 */
const countingNumber = (fallback: number, cut: (value: number) => number = (value) => value) =>
  z
    .union([z.number(), z.string().regex(/^\d+$/).max(MAX_DIGITS).transform(Number)])
    .transform(cut)
    .pipe(z.int().min(1))
    .catch(fallback)
    // trpc-to-openapi takes pipes for parameters, but no catch.
    .pipe(z.int())
    // The cast keeps natively typed callers from sending what `catch` would swallow.
    .default(fallback) as unknown as z.ZodDefault<z.ZodType<number, number | string>>

/** The query of a list (4.2). */
export const pageQuerySchema = z
  .object({
    max_results: countingNumber(defaultSize, (value) => Math.min(value, maxSize)).meta({
      override: { type: 'integer', minimum: 1, maximum: maxSize, default: defaultSize },
      description: `Page size. More than ${maxSize} is cut to ${maxSize}; anything that is no positive integer is taken as ${defaultSize}.`,
    }),
    // Past what a number holds exactly is past the end of any list, like the largest that it holds.
    page: countingNumber(defaultNumber, (value) => Math.min(value, Number.MAX_SAFE_INTEGER)).meta({
      override: { type: 'integer', minimum: 1, default: defaultNumber },
      description: 'Page number. Past the end there are no items; anything that is no positive integer is taken as 1.',
    }),
  })
  .prefault({})

const link = (description: string, href: string, title: string) =>
  z
    .object({
      href: z.string().meta({ description: 'Relative to the base address of the API.', examples: [href] }),
      title: z.string().meta({ examples: [title] }),
    })
    .meta({ description })

/** The page envelope (2.8). */
export const accountPageSchema = z
  .object({
    _items: z
      .array(accountSchema)
      .meta({ maxItems: maxSize, description: 'From the most recent account to the oldest.' }),
    _links: z
      .object({
        parent: link('Always the root of the API: `/`, `home`.', '/', 'home'),
        self: link(
          'This page. Absent when it has no items.',
          'partner-accounts?max_results=25&page=2',
          'partner-accounts',
        ).optional(),
        next: link('The next page, if there is one.', 'partner-accounts?max_results=25&page=3', 'next page').optional(),
        last: link(
          'The last page, if there is more than one.',
          'partner-accounts?max_results=25&page=7',
          'last page',
        ).optional(),
      })
      .meta({ id: 'LinksModel' }),
    _meta: z
      .object({
        max_results: z.int().meta({ minimum: 1, description: 'Page size in effect.', examples: [25] }),
        page: z.int().meta({ minimum: 1, description: 'Page number in effect.', examples: [2] }),
        total: z.int().meta({ minimum: 0, description: 'Accounts of the partner, over all pages.', examples: [163] }),
      })
      .meta({ id: 'MetaModel' }),
  })
  .meta({ id: 'PartnerAccountPageModel' })
