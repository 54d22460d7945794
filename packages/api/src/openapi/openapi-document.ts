import type { OpenAPIObject } from 'trpc-to-openapi'

export type { OpenAPIObject }
export type ComponentsObject = NonNullable<OpenAPIObject['components']>
export type InfoObject = OpenAPIObject['info']
export type TagObject = NonNullable<OpenAPIObject['tags']>[number]
export type PathsObject = NonNullable<OpenAPIObject['paths']>
export type OperationObject = NonNullable<PathsObject[string]['get']>
export type ResponseObject = Component<'responses'>
export type HeaderObject = Component<'headers'>
export type ParameterObject = Component<'parameters'>
export type SchemaObject = Component<'schemas'>
export type SecuritySchemeObject = Component<'securitySchemes'>
export type ExampleObject = Component<'examples'>

export interface ReferenceObject {
  $ref: string
}

type Section = 'examples' | 'headers' | 'parameters' | 'responses' | 'schemas' | 'securitySchemes'
type Component<S extends Section> = Exclude<NonNullable<ComponentsObject[S]>[string], ReferenceObject>

export const refTo = (section: Section, name: string): ReferenceObject => ({ $ref: `#/components/${section}/${name}` })
