import { Converter } from '@apiture/openapi-down-convert'
import type { OpenAPIObject } from './openapi-document.ts'

/**
 * Returns the document as OpenAPI 3.0.3, for tools that cannot read 3.1, such as oapi-codegen and Azure API Management.
 * Drops the webhooks, which 3.0 does not have.
 */
export const toOpenApi30 = (document: OpenAPIObject): object => new Converter(document).convert()
