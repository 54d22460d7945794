// Loaded by `NODE_OPTIONS=--import`: turns the built service into a later build, whose employers have a website.
import { register } from 'node:module'

const hooks = `
  const FIELD = 'financial_email: {'
  const WEBSITE =
    'website: { kind: "text", required: false, maxLength: 200, since: 3, description: "", example: "https://estrela.example" },'

  export async function load(url, context, next) {
    const loaded = await next(url, context)
    if (!url.endsWith('/packages/rules/dist/index.js')) return loaded
    const source = String(loaded.source)
    if (!source.includes(FIELD)) throw new Error('the rules have changed: this hook does not add its field')
    return { ...loaded, source: source.replace(FIELD, WEBSITE + FIELD) }
  }
`
register(`data:text/javascript,${encodeURIComponent(hooks)}`)
