import { Converter } from '@apiture/openapi-down-convert'
import type { OpenAPIObject } from './openapi-document.ts'

/**
 * Returns the document as OpenAPI 3.0.3, for tools that cannot read 3.1, such as oapi-codegen and Azure API Management.
 * 3.0 has no webhooks.
 */
export const toOpenApi30 = (document: OpenAPIObject): object => new Converter(document).convert()
